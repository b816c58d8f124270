// Before anything is painted: the chosen theme and language, so that nothing flashes. And where a
// page needs the rules, their worker, which loads while the page does. A plain script in the head,
// because modules wait for the whole document. It also says which scripts workers may be made of:
// those of this server.
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem('damier.settings') || '{}');
    if (kept.theme) document.documentElement.dataset.theme = kept.theme;
    var chosen = kept.lang === 'fr' || kept.lang === 'en' ? kept.lang : '';
    document.documentElement.lang = chosen || (/^fr/i.test(navigator.language) ? 'fr' : 'en');
  } catch (e) {
    document.documentElement.lang = /^fr/i.test(navigator.language) ? 'fr' : 'en';
  }
  /** @type {any} */
  var page = self;
  var own = function (/** @type {string} */ address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError(address);
    return address;
  };
  var policy =
    page.trustedTypes && page.trustedTypes.createPolicy('damier-script', { createScriptURL: own });
  page.damierScript = function (/** @type {URL | string} */ address) {
    return policy ? policy.createScriptURL(String(address)) : String(address);
  };
  var here = document.currentScript;
  if (here instanceof HTMLScriptElement && here.hasAttribute('data-worker')) {
    page.damierWorker = new Worker(page.damierScript(new URL('worker.js', here.src)), {
      type: 'module',
    });
    page.damierWorker.onerror = function () {
      page.damierWorker = null;
    };
  }
})();
