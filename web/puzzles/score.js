// @ts-check
// How one does: a rating of one's own, which meets the ratings of the puzzles as in Elo's system, the
// series of puzzles solved without a mistake, the best storm, the day's puzzle. It is kept in this
// browser and nowhere else.

import { recall, remember } from '../settings.js';

const KEY = 'damier.puzzles';

/**
 * @typedef {object} Score
 * @property {number} rating
 * @property {number} count of puzzles that were rated
 * @property {number} streak solved without a mistake or a hint, one after the other
 * @property {number} longest
 * @property {number} storm the best one
 * @property {string} day whose puzzle was solved last
 * @property {Record<string, number>} done what came of each puzzle when it was first tried: 0 to 1
 */

/** Where everybody begins. */
const FIRST = 1200;

/** @returns {Score} */
export const fresh = () => ({
  rating: FIRST,
  count: 0,
  streak: 0,
  longest: 0,
  storm: 0,
  day: '',
  done: {},
});

/** What was kept, as far as it can be right. @returns {Score} */
export function loadScore() {
  const found = /** @type {Record<string, unknown>} */ (recall(KEY, {})),
    score = fresh();
  const count = (/** @type {string} */ name, most = 1e6) => {
    const n = found[name];
    return typeof n === 'number' && Number.isInteger(n) && n >= 0 && n <= most ? n : null;
  };
  score.rating = count('rating', 4000) ?? score.rating;
  score.count = count('count') ?? 0;
  score.streak = count('streak') ?? 0;
  score.longest = Math.max(count('longest') ?? 0, score.streak);
  score.storm = count('storm') ?? 0;
  if (typeof found.day === 'string' && /^\d{4}-\d\d-\d\d$/.test(found.day)) score.day = found.day;
  const { done } = found;
  if (done && typeof done === 'object' && !Array.isArray(done))
    for (const [id, result] of Object.entries(done))
      if (typeof result === 'number' && result >= 0 && result <= 1) score.done[id] = result;
  return score;
}

/** @param {Score} score */
export const keepScore = score => remember(KEY, score);

/** How far one puzzle moves the rating: further at first. @param {number} count */
const step = count => (count < 20 ? 48 : 24);

/**
 * A puzzle has been solved (1), solved with help (½) or failed (0). Only the first time counts.
 * @param {Score} score @param {import('./data.js').Puzzle} puzzle @param {number} result
 * @returns {number} by how much the rating has changed
 */
export function rate(score, { id, rating }, result) {
  score.streak = result === 1 ? score.streak + 1 : 0;
  score.longest = Math.max(score.longest, score.streak);
  if (Object.hasOwn(score.done, id)) return 0;
  const expected = 1 / (1 + 10 ** ((rating - score.rating) / 400)),
    before = score.rating;
  score.done[id] = result;
  score.rating = Math.max(100, Math.round(before + step(score.count) * (result - expected)));
  score.count++;
  return score.rating - before;
}
