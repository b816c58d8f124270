// @ts-check
// The computer's thinking: a search in the worker, with manners. A turn that comes at once is hard
// to follow, and nobody waits for ever.

import { search } from '../engine.js';

/** @typedef {import('../types').Report} Report */
/** @typedef {import('../types').Verbs['think'][0]} Question */

/** In milliseconds. */
const LEAST = 350, MOST = 8000, PERFECT = 3000;

/** @param {number} ms */
const pause = ms => new Promise(done => { setTimeout(done, ms); });

export class Thinker {
  constructor() {
    /** The same for a whole game: what the search remembers from one turn helps in the next. */
    this.seed = crypto.getRandomValues(new Uint32Array(1))[0];
    /** Counts searches, so that an older one knows that it is over. */
    this.run = 0;
    this.hurry = () => {};
  }

  /** Finds a turn; null if it was stopped meanwhile. @param {Question} question @param {number} [most] how long at most @returns {Promise<Report | null>} */
  async find(question, most = MOST) {
    const run = ++this.run, begun = performance.now();
    const { found, stop } = search({ ...question, seed: this.seed }, most);
    this.hurry = stop;
    const report = await found, left = LEAST - (performance.now() - begun);
    if (left > 0) await pause(left);
    return run === this.run ? report : null;
  }

  /**
   * Finds the turn of a player who never errs: from the tables here, or from those of the server;
   * without either, the best that a search finds.
   * @param {Question} question
   * @returns {Promise<Report | null>}
   */
  async findPerfect(question) {
    const { game, rules, start, turns, player } = question;
    const theirs = import('../server.js')
      .then(({ server }) => server(`games/${game}/best`, { rules, start, turns, level: player, time: PERFECT }))
      .catch(() => null);
    const own = await this.find(question, PERFECT);
    if (!own || own.exact) return own;
    const run = this.run, report = await theirs;
    if (run !== this.run) return null;
    return report?.exact ? report : own;
  }

  stop() {
    this.run++;
    this.hurry();
  }
}
