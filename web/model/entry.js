// @ts-check
// A turn that is being entered, click by click. The rules say after each click what can follow;
// clicks without an alternative they make themselves. Going back means going back to the last
// click that somebody made.

import { undoing } from './effects.js';

/** @typedef {import('../types').Enter} Answer */
/** @typedef {import('../types').Effect} Effect */

export class Entry {
  /** @param {(clicks: string[]) => Promise<Answer>} ask @param {number} [revision] of the game */
  static async begin(ask, revision = 0) {
    return new Entry(ask, await ask([]), revision);
  }

  /**
   * @param {(clicks: string[]) => Promise<Answer>} ask
   * @param {Answer} root
   * @param {number} revision
   */
  constructor(ask, root, revision) {
    this.ask = ask;
    /** The revision of the game that the turn is meant for. */
    this.revision = revision;
    /** What the rules said at first and after each click. */
    this.stack = [root];
  }

  get root() {
    return this.stack[0];
  }

  get now() {
    return this.stack[this.stack.length - 1];
  }

  /** Whether there is a click to go back from. */
  get begun() {
    return this.stack.length > 1;
  }

  /** Whether something has moved already. */
  get changed() {
    return this.now.steps.some(effects => effects.length);
  }

  /** @param {string} click */
  offers(click) {
    return this.now.next.some(next => next.click === click);
  }

  /**
   * Whether the rules have made this click themselves, for want of another.
   * @param {string} click
   */
  made(click) {
    const before = this.stack[this.stack.length - 2];
    return !!before && this.now.clicks.slice(before.clicks.length + 1).includes(click);
  }

  /**
   * Makes a click and says what it did; throws the reason if it is refused.
   * @param {string} click
   * @returns {Promise<Effect[][]>}
   */
  async click(click) {
    const before = this.now,
      now = await this.ask([...before.clicks, click]);
    if (this.now !== before) return [];
    this.stack.push(now);
    return now.steps.slice(before.steps.length);
  }

  /** Makes clicks again that were made before. @param {string[][]} clicks */
  async repeat(clicks) {
    for (const all of clicks) this.stack.push(await this.ask(all));
  }

  /** The clicks so far, after each of those that somebody made. */
  get clicks() {
    return this.stack.slice(1).map(answer => answer.clicks);
  }

  /** Takes the last click back and says what undoes it. @returns {Effect[][]} */
  back() {
    if (!this.begun) return [];
    const gone = /** @type {Answer} */ (this.stack.pop());
    return undoing(gone.steps.slice(this.now.steps.length));
  }

  /** Takes all clicks back. @returns {Effect[][]} */
  reset() {
    const gone = this.now;
    this.stack.length = 1;
    return undoing(gone.steps.slice(this.now.steps.length));
  }
}
