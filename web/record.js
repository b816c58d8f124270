// @ts-check
// Whole games as text, in and out: from files, the clipboard and links, to files, the clipboard
// and links.

import { h } from './dom.js';
import { ask, games, openGame } from './engine.js';
import { icon } from './icons.js';
import { recordText } from './model/movetext.js';
import { GameTree } from './model/tree.js';
import { dialog, leaveDialogs } from './dialog.js';
import { levelName } from './play/wording.js';
import { capital, complaint, said, t } from './words.js';

export { leaveDialogs };

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
  if (new Blob([JSON.stringify(text)]).size > LONGEST) throw said(t('recordTooLong'));
  const read = await ask('record-read', { text });
  const { over } = read,
    players = await playersOf(read);
  return {
    game: read.game,
    rules: read.rules,
    start: read.start,
    turns: read.turns,
    players,
    shown: true,
    tags: read.tags,
    notes: read.line,
    end: over && { outcome: over.outcome, how: over.how },
  };
}

/**
 * Who played, by what a record says: the first player is the one to move where it begins.
 * @param {import('./types').RecordRead} read
 */
async function playersOf({ game, start, tags }) {
  const sides = (await games()).find(({ id }) => id === game)?.sides,
    lightFirst = !sides || start.split(' ')[1] === sides[0].letter;
  const person = (/** @type {string | undefined} */ name) => ({
    kind: /** @type {const} */ ('person'),
    ...(name && name !== '?' ? { name } : {}),
  });
  const [first, second] = [person(tags.First), person(tags.Second)];
  return lightFirst ? { light: first, dark: second } : { light: second, dark: first };
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
  const { game, rules, start, turns, end } = kept,
    open = await openGame({ game, rules, start, turns });
  const { first, over } = open.state;
  try {
    return await written({
      game,
      rules,
      start,
      tags: tagsOf(kept, first),
      tree: GameTree.kept(kept),
      first,
      end: over ? null : end,
    });
  } finally {
    open.close();
  }
}

/**
 * Who played and when. What a record says is not added to.
 * @param {Kept} kept @param {import('./types').Side} first
 */
function tagsOf({ tags, players, shown, at }, first) {
  if (shown) return tags;
  const nameOf = (/** @type {import('./types').Side} */ side) => {
    const { kind, level = '', name } = players[side];
    return kind === 'computer' ? levelName(level) : (name ?? t('person'));
  };
  const second = first === 'light' ? 'dark' : 'light',
    day = new Date(at).toISOString().slice(0, 10).replaceAll('-', '.');
  return { Date: day, First: nameOf(first), Second: nameOf(second), ...tags };
}

/** The records in a text, one after the other. @param {string} text @returns {string[]} */
export function splitRecords(text) {
  /** @type {string[][]} */
  const records = [];
  let tags = false,
    comment = false;
  for (const line of text.split(/\r?\n/)) {
    const tag = !comment && line.trimStart().startsWith('[');
    // A tag after something else begins a record.
    if (tag && !tags) records.push([]);
    if (line.trim()) tags = tag;
    if (!tag) for (const mark of line.matchAll(/[{}]/g)) comment = mark[0] === '{';
    (records[records.length - 1] ?? records[records.push([]) - 1]).push(line);
  }
  return records.map(lines => lines.join('\n')).filter(record => record.trim());
}

/**
 * Keeps all games of a text in this browser; says how many. Nothing is kept if one is wrong.
 * @param {string} text
 */
export async function keepRecords(text) {
  const [{ newKept }, { saveGame }] = await Promise.all([
    import('./model/local.js'),
    import('./model/store.js'),
  ]);
  /** @type {Kept[]} */
  const read = [];
  for (const record of splitRecords(text)) {
    const kept = newKept(await readRecord(record));
    const open = await openGame(kept),
      { over, to_move: toMove, look } = open.state;
    open.close();
    const result = over ? { outcome: over.outcome, how: over.how } : kept.end;
    read.push({ ...kept, position: look.position, toMove, over: !!result, result });
  }
  read.forEach(saveGame);
  return read.length;
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
export async function pass(text) {
  hold(text);
  await leaveDialogs();
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
      fault.textContent = capital(complaint(error));
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
