// @ts-check
// The computer's thinking, cut into slices: each is short, so that the rules, which live in the
// same worker, answer clicks in between.

import { ask } from '../engine.js';

/** @typedef {import('../types').Report} Report */

/** How long a slice lasts, about, in milliseconds. */
const SLICE = 25;
/** A turn that comes at once is hard to follow. */
const LEAST = 350;
/** Nobody waits longer than this. */
const MOST = 8000;

/** @param {number} ms */
const pause = ms => new Promise(done => { setTimeout(done, ms); });

export class Thinker {
  constructor() {
    /** Counts searches, so that an older one knows that it is over. */
    this.run = 0;
    this.hurried = false;
  }

  /**
   * Finds a turn; null if it was stopped meanwhile.
   * @param {{player: string} & Record<string, unknown>} request
   * @param {number} [most] how long at most
   * @returns {Promise<Report & {turn: string} | null>}
   */
  async find(request, most = MOST) {
    const run = ++this.run, begun = performance.now();
    this.hurried = false;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const { thinking } = await ask('think', { ...request, seed });
    let nodes = 2000, /** @type {Report | null} */ report = null, done = false;
    while (!done && run === this.run) {
      const before = performance.now();
      ({ done, report } = await ask('go-on', { thinking, nodes }));
      const now = performance.now(), took = Math.max(1, now - before);
      nodes = Math.round(Math.min(5e6, Math.max(200, nodes * Math.min(4, Math.max(0.25, SLICE / took)))));
      if (this.hurried || now - begun > most) break;
    }
    if (run !== this.run) return null;
    if (!done) ({ report } = await ask('stop', { thinking }));
    const left = LEAST - (performance.now() - begun);
    if (left > 0) await pause(left);
    return run === this.run && report?.turn ? { ...report, turn: report.turn } : null;
  }

  /** Enough: play what was found. */
  hurry() {
    this.hurried = true;
  }

  stop() {
    this.run++;
  }
}
