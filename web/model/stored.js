// @ts-check
// What is stored in a browser is checked when it is read: it may come from another version of these
// pages, from another program, or be damaged. What cannot be read is set aside, never deleted.

/** @typedef {import('./store.js').Kept} Kept */
/** @typedef {import('./store.js').Seat} Seat */

/**
 * The version of what is stored here. Those without one are of the same shape as the first. In the
 * second the notes of a game are its whole tree, with variations that were played here.
 */
export const VERSION = 2;

/** @typedef {(value: any) => boolean} Check */

/** @type {Check} */
const text = value => typeof value === 'string';
/** @type {Check} */
const flag = value => typeof value === 'boolean';
/** @type {Check} */
const number = value => typeof value === 'number' && Number.isFinite(value);
/** @type {Check} */
const side = value => value === 'light' || value === 'dark';
/** @type {Check} */
const object = value => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {Check} check @returns {Check} */
const list = check => value => Array.isArray(value) && value.every(check);
/** @param {Check} check @returns {Check} */
const maybe = check => value => value === null || value === undefined || check(value);
/** @type {Check} */
const player = value =>
  object(value) && (value.kind === 'person' || (value.kind === 'computer' && text(value.level)));
/** @type {Check} */
const end = value =>
  object(value) && (side(value.outcome) || value.outcome === 'draw') && text(value.how);
/** @type {Check} */
const line = value =>
  object(value) &&
  text(value.comment) &&
  list(
    turn =>
      object(turn) &&
      text(turn.turn) &&
      text(turn.number) &&
      text(turn.comment) &&
      maybe(list(text))(turn.glyphs) &&
      maybe(end)(turn.end) &&
      list(line)(turn.variations),
  )(value.turns);

/** @type {Check} */
const clock = value =>
  object(value) &&
  [value.initial, value.increment, value.left?.light, value.left?.dark].every(number) &&
  maybe(side)(value.only);

/** @type {Record<string, Check>} */
const GAME = {
  id: text,
  game: text,
  rules: text,
  start: maybe(text),
  turns: list(text),
  players: value => object(value) && player(value.light) && player(value.dark),
  end: maybe(end),
  over: flag,
  position: text,
  toMove: side,
  at: number,
  shown: flag,
  tags: value => object(value) && Object.values(value).every(text),
  notes: maybe(line),
  here: maybe(list(text)),
  title: maybe(text),
  result: maybe(end),
  clock: maybe(clock),
};

/** @type {Record<string, Check>} */
const SEAT = {
  id: text,
  token: text,
  side,
  game: text,
  over: flag,
  position: text,
  turns: number,
  toMove: side,
  at: number,
  title: maybe(text),
  rules: maybe(text),
  friend: maybe(text),
  ready: maybe(flag),
  // A live game may end without a result.
  result: maybe(value => object(value) && (value.outcome === null ? text(value.how) : end(value))),
  notes: maybe(line),
};

/**
 * What a text of the storage is: good, of a newer version of these pages, or unreadable.
 * @template T
 * @typedef {{is: 'good', value: T} | {is: 'newer'} | {is: 'bad'}} Reading
 */

/** @param {string} stored @param {Record<string, Check>} shape @returns {Reading<any>} */
function read(stored, shape) {
  let value;
  try {
    value = JSON.parse(stored);
  } catch {
    return { is: 'bad' };
  }
  if (!object(value)) return { is: 'bad' };
  if (number(value.v) && value.v > VERSION) return { is: 'newer' };
  const good = Object.entries(shape).every(([name, check]) => check(value[name]));
  return good ? { is: 'good', value } : { is: 'bad' };
}

/** A stored game. @param {string} stored @returns {Reading<Kept>} */
export const readGame = stored => read(stored, GAME);

/** A stored seat at a live game. @param {string} stored @returns {Reading<Seat>} */
export const readSeat = stored => read(stored, SEAT);
