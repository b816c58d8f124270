// @ts-check
// The Analyse page with one game on it: a board and a tree as on the Play page, and beside them
// what is known of the position.

import { badges } from '../board/badges.js';
import { arrow, cased, mark, ring } from '../board/marks.js';
import { PlayController } from '../play/controller.js';
import { say } from '../shell.js';
import { pick, sentencesOf, t } from '../words.js';
import { Analysis } from './analysis.js';
import { letterOf, skeleton } from './panels.js';
import { Review } from './review.js';
import { momentWords } from './review-panel.js';

/** @typedef {import('../model/session.js').GameSession} GameSession */
/** @typedef {import('../model/session.js').Change} Change */

/**
 * A review that was asked for.
 * @typedef {object} Asked
 * @property {Partial<Record<import('../types').Side, import('../model/store.js').Player>>} players
 * @property {import('../types').Side | ''} you
 */

export class AnalyseController extends PlayController {
  /**
   * @param {HTMLElement} main @param {GameSession} session
   * @param {import('../model/broker.js').SearchBroker} broker
   * @param {import('./knowledge.js').Knowledge} knowledge
   * @param {() => string[]} running positions of games with friends that are being played
   * @param {Asked | null} [asked] what is to be reviewed: who played, and who reads it
   */
  constructor(main, session, broker, knowledge, running, asked = null) {
    super(main, session, broker);
    this.analysis = new Analysis(session, knowledge, broker, running, () => this.draw());
    /** Whether values are shown. */
    this.values = true;
    /** Which of the cards is shown where there is room for one. */
    this.tab = asked ? 'review' : 'values';
    /** What decided the game, if that was asked. @type {Review | null} */
    this.review = null;
    if (asked) this.beginReview(asked);
    this.board.overlay = () => this.badges();
  }

  /** Reviews the game before anything else is searched. @param {Asked} asked */
  beginReview({ players, you }) {
    const review = new Review(this.analysis, () => this.draw(), players, you);
    this.review = review;
    this.analysis.first = review.found.catch(() => {});
    this.flipped = you === 'dark';
    this.stage.classList.add('reviewed');
    this.relay();
    review.found.then(
      () => this.reviewed(review),
      () => {},
    );
  }

  /** Everything is known: whoever has not gone elsewhere is shown the first turn. @param {Review} review */
  async reviewed({ moments, shown }) {
    const { session } = this,
      found = t('analyse.reviewFound', moments.length);
    if (this.left) return;
    if (shown || !moments.length || session.node !== session.tree.last) return say(found);
    await this.showMoment(moments[0].ply, false);
    say(sentencesOf([found, ...momentWords(this, moments[0])]));
  }

  /** Shows one of the turns that decided the game. @param {number} ply @param {boolean} [spoken] */
  async showMoment(ply, spoken = true) {
    const { review, session } = this,
      moment = review?.moments.find(one => one.ply === ply);
    if (!review || !moment) return;
    review.shown = ply;
    await session.walk(() => session.tree.main[ply - 2] ?? session.tree.root);
    this.draw();
    if (spoken) say(sentencesOf(momentWords(this, moment)));
  }

  /** Shows the next turn that decided the game, and after the last the first again. */
  nextMoment() {
    const { moments = [], shown = 0 } = this.review ?? {},
      next = moments.find(({ ply }) => ply > shown) ?? moments[0];
    if (next) this.showMoment(next.ply);
  }

  /** The turn that decided the game and is shown: what was played, and what was better. */
  get moment() {
    const { session, review } = this;
    return session.isOpen && !session.node.variation
      ? (review?.at(session.node.ply) ?? null)
      : null;
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
      way = this.moment?.ways.better ?? (better ? ways?.get(best.turn) : null),
      shows = this.values && !this.entry?.begun;
    return {
      ...super.scene,
      trace: null,
      // Two turns to compare are enough.
      ...(this.moment ? { last: null } : {}),
      ...(shows && way?.length ? { best: way } : {}),
    };
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
    if (this.review) this.broker.abort(this.review);
    super.leave();
  }

  /** Shows or hides what turns are worth. */
  toggleValues() {
    this.values = !this.values;
    this.draw();
  }

  /** The turn that was played where another was better, in red. @param {string[]} way */
  played(way) {
    const stops = way.map(cell => this.board.layout.at(cell)),
      stands = this.look.pieces.some(([cell]) => cell === way.at(-1));
    if (stops.length > 1) return arrow(stops, 'm-warn', 40, stands ? 44 : 14, 22);
    return stops.length ? mark('m-warn', stops[0], cased(ring(40))) : '';
  }

  /** What turns are worth, on the board: of those that go the same way the best. */
  badges() {
    const { analysis, entry, moment } = this,
      selected = this.board.scene.selected;
    if (this.values && moment && !entry?.begun) return this.played(moment.ways.played);
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
