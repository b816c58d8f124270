// @ts-check
// Games that survive: every game played in this browser, and the secrets of seats at live games.
// One entry each, so that two tabs never overwrite each other's games.

import { recall, remember } from './settings.js';

/** @typedef {import('./types').Side} Side */
/** @typedef {{kind: 'person' | 'computer', level?: string, name?: string}} Player */
/** @typedef {{outcome: 'light' | 'dark' | 'draw', how: string}} End */

/**
 * A game played here.
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} game
 * @property {string} rules
 * @property {string | null} start the position it began with; null: the ordinary one
 * @property {string[]} turns
 * @property {{light: Player, dark: Player}} players
 * @property {End | null} end what ended it other than a turn
 * @property {boolean} over whether it is finished, for lists
 * @property {string} position the position now, for lists
 * @property {Side} toMove
 * @property {number} at when it was last touched
 * @property {boolean} shown whether it came from a record or a link
 * @property {Record<string, string>} tags of the record it came from
 * @property {string} [record] that record
 * @property {boolean} [ended] whether its end is another one than in that record
 * @property {import('./types').Line} [notes] what it says about the turns
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
 * @property {number} at
 */

const GAME = 'damier.game.', SEAT = 'damier.seat.';
/** How many games are kept; finished ones go first. */
const MOST = 60;

/** A name for something new. */
export const freshId = () => Array.from(crypto.getRandomValues(new Uint8Array(9)), b => 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'[b & 63]).join('');

/** @template T @param {string} prefix @returns {T[]} */
function all(prefix) {
  try {
    return Object.keys(localStorage).filter(k => k.startsWith(prefix)).flatMap(k => {
      const kept = recall(k, /** @type {any} */ (null));
      return kept && typeof kept.id === 'string' && typeof kept.game === 'string' ? [kept] : [];
    });
  } catch {
    return [];
  }
}

/** Without storage a game lives as long as its page. @type {Map<string, Kept>} */
const passing = new Map();

/** @param {string} id @returns {Kept | null} */
export const loadGame = id => recall(GAME + id, null) ?? passing.get(id) ?? null;

/** @param {Kept} kept */
export function saveGame(kept) {
  kept.at = Date.now();
  if (!remember(GAME + kept.id, kept)) passing.set(kept.id, kept);
  const rest = /** @type {Kept[]} */ (all(GAME));
  if (rest.length > MOST) {
    rest.sort((a, b) => Number(b.over) - Number(a.over) || a.at - b.at);
    dropGame(rest[0].id);
  }
}

/** @param {string} id */
export function dropGame(id) {
  remember(GAME + id, undefined);
  passing.delete(id);
}

/** @param {string} id @returns {Seat | null} */
export const loadSeat = id => recall(SEAT + id, null);

/** @param {Seat} seat */
export const saveSeat = seat => remember(SEAT + seat.id, { ...seat, at: Date.now() });

/** @param {string} id */
export const dropSeat = id => remember(SEAT + id, undefined);

/** Unfinished games, the latest first. @returns {({kind: 'game', kept: Kept} | {kind: 'seat', kept: Seat})[]} */
export function unfinished() {
  const games = /** @type {Kept[]} */ (all(GAME)).filter(k => !k.over && k.turns.length).map(kept => ({ kind: /** @type {const} */ ('game'), kept }));
  const seats = /** @type {Seat[]} */ (all(SEAT)).filter(s => !s.over).map(kept => ({ kind: /** @type {const} */ ('seat'), kept }));
  return [...games, ...seats].sort((a, b) => b.kept.at - a.kept.at);
}
