// @ts-check
// Games that survive: every game played in this browser, and the secrets of seats at live games.
// One entry each, with the version of its shape; nothing is removed or lost without a word.

import { remember } from '../settings.js';
import { VERSION, readGame, readSeat } from './stored.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {{kind: 'person' | 'computer', level?: string, name?: string}} Player */
/** @typedef {{outcome: 'light' | 'dark' | 'draw', how: string}} End */

/**
 * A game played here.
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} game
 * @property {string} rules
 * @property {string | null} start the position it began with; null: the ordinary one
 * @property {string[]} turns the main line
 * @property {{light: Player, dark: Player}} players
 * @property {End | null} end what ended it other than a turn
 * @property {boolean} over whether it is finished, for lists
 * @property {string} position the position now, for lists
 * @property {Side} toMove
 * @property {number} at when it was last touched
 * @property {boolean} shown whether it came from a record or a link
 * @property {Record<string, string>} tags of the record it came from
 * @property {import('./tree.js').StoredLine} [notes] the whole tree, if there is more than the turns
 * @property {string[]} [here] the turns that lead to where somebody played last, if that is not the
 *   end of the main line
 * @property {string} [title] what its player calls it
 * @property {End | null} [result] how it ended, for lists
 * @property {Clock | null} [clock]
 */

/**
 * A clock for two at one screen, or for one of them.
 * @typedef {object} Clock
 * @property {number} initial seconds
 * @property {number} increment seconds
 * @property {Side | null} [only] the only side whose time is counted
 * @property {{light: number, dark: number}} left milliseconds
 */

/**
 * A seat at a live game.
 * @typedef {object} Seat
 * @property {string} id
 * @property {string} token
 * @property {Side} side
 * @property {string} game
 * @property {boolean} over
 * @property {string} position
 * @property {number} turns
 * @property {Side} toMove
 * @property {number} at when a turn was last seen
 * @property {string} [title] what its player calls it
 * @property {string} [rules]
 * @property {string | null} [friend] what the other player is called
 * @property {boolean} [ready] whether both seats are taken
 * @property {{outcome: Side | 'draw' | null, how: string} | null} [result]
 * @property {import('./tree.js').StoredLine} [notes] the whole tree, if variations were played
 */

/** @typedef {{kind: 'game', kept: Kept} | {kind: 'seat', kept: Seat}} Item something that is kept */

const GAME = 'damier.game.',
  SEAT = 'damier.seat.',
  ASIDE = 'damier.aside.';

/** A name for something new. */
export const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), b => LETTERS[b & 63]).join('');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * What people must be told about their games, as `detail` of the event `stored`.
 * @typedef {{what: 'lost', kept: Kept | Seat} | {what: 'evicted', games: Kept[]}} News
 */

/** @param {News} detail */
const announce = detail => {
  dispatchEvent(new CustomEvent('stored', { detail }));
};

/** What the storage has under a name; nothing where there is no storage. @param {string} key */
function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Names in the storage that begin so. @param {string} prefix */
function keys(prefix) {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/**
 * Reads an entry. One that cannot be read is set aside under another name, so that it is in
 * nobody's way and not lost; one of a newer version of these pages is left alone.
 * @template T
 * @param {string} key
 * @param {(stored: string) => import('./stored.js').Reading<T>} read
 * @returns {T | null}
 */
function take(key, read) {
  const text = stored(key),
    found = text === null ? null : read(text);
  if (found?.is === 'bad') setAside(key, /** @type {string} */ (text));
  return found?.is === 'good' ? found.value : null;
}

/** @param {string} key @param {string} text */
function setAside(key, text) {
  try {
    localStorage.setItem(`${ASIDE}${key}`, text);
    localStorage.removeItem(key);
  } catch {
    // There is no room for a copy: then it stays where it is.
  }
}

/** What could not be read, as it was stored. @returns {{key: string, text: string}[]} */
export const setAsides = () => keys(ASIDE).map(key => ({ key, text: stored(key) ?? '' }));

/** Forgets what could not be read. */
export const dropAsides = () => keys(ASIDE).forEach(key => remember(key, undefined));

/** Games that could not be stored live as long as their page. @type {Map<string, Kept>} */
const unstored = new Map();

/** @returns {Kept[]} */
function games() {
  const all = keys(GAME).flatMap(key => take(key, readGame) ?? []);
  return [...all.filter(({ id }) => !unstored.has(id)), ...unstored.values()];
}

/** @param {string} id @returns {Kept | null} */
export const loadGame = id => unstored.get(id) ?? take(GAME + id, readGame);

/** A game as another tab has just stored it. @param {string | null} text @returns {Kept | null} */
export function gameFrom(text) {
  const read = text === null ? null : readGame(text);
  return read?.is === 'good' ? read.value : null;
}

/**
 * Whether a change of the storage is about this game.
 * @param {string | null} key
 * @param {string} id
 */
export const isGame = (key, id) => key === GAME + id;

/** Stores a game. Whoever plays it is told if that is impossible. @param {Kept} kept */
export function saveGame(kept) {
  kept.at = Date.now();
  if (write(GAME + kept.id, kept)) {
    unstored.delete(kept.id);
    return;
  }
  const first = !unstored.has(kept.id);
  unstored.set(kept.id, kept);
  if (first) announce({ what: 'lost', kept });
}

/**
 * Writes an entry. Where there is no room, finished games make it, the oldest first, and that is
 * said; games that can still be played are never removed.
 * @param {string} key @param {Kept | Seat} value
 */
function write(key, value) {
  const entry = { ...value, v: VERSION };
  if (remember(key, entry)) return true;
  const finished = games().filter(one => one.over && one.id !== value.id && !unstored.has(one.id));
  finished.sort((a, b) => a.at - b.at);
  for (let n = 1; n <= finished.length; n++) {
    remember(GAME + finished[n - 1].id, undefined);
    if (!remember(key, entry)) continue;
    announce({ what: 'evicted', games: finished.slice(0, n) });
    return true;
  }
  // It was of no use: they had room before.
  for (const one of finished) remember(GAME + one.id, { ...one, v: VERSION });
  return false;
}

/** Stores something again as it was: it is not younger for that. @param {Item} item */
export const restore = ({ kind, kept }) => write((kind === 'game' ? GAME : SEAT) + kept.id, kept);

/** @param {string} id */
export function dropGame(id) {
  remember(GAME + id, undefined);
  unstored.delete(id);
}

/** What is known of a seat before its game was seen. */
export const newSeat = () => ({
  side: LIGHT,
  over: false,
  position: '',
  turns: 0,
  toMove: LIGHT,
  at: 0,
});
const LIGHT = /** @type {const} */ ('light');

/** @param {string} id @returns {Seat | null} */
export const loadSeat = id => take(SEAT + id, readSeat);

/** Stores a seat; whoever has it is told if that is impossible. @param {Seat} seat */
export function saveSeat(seat) {
  const before = loadSeat(seat.id),
    same = before?.turns === seat.turns && before.over === seat.over && before.ready === seat.ready;
  const kept = { title: before?.title, ...seat, at: same ? before.at : Date.now() };
  if (write(SEAT + seat.id, kept)) return;
  if (!seatless.has(seat.id)) announce({ what: 'lost', kept });
  seatless.add(seat.id);
}
/** Seats that could not be stored. @type {Set<string>} */
const seatless = new Set();

/** @param {string} id */
export const dropSeat = id => remember(SEAT + id, undefined);

/** @returns {Item[]} */
const seats = () =>
  keys(SEAT)
    .flatMap(key => take(key, readSeat) ?? [])
    .map(kept => ({ kind: /** @type {const} */ ('seat'), kept }));

/** Everything that is kept here and was begun, the latest first. @returns {Item[]} */
export function items() {
  const begun = games().filter(kept => kept.over || kept.turns.length);
  const all = [...begun.map(kept => ({ kind: /** @type {const} */ ('game'), kept })), ...seats()];
  return all.sort((a, b) => b.kept.at - a.kept.at);
}

/** Unfinished games, the latest first. */
export const unfinished = () => items().filter(({ kept }) => !kept.over);

/** Whether a friend waits for a turn of whoever sits here. @param {Item} item */
export const isWaiting = ({ kind, kept }) =>
  kind === 'seat' && !kept.over && kept.ready !== false && kept.toMove === kept.side;

/** How many friends wait, as far as is known here. */
export const waitingCount = () => seats().filter(isWaiting).length;
