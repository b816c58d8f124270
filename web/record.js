// @ts-check
// Whole games as text, in and out: from files, the clipboard and links, to files, the clipboard
// and links.

import { h } from './dom.js';
import { ask, openGame } from './engine.js';
import { icon } from './icons.js';
import { recordText } from './model/movetext.js';
import { GameTree } from './model/tree.js';
import { dialog } from './shell.js';
import { capital, t } from './words.js';

/** @typedef {import('./model/store.js').Kept} Kept */

/** Where a record waits for the page that shows it. */
const WAITING = 'damier.open';
/** The longest record that can be read, in bytes. */
const LONGEST = 1_000_000;

/**
 * Reads a record; throws what is wrong with it.
 * @param {string} text
 * @returns {Promise<Partial<Kept> & {game: string}>}
 */
export async function readRecord(text) {
  // The rules read no more than this, and would say so before they know in which language.
  if (new Blob([JSON.stringify(text)]).size > LONGEST) throw new Error(t('recordTooLong'));
  const read = await ask('record-read', { text });
  const { over } = read;
  return {
    game: read.game,
    rules: read.rules,
    start: read.start,
    turns: read.turns,
    shown: true,
    tags: read.tags,
    notes: read.line,
    end: over && { outcome: over.outcome, how: over.how },
  };
}

/**
 * A game as a record, written as the rules write it.
 * @param {Parameters<typeof recordText>[0]} game
 */
export async function written(game) {
  return (await ask('record-read', { text: recordText(game) })).record;
}

/** The record of a game that is kept here. @param {Kept} kept @returns {Promise<string>} */
export async function recordOf(kept) {
  const { game, rules, start, turns, tags, end } = kept,
    open = await openGame({ game, rules, start, turns });
  try {
    return await written({
      game,
      rules,
      start,
      tags,
      tree: GameTree.kept(kept),
      first: open.state.first,
      end: open.state.over ? null : end,
    });
  } finally {
    open.close();
  }
}

/** Keeps the record that is open for as long as the window is. @param {string} text */
export function hold(text) {
  try {
    sessionStorage.setItem(WAITING, text);
  } catch {
    // Then it is gone with the next reload.
  }
}

/** Leaves a record for the page that plays. @param {string} text */
export function pass(text) {
  hold(text);
  location.href = '/play#open';
}

/** The record that was left. */
export const passed = () => sessionStorage.getItem(WAITING);

/** Asks for a record. @param {(text: string) => void} show called once it is known to be good */
export function askForRecord(show) {
  const area = /** @type {HTMLTextAreaElement} */ (
    h('textarea.input', {
      rows: 8,
      id: 'record-text',
      spellcheck: 'false',
      'aria-label': t('recordText'),
    })
  );
  const file = /** @type {HTMLInputElement} */ (
    h('input', { type: 'file', accept: '.txt,.pgn,text/plain', hidden: true })
  );
  const fault = h('p.fault', { role: 'alert', hidden: true });
  const take = async (/** @type {string} */ text) => {
    try {
      await readRecord(text);
      box.close();
      show(text);
    } catch (error) {
      fault.hidden = false;
      fault.textContent = capital(error instanceof Error ? error.message : String(error));
    }
  };
  const choose = h('button.btn', { type: 'button' }, icon('open'), h('span', {}, t('chooseFile')));
  const go = h('button.btn.primary', { type: 'button', 'data-action': 'record-show' }, t('show'));
  const box = dialog({
    title: t('openRecord'),
    id: 'open-record',
    body: [h('p', {}, t('pasteRecord')), area, fault, file],
    foot: [choose, go],
  });
  choose.addEventListener('click', () => file.click());
  file.addEventListener('change', async () => {
    if (file.files?.[0]) {
      area.value = await file.files[0].text();
      take(area.value);
    }
  });
  go.addEventListener('click', () => take(area.value));
  area.focus();
}
