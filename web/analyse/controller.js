// @ts-check
// The Analyse page with one game on it: a board and a tree as on the Play page, and beside them
// what is known of the position.

import { badges } from '../board/badges.js';
import { PlayController } from '../play/controller.js';
import { pick, t } from '../words.js';
import { Analysis } from './analysis.js';
import { letterOf, skeleton } from './panels.js';

/** @typedef {import('../model/session.js').GameSession} GameSession */
/** @typedef {import('../model/session.js').Change} Change */

export class AnalyseController extends PlayController {
  /**
   * @param {HTMLElement} main @param {GameSession} session
   * @param {import('../model/broker.js').SearchBroker} broker
   * @param {import('./knowledge.js').Knowledge} knowledge
   * @param {() => string[]} running positions of games with friends that are being played
   */
  constructor(main, session, broker, knowledge, running) {
    super(main, session, broker);
    this.analysis = new Analysis(session, knowledge, broker, running, () => this.draw());
    /** Whether values are shown. */
    this.values = true;
    /** Which of the cards is shown where there is room for one. */
    this.tab = 'values';
    this.board.overlay = () => this.badges();
  }

  /** @param {HTMLElement} main @param {boolean} wide */
  build(main, wide) {
    return skeleton(main, wide);
  }

  get listTitle() {
    return t('analyse.game');
  }

  /** Whoever analyses knows what the game is about. */
  get teaches() {
    return false;
  }

  get tabTitle() {
    return t('labelled', t('analysis'), pick(this.info.name));
  }

  /** The best turn is shown instead of the last one. */
  get scene() {
    const { known, ways } = this.analysis ?? {},
      best = known?.from && known.turns[0],
      // Where all turns are worth the same none is the best.
      next = known?.turns[1]?.value.kind,
      better =
        best &&
        best.value.kind !== 'loss' &&
        (best.value.kind === 'win' || best.value.kind !== next),
      way = better ? ways?.get(best.turn) : null,
      shows = this.values && !this.entry?.begun;
    return { ...super.scene, trace: null, ...(shows && way?.length ? { best: way } : {}) };
  }

  /** What stands behind a turn in the list: a mistake is marked. @param {import('../model/tree.js').TurnNode} node */
  noteOf(node) {
    const { session, analysis, values } = this,
      onLine = session.line[node.ply - 1] === node;
    return values && analysis && onLine && analysis.isMistake(node.ply) ? '?' : '';
  }

  /** @param {Change} change */
  async update(change) {
    await super.update(change);
    if (this.left || !this.session.isOpen) return;
    this.analysis.follow();
  }

  leave() {
    this.analysis.close();
    super.leave();
  }

  /** Shows or hides what turns are worth. */
  toggleValues() {
    this.values = !this.values;
    this.draw();
  }

  /** What turns are worth, on the board: of those that go the same way the best. */
  badges() {
    const { analysis, entry } = this,
      selected = this.board.scene.selected;
    if (!this.values || !analysis?.known?.from || (entry?.begun && !selected)) return '';
    /** @type {Map<string, import('../board/badges.js').Badge>} */
    const best = new Map();
    for (const { turn, value } of analysis.known.turns) {
      const way = analysis.ways.get(turn),
        { kind } = value;
      if (!way?.length || kind === 'unknown' || (selected && way[0] !== selected)) continue;
      const step = `${way[0]} ${way[1] ?? ''}`;
      if (!best.has(step)) best.set(step, { way: way.slice(0, 2), kind, text: letterOf(value) });
    }
    return badges(this.board.layout, [...best.values()]);
  }
}
