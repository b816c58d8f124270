// @ts-check
// The computer's thinking: a search in the worker, with manners. A turn that comes at once is hard
// to follow, and nobody waits for ever.

import { search } from '../engine.js';

/** @typedef {import('../types').Report} Report */
/** @typedef {import('../types').Verbs['think'][0]} Question */

/** In milliseconds. */
const LEAST = 350,
  MOST = 8000,
  STRONGEST = 3000;

/**
 * Whether this player has no limit: tables, or else the best that a search finds.
 * @param {string} level
 */
export const isStrongest = level => level === 'perfect' || level === 'search';

/** @param {number} ms */
const pause = ms =>
  new Promise(done => {
    setTimeout(done, ms);
  });

export class Thinker {
  constructor() {
    /** The same for a whole game: what the search remembers from one turn helps in the next. */
    this.seed = crypto.getRandomValues(new Uint32Array(1))[0];
    /** Counts searches, so that an older one knows that it is over. */
    this.run = 0;
    this.hurry = () => {};
    /** Told whether a search waits for tables. @type {(waiting: boolean) => void} */
    this.waits = () => {};
    /** Whether the server knew a turn exactly that was not known here. */
    this.askFirst = false;
  }

  /**
   * Finds a turn; null if it was stopped meanwhile.
   * @param {Question} question
   * @param {number} [most] how long at most
   * @returns {Promise<Report | null>}
   */
  async find(question, most = MOST) {
    const run = ++this.run,
      begun = performance.now();
    const { found, stop } = search({ ...question, seed: this.seed }, most, waiting => {
      if (run === this.run) this.waits(waiting);
    });
    this.hurry = stop;
    const report = await found,
      left = LEAST - (performance.now() - begun);
    if (left > 0) await pause(left);
    return run === this.run ? report : null;
  }

  /**
   * Finds the turn of the strongest player: from the tables here, or from those of the server that
   * are too large for pages; without either, the best that a search finds.
   * @param {Question} question
   * @returns {Promise<Report | null>}
   */
  async findStrongest(question) {
    const run = ++this.run,
      before = this.askFirst ? await this.askServer(question) : null;
    if (run !== this.run) return null;
    if (before?.exact) return before;
    const own = await this.find(question, STRONGEST);
    if (!own || own.exact) return own;
    const now = this.run,
      theirs = await this.askServer(question);
    if (now !== this.run) return null;
    this.askFirst = !!theirs?.exact;
    return theirs?.exact ? theirs : own;
  }

  /**
   * What the server's tables say; it is not asked to search.
   * @param {Question} question
   * @returns {Promise<Report | null>}
   */
  askServer({ game, rules, start, turns, player }) {
    const asked = { rules, start, turns, level: player, limits: { nodes: 1 } };
    return import('../server.js')
      .then(({ server }) => server(`games/${game}/best`, asked))
      .catch(() => null);
  }

  stop() {
    this.run++;
    this.hurry();
  }
}
