// @ts-check
// The rules, as the page asks for them: requests go to the worker, answers come back in the
// language of the page, and a refusal becomes an error with the reason in it.

import { request, search as seek } from './door.js';
import { lang } from './words.js';

/** @typedef {import('./types').GameInfo} GameInfo */
/** @typedef {import('./types').Report} Report */
/** @typedef {import('./types').Verbs} Verbs */

export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** @param {any} answer */
function good(answer) {
  if (!answer.ok) throw new Refusal(answer.error.code, answer.error.message);
  return answer;
}

/**
 * Asks the rules.
 * @template {keyof Verbs} V
 * @param {V} what
 * @param {Verbs[V][0]} fields
 * @returns {Promise<Verbs[V][1]>}
 */
export const ask = (what, fields) =>
  request({ v: 1, do: what, lang: lang(), ...fields }).then(good);

/**
 * Lets the computer think, for so many milliseconds at most; `stop` makes it say what it has.
 * @param {Verbs['think'][0]} fields
 * @param {number} time
 * @param {(waiting: boolean) => void} [waits] told whether it waits for tables
 * @returns {{found: Promise<Report>, stop: () => void}}
 */
export function search(fields, time, waits) {
  const { answer, stop } = seek({ ...fields, lang: lang() }, { time, waits });
  return { found: answer.then(good).then(({ report }) => report), stop };
}

/** @type {Promise<GameInfo[]> | null} */
let all = null;

/** The games, asked for once. @returns {Promise<GameInfo[]>} */
export const games = () => (all ??= ask('games', {}).then(answer => answer.games));

// Asked at once: the pages name this module first, so that the rules load while the pages do.
games().catch(() => {
  all = null;
});
