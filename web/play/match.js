// @ts-check
// A game on the table, wherever it is kept. The table asks a match who plays, what has been played
// and what can be done; local games and live games answer each in their own way. Whatever changes
// a match is a command of its queue.

import { ask } from '../engine.js';
import { isWord, pick, t } from '../words.js';
import { CommandQueue } from './commands.js';

/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Game} Snapshot */
/** @typedef {import('../types').Side} Side */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../store.js').End} End */

/**
 * What a change of the match looks like.
 * @typedef {object} Change
 * @property {Effect[][]} [steps] what happened on the board, click by click
 * @property {string} [said] what to tell those who listen
 * @property {boolean} [fresh] whether the position is another one
 */

/** @type {[Side, Side]} */
export const SIDES = ['light', 'dark'];

/** @param {Side} side @returns {Side} */
export const other = side => (side === 'light' ? 'dark' : 'light');

export class Match {
  /**
   * @param {GameInfo} info
   * @param {string} rules
   * @param {string | null} start
   * @param {string[]} turns
   * @param {'local' | 'live'} kind whether it is kept here or on the server
   */
  constructor(info, rules, start, turns, kind) {
    this.info = info;
    this.rules = rules;
    this.start = start;
    this.turns = turns;
    this.kind = kind;
    /** @type {Snapshot} set by the first refresh */
    this.snap = /** @type {any} */ (null);
    this.commands = new CommandQueue();
    /**
     * Tells the table, which is done when the change is painted.
     * @type {(change: Change) => Promise<void>}
     */
    this.changed = async () => {};
  }

  /** Counts the changes of the game. */
  get revision() {
    return this.commands.revision;
  }

  /** What every request about this game says. */
  get base() {
    return { game: this.info.id, rules: this.rules };
  }

  /**
   * Asks the rules what all turns so far, or others instead, lead to. Until they answer, everything
   * stays as it was: the page may be painted meanwhile. Only a command of the queue may do this.
   * @param {string[]} [turns]
   */
  async refresh(turns = this.turns) {
    const snap = /** @type {Snapshot} */ (
      await ask('game', { ...this.base, start: this.start, turns })
    );
    const now = snap.moves.map(m => m.turn),
      before = this.turns;
    const same = now.length === before.length && now.every((turn, i) => turn === before[i]);
    if (!this.snap || !same) this.commands.changed();
    this.snap = snap;
    this.turns = now;
    return snap;
  }

  /** Asks for all texts again, in the language that was chosen meanwhile. */
  reword() {
    return this.commands.run(() => this.refresh());
  }

  /** What a record says about the turns. @returns {import('../types').Line | null} */
  get notes() {
    return null;
  }

  /** For how many turns that holds: those that are still as they were. */
  get notesTo() {
    const told = this.notes?.turns ?? [],
      other = this.turns.findIndex((turn, i) => told[i]?.turn !== turn);
    return other < 0 ? this.turns.length : other;
  }

  /** What is said after so many turns. @param {number} n */
  noteAt(n) {
    if (n > this.notesTo) return '';
    return (n ? this.notes?.turns[n - 1]?.comment : this.notes?.comment) ?? '';
  }

  get position() {
    return this.snap.look.position;
  }

  /** The position after so many turns. @param {number} n */
  positionAt(n) {
    return n === 0 ? this.snap.start : this.snap.positions[n - 1];
  }

  /** @returns {(End & {words?: string}) | {outcome: null, how: string} | null} */
  get over() {
    return this.snap.over;
  }

  /** The sides that are played by whoever sits here. @returns {Side[]} */
  get mine() {
    return [];
  }

  /** Whether the game can only be looked at, for now. */
  get readOnly() {
    return false;
  }

  /** Whether whoever sits here is to move. */
  get myTurn() {
    return !this.over && !this.readOnly && this.mine.includes(this.snap.to_move);
  }

  /** The only side that is played here, if it is one. @returns {Side | null} */
  get you() {
    return this.mine.length === 1 ? this.mine[0] : null;
  }

  /** @param {Side} side */
  sideName(side) {
    return pick(this.info.sides[side === 'light' ? 0 : 1].name);
  }

  /** @param {Side} side */
  nameOf(side) {
    return this.sideName(side);
  }

  /** Says that it is not the turn of whoever sits here. */
  get notYours() {
    return t('notYours', this.nameOf(this.snap.to_move));
  }

  /** What kind of game it is, in words. */
  get kindWords() {
    return '';
  }

  /** The same in a word or two. */
  get kindShort() {
    return '';
  }

  /** The options that are not as on the sheet, in words. */
  get ruleWords() {
    const chosen = new Map(
      this.rules
        .split(',')
        .filter(Boolean)
        .map(part => /** @type {[string, string]} */ (part.split('='))),
    );
    return this.info.options
      .flatMap(option => {
        const value = option.values.find(v => v.name === chosen.get(option.name));
        return value && option.name !== 'first'
          ? [t('optionValue', pick(option.words), pick(value.words))]
          : [];
      })
      .join('. ');
  }

  /** How it ended, in two parts. @returns {{head: string, why: string}} */
  get verdict() {
    const over = this.over;
    if (!over) return { head: '', why: '' };
    const word = `how_${over.how}`,
      why = isWord(word) ? t(word) : over.how;
    if (over.outcome === null) return { head: t('aborted'), why: '' };
    if (over.outcome === 'draw') return { head: t('drawn'), why };
    if (this.you) {
      const head = t(over.outcome === this.you ? 'youWon' : 'youLost');
      return { head, why: t('wonBy', this.sideName(over.outcome), why) };
    }
    return { head: t('won', this.sideName(over.outcome)), why };
  }

  // What people can do; a match that cannot says so.

  get canUndo() {
    return false;
  }

  get canRedo() {
    return false;
  }

  get canHint() {
    return false;
  }

  /**
   * Plays a turn whose last steps have not been shown yet, if the game is still at that revision.
   * @param {string} _turn
   * @param {Effect[][]} _steps
   * @param {number} _revision
   * @returns {Promise<void>}
   */
  async play(_turn, _steps, _revision) {}

  async undo() {}

  async redo() {}

  /** The match is taken off the table. */
  leave() {}

  /** @returns {Promise<void>} */
  async resign() {}

  /** @returns {Promise<void>} */
  async offerDraw() {}
}
