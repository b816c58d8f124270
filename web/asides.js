// @ts-check
// What is stored in this browser and cannot be read: said where games are listed, to be saved as a
// file or forgotten.

import { download, h, listen } from './dom.js';
import { dropAsides, setAsides } from './model/store.js';
import { t } from './words.js';

/** What is said of it, if there is any. */
export function unreadable() {
  const found = setAsides();
  if (!found.length) return null;
  const act = (/** @type {string} */ action, /** @type {string} */ words) =>
    h('button.btn.small', { type: 'button', 'data-action': action }, words);
  return h(
    'div.fault',
    { 'data-key': 'aside', id: 'aside' },
    h('p', {}, t('setAside', found.length)),
    h('div.acts', {}, act('save-aside', t('saveRecord')), act('drop-aside', t('discard'))),
  );
}

/** Connects the two buttons. @param {() => void} redraw the page, once it is forgotten */
export function onAsides(redraw) {
  listen(document.body, {
    'save-aside': () =>
      download(
        new Blob([JSON.stringify(setAsides(), null, 2)], { type: 'application/json' }),
        'damier.json',
      ),
    'drop-aside': () => {
      dropAsides();
      redraw();
    },
  });
}
