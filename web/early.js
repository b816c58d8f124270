// Before anything is painted: the chosen theme and language, so that nothing flashes. And where a
// page needs the rules, their worker, which loads while the page does. A plain script in the head,
// because modules wait for the whole document.
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem('damier.settings') || '{}');
    if (kept.theme) document.documentElement.dataset.theme = kept.theme;
    document.documentElement.lang = kept.lang || (/^fr/i.test(navigator.language) ? 'fr' : 'en');
  } catch (e) {
    document.documentElement.lang = /^fr/i.test(navigator.language) ? 'fr' : 'en';
  }
  /** @type {any} */
  var page = self;
  if (document.currentScript && document.currentScript.hasAttribute('data-worker')) {
    page.damierWorker = new Worker('/worker.js', { type: 'module' });
    page.damierWorker.onerror = function () { page.damierWorker = null; };
  }
})();
