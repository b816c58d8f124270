// @ts-check
// What people press wherever a game is shown, on the Play page and on others: buttons that enter a
// turn and walk through the game, the field for typed turns, and keys. Letters that name a file of
// the board begin a typed turn; the others are short cuts.

import { byId } from '../dom.js';
import { settings } from '../settings.js';

/** @typedef {import('./controller.js').PlayController} PlayController */

/**
 * What buttons do with the game that is shown, by the names of their actions.
 * @param {() => PlayController | null} current
 * @returns {Record<string, (el: HTMLElement) => void>}
 */
export function gameActions(current) {
  const on = (/** @type {(here: PlayController, el: HTMLElement) => unknown} */ act) => {
    return (/** @type {HTMLElement} */ el) => {
      const here = current();
      if (here) act(here, el);
    };
  };
  // What changes the game, or the turn being entered, happens in its order.
  const input = (/** @type {(here: PlayController, el: HTMLElement) => unknown} */ act) =>
    on((here, el) => here.input(() => act(here, el)));
  return {
    click: on((here, el) => here.click(el.dataset.click ?? '', false)),
    back: input(here => here.back()),
    finish: input(here => here.finish()),
    legal: input((here, el) => here.type(el.dataset.turn ?? '')),
    undo: input(here => here.session.undo()),
    redo: input(here => here.session.redo()),
    ply: on((here, el) => here.visit(here.session.tree.main[Number(el.dataset.ply) - 1])),
    node: on((here, el) => here.visit(here.session.tree.find(Number(el.dataset.node)))),
    first: on(here => here.goTo(0)),
    last: on(here => here.goTo(Infinity)),
    present: on(here => here.toEnd()),
    'step-back': on(here => here.step(-1)),
    'step-forward': on(here => here.step(1)),
    replay: on(here => here.telling.replay()),
    promote: on(({ session }) => session.source.variations.promote()),
    remove: on(({ session }) => session.source.variations.remove()),
    flip: on(here => here.flip()),
    reload: () => location.reload(),
  };
}

/**
 * The field for typed turns, and the list of legal ones below it.
 * @param {HTMLElement} main @param {() => PlayController | null} current
 */
export function onTyped(main, current) {
  main.addEventListener(
    'toggle',
    ({ target }) => {
      if (target === byId('typed'))
        current()?.list(/** @type {HTMLDetailsElement} */ (target).open);
    },
    true,
  );
  main.addEventListener('input', ({ target }) => {
    const here = current();
    if (!here || !(target instanceof HTMLInputElement) || target.id !== 'type-input') return;
    here.typed = target.value;
    here.paint();
  });
  main.addEventListener('submit', async e => {
    e.preventDefault();
    const here = current(),
      field = /** @type {HTMLInputElement} */ (byId('type-input'));
    if (!here || /** @type {HTMLElement} */ (e.target).dataset.form !== 'type') return;
    await here.input(() => here.type(field.value));
    field.value = current()?.typed ?? '';
  });
}

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
