// @ts-check
// A puzzle as a game: what is played is compared with the solution, the defender answers as it says,
// and a turn that is not right is taken back. Nothing of it is kept among the games.

import { beat, moves } from '../board/motion.js';
import { addition } from '../model/edits.js';
import { newKept } from '../model/local.js';
import { RecordSource } from '../model/record.js';

/** How many steps of help there are before the solution. */
export const HELP = 3;

/** @typedef {import('./data.js').Puzzle} Puzzle */
/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Effect} Effect */

/**
 * What the page does when something happens.
 * @typedef {object} Hooks
 * @property {(turn: string, before: string, after: string) => Promise<string>} why a turn is wrong
 * @property {() => void} erred the first wrong turn, or the solution was asked for
 * @property {() => void} solved the last turn was found
 */

export class PuzzleSource extends RecordSource {
  /**
   * @param {GameInfo} info @param {Puzzle} puzzle
   * @param {import('../model/local.js').Means & Hooks} means
   */
  constructor(info, puzzle, means) {
    super(info, newKept({ game: info.id, start: puzzle.position }), means);
    this.puzzle = puzzle;
    this.hooks = /** @type {Hooks} */ (means);
    const letter = puzzle.position.split(' ')[1];
    /** @type {import('../types').Side} */
    this.solver = info.sides[0].letter === letter ? 'light' : 'dark';
    /** Whether a turn is asked for, answered, or the puzzle is done. @type {'asked' | 'busy' | 'done'} */
    this.state = 'asked';
    /** Wrong turns so far. */
    this.errors = 0;
    /** How much help was wanted. */
    this.help = 0;
    /** Whether the solution was shown. */
    this.shown = false;
  }

  /** What is tried out here is nobody's game. */
  keep() {}

  get branches() {
    return false;
  }

  get mine() {
    return [this.solver];
  }

  get canMove() {
    return this.state === 'asked';
  }

  get canUndo() {
    return false;
  }

  get canRedo() {
    return false;
  }

  /** Nobody thinks: the defence is known. */
  async goOn() {}

  /** The turns that are right now. */
  get right() {
    return this.puzzle.line[this.session.turns.length] ?? [];
  }

  /** @param {string} turn @param {Effect[][]} steps @param {number} revision */
  async play(turn, steps, revision) {
    const { session } = this,
      { position: before } = session,
      isRight = this.right.includes(turn);
    const played = await session.queue.runAt(revision, async () => {
      this.state = 'busy';
      await this.played(turn, steps);
    });
    // What was entered for another position is dropped, and whoever entered it is asked again.
    if (!played) return session.changed();
    await (isRight ? this.goodTurn() : this.badTurn(turn, before));
  }

  /** A turn was right: the defender answers, or all are found. */
  async goodTurn() {
    this.help = 0;
    const [reply] = this.right;
    if (!reply) return this.finish();
    if (moves()) await beat();
    await this.add(reply);
    this.state = 'asked';
    await this.session.changed();
  }

  /** A turn of the line is played. @param {string} turn */
  add(turn) {
    const { session } = this;
    return session.queue.run(async () => {
      if (session.closed) return;
      const side = session.snapshot.to_move,
        { steps } = await this.become([...session.turns, turn]);
      await session.changed({
        steps,
        fresh: true,
        happened: { what: 'turn', side, turns: [turn] },
      });
    });
  }

  /** A turn was not right: it is said why, and taken back. @param {string} turn @param {string} before */
  async badTurn(turn, before) {
    const { session } = this,
      first = !this.errors++;
    const why = await this.hooks.why(turn, before, session.position);
    if (session.closed) return;
    if (first) this.hooks.erred();
    if (moves()) await beat();
    await session.queue.run(async () => {
      if (session.closed) return;
      const wrong = addition(session.node),
        { steps } = await this.become(session.turns.slice(0, -1));
      // What is taken back is not to be played again.
      wrong.undo();
      this.state = 'asked';
      await session.changed({ steps, fresh: true });
      session.tell('refusal', { text: why });
      await session.changed();
    });
  }

  /** The last turn was found. */
  async finish() {
    this.state = 'done';
    this.hooks.solved();
    await this.session.changed();
  }

  /** Plays what is left of the solution. */
  async show() {
    if (this.state !== 'asked') return;
    this.state = 'busy';
    this.shown = true;
    if (!this.errors++) this.hooks.erred();
    for (let [turn] = this.right; turn && !this.session.closed; [turn] = this.right) {
      await this.add(turn);
      if (moves()) await beat();
    }
    this.state = 'done';
    await this.session.changed();
  }
}
