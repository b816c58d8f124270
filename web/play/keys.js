// @ts-check
// Keys that work anywhere on the Play page. Letters that name a file of the board begin a typed
// turn; the others are short cuts.

import { byId } from '../dom.js';
import { settings } from '../settings.js';

/** @typedef {import('./controller.js').PlayController} PlayController */

/**
 * @param {() => PlayController | null} current
 * @param {{rules: (play: PlayController) => void, fresh: (play: PlayController) => void}} hooks
 */
export function onKeys(current, hooks) {
  document.addEventListener('keydown', e => {
    const play = current(),
      on = /** @type {Element} */ (e.target);
    if (!play || e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]'))
      return;
    if (e.key === 'Escape') {
      if (on instanceof HTMLInputElement) play.board.grid?.focus();
      else play.input(() => escape(play));
      return;
    }
    if (on.closest('input, textarea, select')) return;
    if (key(play, e.key, on, hooks)) e.preventDefault();
  });
}

/** One step back: from a question, or in the turn being entered. @param {PlayController} play */
function escape(play) {
  if (play.turnsOpen) return play.openTurns(false);
  if (!play.pending) return play.back();
  play.pending = '';
  play.paint();
}

/**
 * @param {PlayController} play @param {string} key @param {Element} on
 * @param {{rules: (play: PlayController) => void, fresh: (play: PlayController) => void}} hooks
 * @returns {boolean} whether it meant something
 */
function key(play, key, on, hooks) {
  const inGrid = !!on.closest('.board'),
    inList = !!on.closest('.turns-card');
  // Keys of one letter get in the way of those who talk to their computer: they can be switched
  // off.
  if (key.length === 1 && !settings.shortcuts) return false;
  // Keys that scroll do so, unless the board has the focus.
  if (!inGrid && ['PageUp', 'PageDown', 'Home', 'End'].includes(key)) return false;
  switch (key) {
    case '[':
    case 'PageUp':
      play.step(-1);
      return true;
    case ']':
    case 'PageDown':
      play.step(1);
      return true;
    case 'Home':
      play.goTo(0);
      return true;
    case 'End':
      play.goTo(Infinity);
      return true;
    case 'ArrowLeft':
      if (inGrid) return false;
      play.step(-1);
      return true;
    case 'ArrowRight':
      if (inGrid) return false;
      play.step(1);
      return true;
    case 'u':
      if (play.session.canUndo) play.input(() => play.session.undo());
      return true;
    case 'U':
      if (play.session.canRedo) play.input(() => play.session.redo());
      return true;
    case 'p':
      play.telling.replay();
      return true;
    case 'n':
      hooks.fresh(play);
      return true;
    case 'r':
      hooks.rules(play);
      return true;
    case 'F':
    case 'f':
      if (key === 'f' && isFile(play, key)) break;
      play.flip();
      return true;
    default:
  }
  if (/^[1-9]$/.test(key) && !inList) {
    const button = /** @type {HTMLElement | null} */ (
      document.querySelector(`#prompt [data-digit="${key}"]`)
    );
    button?.click();
    return !!button;
  }
  if (key.length === 1 && (isFile(play, key) || key === '*')) {
    const box = /** @type {HTMLDetailsElement} */ (byId('typed')),
      input = /** @type {HTMLInputElement} */ (byId('type-input'));
    // Where there is little room the field is below the list of turns.
    play.stage.classList.add('turns-open');
    box.open = true;
    input.value = play.typed = key;
    input.focus();
    return true;
  }
  return false;
}

/** @param {PlayController} play @param {string} key */
const isFile = (play, key) => play.info.view.cells.some(({ cell }) => cell[0] === key);
