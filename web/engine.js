// @ts-check
// The rules, as the page asks for them: requests go to the worker, answers come back in the
// language of the page, and a refusal becomes an error with the reason in it.

import { request } from './door.js';
import { lang } from './words.js';

/** @typedef {import('./types').GameInfo} GameInfo */

export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** @param {string} what @param {Record<string, unknown>} [fields] @returns {Promise<any>} */
export async function ask(what, fields = {}) {
  const answer = await request({ v: 1, do: what, lang: lang(), ...fields });
  if (!answer.ok) throw new Refusal(answer.error.code, answer.error.message);
  return answer;
}

/** @type {Promise<GameInfo[]> | null} */
let all = null;

/** The games, asked for once. @returns {Promise<GameInfo[]>} */
export const games = () => all ??= ask('games').then(answer => answer.games);
