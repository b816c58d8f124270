// Before anything is painted: the chosen theme and language, so that nothing flashes. A plain
// script in the head, because modules wait for the whole document.
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem('damier.settings') || '{}');
    if (kept.theme) document.documentElement.dataset.theme = kept.theme;
    document.documentElement.lang = kept.lang || (/^fr/i.test(navigator.language) ? 'fr' : 'en');
  } catch (e) {
    document.documentElement.lang = /^fr/i.test(navigator.language) ? 'fr' : 'en';
  }
})();
