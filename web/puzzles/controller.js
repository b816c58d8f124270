// @ts-check
// The Puzzles page with one puzzle on it: a board as on the Play page, and what is asked.

import { way } from '../model/hint.js';
import { PlayController } from '../play/controller.js';
import { sideName } from '../play/wording.js';
import { capital, pick, t } from '../words.js';
import { skeleton } from './panels.js';
import { HELP } from './source.js';
import { reason, task } from './wording.js';

/** @typedef {import('../model/session.js').GameSession} GameSession */
/** @typedef {import('./source.js').PuzzleSource} PuzzleSource */

export class PuzzleController extends PlayController {
  /**
   * @param {HTMLElement} main @param {GameSession} session
   * @param {import('../model/broker.js').SearchBroker} broker
   * @param {import('./page.js').Around} around
   */
  constructor(main, session, broker, around) {
    super(main, session, broker);
    this.around = around;
    /** What the help says. */
    this.helps = '';
  }

  /** @param {HTMLElement} main @param {boolean} wide */
  build(main, wide) {
    return skeleton(main, wide);
  }

  /** @returns {PuzzleSource} */
  get source() {
    return /** @type {PuzzleSource} */ (this.session.source);
  }

  /** Whoever solves puzzles knows what the game is about. */
  get teaches() {
    return false;
  }

  get tabTitle() {
    return t('labelled', t('toSolve'), pick(this.info.name));
  }

  /** What is to be done. */
  get task() {
    const { puzzle, solver } = this.source;
    return capital(task(puzzle, sideName(this.session, solver)));
  }

  forget() {
    super.forget();
    this.helps = '';
  }

  /** Help comes in steps: which pawn, where it goes, why. */
  async help() {
    const { source, session } = this,
      { revision } = session;
    if (source.state !== 'asked') return;
    if (source.help >= HELP) return source.show();
    const [turn] = source.right,
      undo = this.entry?.reset() ?? [],
      { effects } = await session.rules.type(turn);
    if (this.left || revision !== session.revision) return;
    source.help++;
    this.around.helped(source);
    const cells = way(effects),
      some = source.help === 1 ? cells.slice(0, 1) : cells;
    this.helps =
      source.help === 1
        ? cells.length
          ? t('puzzles.helpPawn', cells[0])
          : t('puzzles.helpNoPawn')
        : source.help === 2
          ? t('puzzles.helpTurn', turn)
          : reason(source.puzzle);
    this.hint = { turn, words: this.helps, cells: some };
    session.settle('refusal', 'note');
    this.draw(undo);
  }

  paint() {
    this.stage.dataset.puzzle = this.source.puzzle.id;
    this.stage.dataset.state = this.session.isOpen ? this.source.state : '';
    super.paint();
  }
}
