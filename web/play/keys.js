// @ts-check
// Keys that work anywhere on the Play page. Letters that name a file of the board begin a typed
// turn; the others are short cuts.

import { byId } from '../dom.js';
import { settings } from '../settings.js';

/** @typedef {import('./table.js').Table} Table */

/**
 * @param {() => Table | null} current
 * @param {{rules: (t: Table) => void, fresh: (t: Table) => void}} hooks
 */
export function onKeys(current, hooks) {
  document.addEventListener('keydown', e => {
    const table = current(),
      on = /** @type {Element} */ (e.target);
    if (!table || e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]'))
      return;
    if (e.key === 'Escape') {
      if (on instanceof HTMLInputElement) table.board.grid?.focus();
      else table.input(() => escape(table));
      return;
    }
    if (on.closest('input, textarea, select')) return;
    if (key(table, e.key, on, hooks)) e.preventDefault();
  });
}

/** One step back: from a question, or in the turn being entered. @param {Table} table */
function escape(table) {
  if (table.turnsOpen) return table.openTurns(false);
  if (!table.pending || table.pending === 'confirm') return table.back();
  table.pending = '';
  table.paint();
}

/**
 * @param {Table} table @param {string} key @param {Element} on
 * @param {{rules: (t: Table) => void, fresh: (t: Table) => void}} hooks
 * @returns {boolean} whether it meant something
 */
function key(table, key, on, hooks) {
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
      table.step(-1);
      return true;
    case ']':
    case 'PageDown':
      table.step(1);
      return true;
    case 'Home':
      table.goTo(0);
      return true;
    case 'End':
      table.goTo(table.match.turns.length);
      return true;
    case 'ArrowLeft':
      if (inGrid) return false;
      table.step(-1);
      return true;
    case 'ArrowRight':
      if (inGrid) return false;
      table.step(1);
      return true;
    case 'u':
      if (table.match.canUndo) table.input(() => table.match.undo());
      return true;
    case 'U':
      if (table.match.canRedo) table.input(() => table.match.redo());
      return true;
    case 'n':
      hooks.fresh(table);
      return true;
    case 'r':
      hooks.rules(table);
      return true;
    case 'F':
    case 'f':
      if (key === 'f' && isFile(table, key)) break;
      table.flip();
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
  if (key.length === 1 && (isFile(table, key) || key === '*')) {
    const box = /** @type {HTMLDetailsElement} */ (byId('typed')),
      input = /** @type {HTMLInputElement} */ (byId('type-input'));
    // Where there is little room the field is below the list of turns.
    table.stage.classList.add('turns-open');
    box.open = true;
    input.value = table.typed = key;
    input.focus();
    return true;
  }
  return false;
}

/** @param {Table} table @param {string} key */
const isFile = (table, key) => table.info.view.cells.some(({ cell }) => cell[0] === key);
