// @ts-check
// The computer's turns: a level searches as long as it may, the strongest player asks tables first,
// those of the page and those of the server. An answer takes a moment even if it is known at once,
// so that it can be seen.

/** @typedef {import('../engine.js').OpenGame} OpenGame */
/** @typedef {import('../engine.js').Found} Found */
/** @typedef {import('./broker.js').SearchBroker} SearchBroker */

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

/** @typedef {(game: string, asked: object) => Promise<any>} AskServer */

/** What the server's tables say; it is not asked to search. @type {AskServer} */
const bestOfServer = (game, asked) =>
  import('../server.js').then(({ server }) => server(`games/${game}/best`, asked));

export class Opponent {
  /**
   * @param {SearchBroker} broker @param {string} level
   * @param {{least?: number, askServer?: AskServer}} [how]
   */
  constructor(broker, level, { least = LEAST, askServer = bestOfServer } = {}) {
    this.broker = broker;
    this.level = level;
    this.least = least;
    this.askServer = askServer;
    /** The same for a whole game: what the search remembers from one turn helps in the next. */
    this.seed = crypto.getRandomValues(new Uint32Array(1))[0];
    /** The search that counts. @type {{job: {hurry: () => void} | null} | null} */
    this.current = null;
    /** Told whether a search waits for tables. @type {(waiting: boolean) => void} */
    this.waits = () => {};
    /** Whether the server knew a turn exactly that was not known here. */
    this.askFirst = false;
  }

  /** Finds a turn; null if it was aborted meanwhile. @param {OpenGame} game */
  async choose(game) {
    this.abort();
    const mine = (this.current = { job: null });
    const found = await (isStrongest(this.level)
      ? this.strongest(game, mine)
      : this.search(game, mine, MOST));
    if (this.current !== mine) return null;
    this.current = null;
    return found;
  }

  /**
   * @param {OpenGame} game @param {NonNullable<Opponent['current']>} mine @param {number} time
   * @returns {Promise<Found | null>}
   */
  async search(game, mine, time) {
    const begun = performance.now();
    const job = this.broker.submit({
      owner: this,
      purpose: 'opponent',
      start: hooks => game.think({ player: this.level, seed: this.seed, time }, hooks),
      waits: waiting => this.waits(waiting),
    });
    mine.job = job;
    const found = await job.found,
      left = this.least - (performance.now() - begun);
    if (left > 0) await pause(left);
    return found;
  }

  /**
   * The turn of the strongest player: from the tables here, or from those of the server that are
   * too large for pages; without either, the best that a search finds.
   * @param {OpenGame} game @param {NonNullable<Opponent['current']>} mine
   */
  async strongest(game, mine) {
    const before = this.askFirst ? await this.ofServer(game) : null;
    if (this.current !== mine || before) return before;
    const own = await this.search(game, mine, STRONGEST);
    if (this.current !== mine || !own || own.exact) return own;
    const theirs = await this.ofServer(game);
    this.askFirst = !!theirs;
    return theirs ?? own;
  }

  /** What the server knows for certain. @param {OpenGame} game @returns {Promise<Found | null>} */
  async ofServer(game) {
    const { game: id, rules } = game.base,
      { start, turns } = game;
    const asked = { rules, start, turns, level: this.level, limits: { nodes: 1 } };
    const report = await this.askServer(id, asked).catch(() => null);
    if (!report?.exact) return null;
    const { effects } = await game.type(report.turn);
    return { ...report, effects };
  }

  /** Makes it play what it has found so far. */
  hurry() {
    this.current?.job?.hurry();
  }

  abort() {
    this.current = null;
    this.broker.abort(this);
  }
}

/** What a report says of the chances of whoever moves. @param {import('../types').Report} report */
export function worth({ score }) {
  if (!score) return null;
  return { win: 1e6, loss: -1e6, draw: 0, score: score.points ?? 0 }[score.kind] ?? null;
}
