// @ts-check
// Dialogs. Each has an entry of its own in the history, so that Back closes it and nothing else.

import { copy, h } from './dom.js';
import { tool } from './icons.js';
import { say } from './shell.js';
import { t } from './words.js';

/** Whether what is shown has the entry of a dialog. */
const isOver = () => history.state?.over === true;

/** Done once the entry of a dialog is left that is being left. @type {Promise<void> | null} */
let leaving = null;

/** Leaves the entry of dialogs; whoever goes elsewhere waits for it. */
export function leaveDialogs() {
  if (!leaving && isOver()) {
    leaving = new Promise(done => {
      addEventListener(
        'popstate',
        () => {
          leaving = null;
          done();
        },
        { once: true },
      );
    });
    history.back();
  }
  return leaving ?? Promise.resolve();
}

let following = false;

/** Back closes what lies above the page, from the first dialog on. */
function follow() {
  if (following) return;
  following = true;
  // An entry may be left of a page that was loaded again.
  if (isOver()) history.replaceState(null, '');
  addEventListener('popstate', () => {
    if (leaving || isOver()) return;
    for (const box of document.querySelectorAll('dialog')) box.close();
  });
}

/**
 * A dialog that removes itself when closed and gives the focus back.
 * @param {object} parts
 * @param {string} parts.title
 * @param {string} [parts.cls]
 * @param {(Node | string)[]} parts.body
 * @param {Node[]} [parts.foot]
 * @param {string} [parts.id]
 * @param {boolean} [parts.page] whether it is what the address asks for: then Back leaves the page
 * @returns {HTMLDialogElement}
 */
export function dialog({ title, cls = '', body, foot = [], id = 'dialog', page = false }) {
  follow();
  document.getElementById(id)?.remove();
  const before = document.activeElement;
  const box = /** @type {HTMLDialogElement} */ (
    h(
      'dialog',
      { class: cls, id, 'aria-labelledby': `${id}-title` },
      h(
        'header',
        {},
        h('h2', { id: `${id}-title`, tabindex: -1 }, title),
        tool('close-dialog', 'close', t('close')),
      ),
      h('div.content', {}, body),
      foot.length ? h('footer', {}, foot) : null,
    )
  );
  document.body.append(box);
  box.addEventListener('close', () => {
    box.remove();
    if (!document.querySelector('dialog')) leaveDialogs();
    if (
      before instanceof HTMLElement &&
      before.isConnected &&
      (document.activeElement === document.body || !document.activeElement)
    )
      before.focus({ preventScroll: true });
  });
  box.addEventListener('click', e => {
    if (e.target === box) box.close();
  });
  box.showModal();
  if (!page)
    (leaving ?? Promise.resolve()).then(() => {
      if (box.open && !isOver()) history.pushState({ over: true }, '');
    });
  return box;
}

/**
 * Copies a text and says so on the button that was pressed; false if that is impossible.
 * @param {Element} button @param {string} text
 */
export async function copyFrom(button, text) {
  if (!(await copy(text))) return false;
  const words = button.querySelector('span');
  if (words) words.textContent = t('copied');
  say(t('copied'));
  return true;
}
