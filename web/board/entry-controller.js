// @ts-check
// Entering a turn on a board, by clicks, drags and buttons. Any page can use it: it is given a
// board, a way to ask the rules what may follow (`begin`), and hooks for what only the page knows.
// What people do is done in its order, each thing once everything before it is done and painted.

import { Entry } from '../model/entry.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./board.js').Scene} Scene */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../types').Look} Look */

/**
 * @typedef {object} EntryHooks
 * @property {(steps?: Effect[][]) => void} draw shows the scene after these steps
 * @property {(turn: string, steps: Effect[][], revision: number) => unknown} complete
 *   a turn is complete; the steps have not been shown yet
 * @property {(error: unknown) => unknown} refused a click was refused, or something else failed
 * @property {() => unknown} [entered] a click was good
 * @property {() => unknown} [settled] what was said about the last click does not count any more
 * @property {() => boolean} [blocked] whether no turn can be entered though one has been begun
 * @property {() => unknown} [closed] something was clicked while no turn can be entered
 * @property {(touch: boolean) => boolean} [confirms] whether a complete turn must be confirmed first
 * @property {(steps: Effect[][]) => void} [moved] something moved before the turn was complete
 */

/**
 * What a board shows of a position while nothing is entered.
 * @param {Look} look @returns {Partial<Scene>}
 */
export const still = ({ pieces, last, marks, over }) => ({
  pieces,
  last,
  marks,
  decided: over?.cells ?? [],
});

export class EntryController {
  /** @param {Board} board @param {EntryHooks} hooks */
  constructor(board, hooks) {
    this.board = board;
    this.hooks = hooks;
    /** The turn that is being entered, if one can be. @type {Entry | null} */
    this.entry = null;
    /** Whether a complete turn waits to be confirmed. */
    this.confirming = false;
    /** What people do waits for what they did before. */
    this.queue = Promise.resolve();
    /** How much of it has been done and painted. */
    this.handled = 0;
    /** Counts turns that were begun, so that a late answer begins none. */
    this.run = 0;
    this.closed = false;
  }

  /**
   * Lets a turn be entered.
   * @param {(clicks: string[]) => Promise<import('../types').Enter>} ask the rules
   * @param {number} [revision] of the game that the turn is meant for
   * @returns {Promise<boolean>} whether nothing else has begun or ended meanwhile
   */
  async begin(ask, revision = 0) {
    const run = ++this.run,
      entry = await Entry.begin(ask, revision);
    if (run !== this.run) return false;
    this.entry = entry;
    return true;
  }

  /** No turn can be entered any more. */
  end() {
    this.run++;
    this.entry = null;
    this.confirming = false;
  }

  /** What is asked meanwhile is nothing to anybody. */
  close() {
    this.closed = true;
    this.end();
  }

  /**
   * Does what somebody wants once everything before it is done and painted.
   * @param {() => unknown} act
   */
  input(act) {
    const done = this.queue
      .then(() => (this.closed ? undefined : act()))
      .catch(error => this.hooks.refused(error));
    this.queue = done.then(() => {
      this.board.host.dataset.handled = String(++this.handled);
    });
    return this.queue;
  }

  /** @param {string} click @param {boolean} touch */
  click(click, touch) {
    return this.input(() => this.clicked(click, touch));
  }

  /** @param {string} click @param {boolean} touch @returns {Promise<unknown>} */
  async clicked(click, touch) {
    const { entry, hooks } = this;
    if (!entry || hooks.blocked?.()) return hooks.closed?.();
    if (entry.now.turn && !this.confirming && !entry.begun) return this.finish([]);
    const line = entry.now.preview.choices.find(c => c.cells.includes(click));
    const meant = line?.click ?? click;
    if (!entry.offers(meant) && !entry.changed && entry.begun) {
      if (meant === entry.now.preview.selected) return this.back();
      if (entry.root.next.some(n => n.click === meant)) entry.reset();
    }
    // Whoever does what has been done already is right.
    if (!entry.offers(meant) && entry.made(meant)) {
      hooks.settled?.();
      return hooks.draw();
    }
    const steps = await entry.click(meant);
    // Whoever has moved a pawn is not asked for a last click without alternative; whoever has only
    // chosen one may still choose another.
    const [only, ...others] = entry.now.next;
    if (steps[0]?.length && only?.turn && !others.length)
      steps.push(...(await entry.click(only.click)));
    if (this.entry !== entry) return;
    hooks.settled?.();
    hooks.entered?.();
    if (!entry.now.turn) {
      if (steps.some(s => s.length)) hooks.moved?.(steps);
      hooks.draw(steps);
    } else if (hooks.confirms?.(touch)) {
      this.confirming = true;
      hooks.draw(steps);
    } else await this.finish(steps);
  }

  /** The turn is complete: plays it. @param {Effect[][]} steps what has not been shown yet */
  async finish(steps) {
    const { entry } = this,
      turn = entry?.now.turn;
    if (!turn) return;
    this.end();
    await this.hooks.complete(turn, steps, entry.revision);
  }

  /** Takes the last click back. */
  back() {
    this.confirming = false;
    this.hooks.settled?.();
    this.hooks.draw(this.entry?.back() ?? []);
  }

  /** A pawn is taken up to be dragged. @param {string} cell */
  lift(cell) {
    const { entry } = this;
    if (!entry || this.hooks.blocked?.()) return false;
    if (entry.now.preview.selected === cell) return true;
    const chooses = (/** @type {import('../types').Enter} */ answer) =>
      answer.next.some(n => n.click === cell && n.kind === 'choose');
    if (!chooses(entry.now) && (entry.changed || !chooses(entry.root))) return false;
    this.click(cell, false);
    return true;
  }

  /** It is put down. @param {string | null} cell */
  drop(cell) {
    this.board.released = true;
    if (cell) this.click(cell, this.board.grid?.touch ?? false);
    else this.input(() => this.hooks.draw());
  }

  /**
   * What a board shows of a position and of the turn that is being entered.
   * @param {Look} look @param {string[] | null} [best] a turn that is recommended
   * @returns {Partial<Scene>}
   */
  scene(look, best = null) {
    const { entry } = this,
      base = still(look);
    if (!entry) return base;
    const { preview, next } = entry.now,
      placing = next.flatMap(n => n.effects).find(e => e.do === 'place');
    return {
      ...base,
      pieces: preview.pieces,
      marks: preview.marks ?? look.marks,
      selected: preview.selected,
      targets: preview.targets,
      attacked: preview.attacked,
      taken: preview.taken,
      path: preview.path,
      choices: preview.choices,
      forced: entry.begun ? [] : look.forced,
      movable: entry.begun ? [] : look.movable,
      best: entry.begun ? null : best,
      live: [
        ...next.filter(n => n.kind !== 'button').map(n => n.click),
        ...preview.choices.flatMap(c => c.cells),
        ...(entry.changed ? [] : entry.root.next.map(n => n.click)),
      ],
      buttons: next.filter(n => n.kind === 'button').map(n => n.click),
      ghost: placing?.do === 'place' ? placing.side : null,
    };
  }
}
