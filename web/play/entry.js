// @ts-check
// A turn that is being entered, click by click. The rules say after each click what can follow;
// clicks without an alternative they make themselves. Going back means going back to the last
// click that somebody made.

/** @typedef {import('../types').Entry} Answer */
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

/**
 * Effects that undo others, as far as pawns and plates move: what was taken or placed simply is
 * there again or not.
 * @param {Effect[][]} steps
 * @returns {Effect[][]}
 */
export const undoing = steps => [...steps].reverse().map(effects => effects.flatMap(undo));

/** @param {Effect} e @returns {Effect[]} */
function undo(e) {
  if (e.do === 'move') return [{ do: 'move', from: e.to, to: e.from }];
  if (e.do === 'spin') return [{ do: 'spin', quarters: -e.quarters }];
  return e.do === 'place' ? [{ do: 'remove', cell: e.cell }] : [];
}
