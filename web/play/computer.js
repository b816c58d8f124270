// @ts-check
// The computer's thinking: a search in the worker, with manners. A turn that comes at once is hard
// to follow, and nobody waits for ever.

import { search } from '../engine.js';

/** @typedef {import('../types').Report} Report */
/** @typedef {import('../types').Verbs['think'][0]} Question */

/** In milliseconds. */
const LEAST = 350, MOST = 8000;

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

  stop() {
    this.run++;
    this.hurry();
  }
}
