// @ts-check
// Which turns of a game decided it: those after which whoever made them could hope for less than
// before, by exact values where tables or a proof give them, otherwise by the computer's estimate.

/** @typedef {import('../types').Value} Value */
/** @typedef {import('../types').Score} Score */
/** @typedef {import('./analysis.js').Judged} Judged */
/** @typedef {{ply: number, drop: number}} Drop a turn, from 1, and what it cost */

/** How many turns a review is about. */
export const MOST = 3;

/** What a turn must cost to be looked at, of a game that counts 1: an estimate is that uncertain. */
export const LEAST = 0.12;

/** An estimate, in hundredths of a pawn, that promises about three quarters of a win. */
const SCALE = 400;

/**
 * How much of a game a value promises to the player it is seen by: 1 is a win, 0 a loss. An
 * estimate never promises as much as a win that is certain.
 * @param {Value | Score} value
 */
export function expectation(value) {
  const { kind } = value;
  if (kind === 'win') return 1;
  if (kind === 'loss') return 0;
  const points = 'points' in value ? (value.points ?? 0) : 0;
  return kind === 'score' ? 0.5 + 0.45 * Math.tanh(points / SCALE) : 0.5;
}

/**
 * What a turn cost whoever made it.
 * @param {Value | Score} before what the position was worth to them
 * @param {Value | Score} after what the next one is worth to the opponent
 */
export const cost = (before, after) => expectation(before) - (1 - expectation(after));

/**
 * The turns that cost something, the costliest first; of two alike the later one, which nobody made
 * good any more.
 * @param {(Judged | undefined)[]} judged the positions of the game, to their players to move
 * @returns {Drop[]}
 */
export function drops(judged) {
  /** @type {Drop[]} */
  const found = [];
  for (let ply = 1; ply < judged.length; ply++) {
    const [before, after] = [judged[ply - 1], judged[ply]];
    const drop = before && after ? cost(before.value, after.value) : 0;
    if (drop >= LEAST) found.push({ ply, drop });
  }
  return found.sort((a, b) => b.drop - a.drop || b.ply - a.ply);
}
