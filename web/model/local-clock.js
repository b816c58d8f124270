// @ts-check
// The clock of two people at one screen. It runs once the first turn is played, only while the game
// is on the screen of the tab that plays it, and never for a side whose time is not counted.

/** @typedef {import('../types').Side} Side */
/** @typedef {import('./store.js').Clock} Clock */

export class LocalClock {
  /** @param {Clock} clock @param {() => number} [now] in milliseconds */
  constructor(clock, now = () => performance.now()) {
    this.clock = clock;
    this.now = now;
    /** Whose time runs, and since when. @type {Side | null} */
    this.running = null;
    this.since = now();
  }

  /** Whether the time of a side is counted. @param {Side} side */
  counts(side) {
    return !this.clock.only || this.clock.only === side;
  }

  /** Charges whoever's time runs up to now. */
  settle() {
    const { running, clock } = this,
      now = this.now();
    if (running)
      clock.left[running] = Math.max(0, Math.round(clock.left[running] - (now - this.since)));
    this.since = now;
  }

  /** From now on this side's time runs; null: nobody's. @param {Side | null} side */
  run(side) {
    this.settle();
    this.running = side && this.counts(side) ? side : null;
  }

  /** A side has played: what it gets for it. @param {Side} side */
  played(side) {
    this.settle();
    // The first turn is played before the clock runs, and earns nothing.
    if (this.running === side) this.clock.left[side] += this.clock.increment * 1000;
  }

  /** How long until a flag falls, in milliseconds; null while nobody's time runs. */
  get falls() {
    return this.running ? this.clock.left[this.running] - (this.now() - this.since) : null;
  }

  /** What a strip shows of a side; null if its time is not counted. @param {Side} side */
  of(side) {
    if (!this.counts(side)) return null;
    const on = this.running === side,
      told = this.clock.left[side];
    const left = Math.max(0, told - (on ? this.now() - this.since : 0));
    return { on, left, told, at: this.since };
  }
}
