// Before anything is painted: the chosen theme and language, so that nothing flashes. And where a
// page needs the rules, their worker, which loads while the page does. A plain script in the head,
// because modules wait for the whole document. It also says which scripts workers may be made of:
// those of this server.
(function () {
  /** @type {any} */
  var page = self;
  var here = /** @type {HTMLScriptElement} */ (document.currentScript);
  var root = document.documentElement;
  /** @type {{theme?: string, lang?: string}} */
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('damier.settings') || '{}') || {};
  } catch (e) {
    // As if nothing had been chosen.
  }
  if (kept.theme) root.dataset.theme = kept.theme;
  // The languages there are, as in `en:ltr fr:ltr`: the one that was chosen, or the first that the
  // browser asks for, or the first of all.
  var all = (here.dataset.languages || 'en:ltr').split(' ');
  var find = function (/** @type {string} */ code) {
    return all.filter(function (language) {
      return language.split(':')[0].toLowerCase() === code.toLowerCase();
    })[0];
  };
  var found = kept.lang && find(kept.lang);
  for (var i = 0; !found && i < navigator.languages.length; i++)
    found = find(navigator.languages[i]) || find(navigator.languages[i].split('-')[0]);
  var language = (found || all[0]).split(':');
  page.damierLang = root.lang = language[0];
  root.dir = language[1];
  var words = document.createElement('link');
  words.rel = 'preload';
  words.as = 'fetch';
  words.crossOrigin = 'anonymous';
  words.href = new URL('words/' + language[0] + '.json', here.src).href;
  document.head.append(words);
  var own = function (/** @type {string} */ address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError(address);
    return address;
  };
  var policy =
    page.trustedTypes && page.trustedTypes.createPolicy('damier-script', { createScriptURL: own });
  page.damierScript = function (/** @type {URL | string} */ address) {
    return policy ? policy.createScriptURL(String(address)) : String(address);
  };
  if (here.hasAttribute('data-worker')) {
    page.damierWorker = new Worker(page.damierScript(new URL('worker.js', here.src)), {
      type: 'module',
    });
    page.damierWorker.onerror = function () {
      page.damierWorker = null;
    };
  }
})();
