// @ts-check
// All searches go through one broker: it knows whose they are and what for, lets one run at a time,
// the most urgent first, and forgets those that nobody waits for any more. The result of a search
// goes to whoever submitted it and to nobody else, and not even there once it was aborted: a stale
// search cannot touch another game.

/** @typedef {'opponent' | 'hint' | 'analysis'} Purpose */
/** @typedef {import('../types').Report} Report */

/**
 * What a search is told about while it runs.
 * @typedef {object} Hooks
 * @property {(report: Report) => void} progress what it has found so far
 * @property {(waiting: boolean) => void} waits whether it waits for tables
 */

/**
 * A search as the engine runs it: `stop` makes it say what it has.
 * @template T
 * @typedef {{found: Promise<T>, stop: () => void}} Running
 */

/**
 * @template T
 * @typedef {object} Order
 * @property {object} owner whose search it is; a newer one of the same purpose replaces it
 * @property {Purpose} purpose
 * @property {(hooks: Hooks) => Running<T>} start
 * @property {(report: Report) => void} [progress]
 * @property {(waiting: boolean) => void} [waits]
 */

/** What somebody waits for comes before what is only looked at. @type {Record<Purpose, number>} */
const URGENCY = { opponent: 2, hint: 1, analysis: 0 };

/** @template T */
class SearchJob {
  /** @param {Order<T>} order @param {SearchBroker} broker */
  constructor(order, broker) {
    this.order = order;
    this.broker = broker;
    this.over = false;
    /** @type {Running<T> | null} */
    this.running = null;
    /** Whether it is to say what it has as soon as it runs. */
    this.hurried = false;
    /** What was found; null if it was aborted. @type {Promise<T | null>} */
    this.found = new Promise((done, fail) => {
      this.settle = done;
      this.fail = fail;
    });
    // Whoever aborts a search need not hear that it has failed as well.
    this.found.catch(() => {});
  }

  begin() {
    const { order } = this;
    this.running = order.start({
      progress: report => {
        if (!this.over) order.progress?.(report);
      },
      waits: waiting => {
        if (!this.over) order.waits?.(waiting);
      },
    });
    this.running.found.then(
      found => this.end(() => this.settle?.(found)),
      error => this.end(() => this.fail?.(error)),
    );
    if (this.hurried) this.running.stop();
  }

  /** @param {() => void} tell */
  end(tell) {
    if (this.over) return;
    this.over = true;
    tell();
    this.broker.ended(this);
  }

  /** Makes the search say what it has found so far. */
  hurry() {
    this.hurried = true;
    if (!this.over) this.running?.stop();
  }

  /** Nobody wants to know any more. */
  abort() {
    if (this.over) return;
    const { running } = this;
    this.end(() => this.settle?.(null));
    running?.stop();
  }
}

export class SearchBroker {
  constructor() {
    /** @type {SearchJob<any> | null} */
    this.running = null;
    /** @type {SearchJob<any>[]} */
    this.waiting = [];
  }

  /** Submits a search. @template T @param {Order<T>} order @returns {SearchJob<T>} */
  submit(order) {
    this.abort(order.owner, order.purpose);
    const job = new SearchJob(order, this);
    this.waiting.push(job);
    this.next();
    return job;
  }

  /** Aborts what somebody has submitted. @param {object} owner @param {Purpose} [purpose] */
  abort(owner, purpose) {
    const theirs = (/** @type {SearchJob<any>} */ { order }) =>
      order.owner === owner && (!purpose || order.purpose === purpose);
    for (const job of this.waiting.filter(theirs)) job.abort();
    if (this.running && theirs(this.running)) this.running.abort();
  }

  /** Starts the most urgent search, unless one runs that is as urgent. */
  next() {
    const urgency = (/** @type {SearchJob<any>} */ job) => URGENCY[job.order.purpose];
    const most = Math.max(...this.waiting.map(urgency)),
      job = this.waiting.find(one => urgency(one) === most);
    if (!job) return;
    // What is less urgent is lost: it can be asked for again, and a search cannot be interrupted.
    if (this.running && urgency(this.running) < most) return this.running.abort();
    if (this.running) return;
    this.waiting = this.waiting.filter(one => one !== job);
    this.running = job;
    job.begin();
  }

  /** @param {SearchJob<any>} job */
  ended(job) {
    this.waiting = this.waiting.filter(one => one !== job);
    if (this.running === job) this.running = null;
    this.next();
  }
}
