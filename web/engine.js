// @ts-check
// The rules, as the page asks for them: requests go to the worker, answers come back in the
// language of the page, and a refusal becomes an error with the reason in it.

import { lang, t } from './words.js';

/** @typedef {import('./types').GameInfo} GameInfo */
/** @typedef {import('./types').Report} Report */
/** @typedef {import('./types').Verbs} Verbs */
/** @typedef {{done: (text: string) => void, report?: (report: Report) => void}} Waiting */

export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const worker = new Worker('/worker.js', { type: 'module' });
/** @type {Map<number, Waiting>} */
const waiting = new Map();
let count = 0;

worker.onmessage = ({ data }) => {
  const asked = waiting.get(data.id);
  if ('report' in data) return asked?.report?.(data.report);
  waiting.delete(data.id);
  asked?.done(data.text);
};
worker.onerror = event => {
  const message = t('noEngine', event.message ?? '');
  for (const { done } of waiting.values()) done(JSON.stringify({ ok: false, error: { code: 'bad-request', message } }));
  waiting.clear();
};

/** What an answer says; throws if it is a refusal. @param {string} text */
function read(text) {
  const answer = JSON.parse(text);
  if (!answer.ok) throw new Refusal(answer.error.code, answer.error.message);
  return answer;
}

/** @param {number} id @param {object} message @param {(report: Report) => void} [report] @returns {Promise<any>} */
const send = (id, message, report) => /** @type {Promise<string>} */ (new Promise(done => {
  waiting.set(id, { done, report });
  worker.postMessage({ id, ...message });
})).then(read);

/** Asks the rules. @template {keyof Verbs} V @param {V} what @param {Verbs[V][0]} fields @returns {Promise<Verbs[V][1]>} */
export const ask = (what, fields) => send(++count, { text: JSON.stringify({ v: 1, do: what, lang: lang(), ...fields }) });

/**
 * Lets the computer think, for so many milliseconds at most; `stop` makes it say what it has.
 * @param {Verbs['think'][0]} fields
 * @param {number} time
 * @returns {{found: Promise<Report>, stop: () => void}}
 */
export function search(fields, time) {
  const id = ++count;
  const found = send(id, { search: { ...fields, lang: lang() }, time }).then(answer => answer.report);
  return { found, stop: () => worker.postMessage({ stop: id }) };
}

/** @type {Promise<GameInfo[]> | null} */
let all = null;

/** The games, asked for once. @returns {Promise<GameInfo[]>} */
export const games = () => all ??= ask('games', {}).then(answer => answer.games);
