// @ts-check
// The Play page with one game on it: the session, the board it is shown on, the turn that is being
// entered, and the panels around it. Everything a person does comes in here; everything that
// changes is painted from here.

import { describe } from '../board/cells.js';
import { EntryController, still } from '../board/entry-controller.js';
import { setPace } from '../board/motion.js';
import { byId } from '../dom.js';
import { undoing } from '../model/effects.js';
import { settings } from '../settings.js';
import { say } from '../shell.js';
import { complaint, pick, sentencesOf, t } from '../words.js';
import { Panel } from './panel.js';
import * as panels from './panels.js';
import { scrollTurns } from './turns.js';
import { Telling, endSound, sound } from './telling.js';
import { liveOf, notYours, sideName, statusText, verdict } from './wording.js';

/** @typedef {import('../model/session.js').GameSession} GameSession */
/** @typedef {import('../model/session.js').Change} Change */
/** @typedef {import('../types').Look} Look */
/** @typedef {import('../types').Effect} Effect */

/** How long everything that moves takes, as a multiple of the usual. */
const PACES = { off: 0, quick: 0.6, normal: 1, slow: 2.4 };

/** Below this size, in pixels, a finger does not hit a cell for certain. */
const SMALL = 36;

export class PlayController {
  /**
   * @param {HTMLElement} main @param {GameSession} session
   * @param {import('../model/broker.js').SearchBroker} broker
   */
  constructor(main, session, broker) {
    this.session = session;
    this.info = session.info;
    this.broker = broker;
    /**
     * The number of turns after which a game that is being played is shown; null: as it is now.
     * Where there is a tree to walk in, the session itself is elsewhere.
     * @type {number | null}
     */
    this.ply = null;
    /** @type {Look | null} */
    this.past = null;
    /** What the last turn did. */
    this.telling = new Telling(this);
    /** A question that waits for an answer. @type {'' | 'resign' | 'draw' | 'abort'} */
    this.pending = '';
    /** @type {{turn: string, words: string, cells: string[]} | null} */
    this.hint = null;
    /** The search for a hint. @type {{revision: number} | null} */
    this.seeking = null;
    /** Legal turns, once somebody wants to see them. @type {string[] | null} */
    this.legal = null;
    /** Whether there are more than are listed. */
    this.unlisted = false;
    this.typed = '';
    this.typing = false;
    /** Whether this is the rematch that the rules grant after a win. */
    this.isSequel = false;
    /** How the board lies besides the side that sits in front of it. */
    this.flipped = false;
    this.upright = false;
    /** The panels around the board. @type {Set<() => void>} */
    this.painters = new Set();
    /** Counts what is shown, so that what comes late is not. */
    this.epoch = 0;
    /** Whether another game lies on the table. */
    this.left = false;

    this.stage = this.build(main, this.isWide);
    const el = /** @type {import('../board/element.js').DamierBoard} */ (byId('board'));
    this.board = el.attach(
      this.info.view,
      {
        quarters: this.quarters,
        coordinates: settings.coordinates,
        label: t('boardOf', pick(this.info.name)),
      },
      {
        click: (click, touch) => this.click(click, touch),
        lift: cell => this.entering.lift(cell),
        drop: cell => this.entering.drop(cell),
        describe: (cell, scene) =>
          describe(side => sideName(session, side), this.info.marks, cell, scene),
        name: button =>
          pick(this.info.buttons.find(b => b.name === button)?.words ?? { en: button, fr: button }),
      },
    );
    /** @type {EntryController} */
    this.entering = new EntryController(this.board, {
      draw: steps => this.draw(steps),
      complete: (turn, steps, revision) => session.play(turn, steps, revision),
      refused: error => this.fail(error),
      settled: () => session.settle('refusal', 'note'),
      entered: () => {
        this.hint = null;
      },
      blocked: () => this.ply !== null,
      closed: () => this.explain(),
      confirms: touch => touch && (settings.confirm || this.board.cellSize < SMALL),
      moved: sound,
    });
    setPace(PACES[settings.speed]);
    this.lay();
    for (const panel of this.stage.querySelectorAll('*'))
      if (panel instanceof Panel) panel.follow(this);
    this.unsubscribe = session.subscribe(change =>
      this.update(change).catch(error => this.refuse(error)),
    );
  }

  /** The empty page. @param {HTMLElement} main @param {boolean} wide */
  build(main, wide) {
    return panels.skeleton(main, wide);
  }

  /** The game is taken off the table: what it still has to say is nothing to the page. */
  leave() {
    this.left = true;
    this.epoch++;
    this.unsubscribe();
    this.entering.close();
    if (this.session.game) this.broker.abort(this.session.game);
    this.session.close();
  }

  /** The turn that is being entered, if one can be. */
  get entry() {
    return this.entering.entry;
  }

  get isWide() {
    const [x0, y0, x1, y1] = this.info.view.field;
    return (x1 - x0) / (y1 - y0) > 1.35;
  }

  /** The side that sits at the lower edge. */
  get near() {
    const home = this.session.you ?? liveOf(this.session)?.offered ?? 'light';
    return this.flipped === (home === 'dark') ? 'light' : 'dark';
  }

  get quarters() {
    return (this.near === 'dark' ? 2 : 0) + (this.upright ? 1 : 0);
  }

  // ---- what is shown ---------------------------------------------------------------------------

  /** What people call this game: a rematch by special rules has a name of its own. */
  get name() {
    const { name, sequel } = this.info;
    return this.isSequel && sequel ? t('labelled', pick(name), pick(sequel)) : pick(name);
  }

  /** The last turn before the position that is shown. */
  get here() {
    const { session, ply } = this;
    return ply === null ? session.node : session.nodeAt(ply);
  }

  /** The position on the board. @returns {Look} */
  get look() {
    return this.past ?? this.session.snapshot.look;
  }

  get scene() {
    const { look } = this,
      scene = this.ply === null ? this.entering.scene(look, this.hint?.cells) : still(look);
    // Whoever has begun a turn has read the last one.
    return { ...scene, trace: this.entry?.begun || this.hint ? null : this.telling.trace };
  }

  /** The game has changed, or is there for the first time. @param {Change} change */
  async update(change) {
    if (this.left) return;
    const epoch = ++this.epoch,
      { session, entering } = this;
    if (change.fresh) this.forget();
    if (!session.myTurn) entering.end();
    else if (!entering.entry && this.ply === null) {
      await entering.begin(session.rules.entering(), session.revision);
      if (epoch !== this.epoch) return;
    }
    if (this.ply === null) {
      await this.telling.follow(session.turns.length, session.node);
      if (epoch !== this.epoch) return;
    }
    if (change.steps?.length) sound(change.steps);
    if (change.fresh && session.over && !change.walked) sound(endSound(session));
    const told = change.happened && this.telling.spoken(change.happened);
    this.draw(change.steps);
    if (this.typing && !this.legal) this.list(true);
    if (change.walked) say(this.announcement(this.whereabouts));
    else if (told) say(this.announcement(told));
    else if (change.fresh && session.over) say(this.announcement(''));
  }

  /** What was for another position is forgotten. */
  forget() {
    this.entering.end();
    this.legal = null;
    this.hint = null;
    if (this.seeking) this.broker.abort(this.session.rules, 'hint');
    this.seeking = null;
    this.typed = '';
    this.session.settle('refusal', 'note');
    if (this.pending !== 'draw' || this.session.over) this.pending = '';
    this.ply = null;
    this.past = null;
  }

  /** Where in the game one is, in words. */
  get whereabouts() {
    const { session, here } = this,
      n = here.ply;
    if (!n) return t('pastStart');
    return t(here.variation ? 'inVariation' : 'past', n, session.line.length);
  }

  /** @param {string} said */
  announcement(said) {
    const { session } = this,
      { head, why } = verdict(session);
    if (session.over)
      return sentencesOf([said, why ? t('sayOverWhy', head, why) : t('sayOver', head)]);
    return session.myTurn && session.you ? sentencesOf([said, t('sayYour')]) : said;
  }

  /** Draws board and panels. @param {Effect[][]} [steps] */
  draw(steps) {
    if (this.left) return;
    // Which side sits here may become known only when the server has said so.
    if (this.board.look.quarters !== this.quarters) this.board.restyle({ quarters: this.quarters });
    this.board.show(this.scene, steps);
    this.paint();
  }

  /**
   * Paints something with the panels, until the function that is returned is called.
   * @param {() => void} paint
   */
  onPaint(paint) {
    this.painters.add(paint);
    return () => {
      this.painters.delete(paint);
    };
  }

  /** Draws the panels. */
  paint() {
    const { session, board } = this;
    if (this.left || !session.isOpen) return;
    board.host.dataset.revision = String(session.revision);
    board.look.label = t('boardOf', pick(this.info.name));
    for (const paint of [...this.painters]) paint();
    document.title = this.tabTitle;
  }

  /** What the list of turns is called. */
  get listTitle() {
    return t('turns');
  }

  /** Whether newcomers are told what the game is about. */
  get teaches() {
    return true;
  }

  /** What stands behind a turn in the list. @param {import('../model/tree.js').TurnNode} _node */
  noteOf(_node) {
    return '';
  }

  /** What the window is called. */
  get tabTitle() {
    const { session } = this,
      your = session.myTurn && session.you;
    return t(your ? 'tabTurnOf' : 'tabOf', this.name);
  }

  /** Language or another choice has changed: all texts are asked for again. */
  reword() {
    setPace(PACES[settings.speed]);
    return this.input(() => this.reworded());
  }

  async reworded() {
    const { session, entering } = this;
    await session.reword();
    if (this.left) return;
    if (this.ply !== null) await this.goTo(this.ply);
    const clicks = this.entry?.clicks ?? [];
    entering.end();
    session.settle('refusal', 'note');
    await this.update({});
    await this.entry?.repeat(clicks);
    if (this.left) return;
    this.board.restyle({
      coordinates: settings.coordinates,
      quarters: this.quarters,
      label: t('boardOf', pick(this.info.name)),
    });
    this.draw();
  }

  // ---- entering a turn -------------------------------------------------------------------------

  /**
   * Does what somebody wants once everything before it is done and painted.
   * @param {() => unknown} act
   */
  input(act) {
    return this.entering.input(act);
  }

  /** @param {string} click @param {boolean} touch */
  click(click, touch) {
    return this.entering.click(click, touch);
  }

  /** Says why nothing can be entered now. */
  explain() {
    const { session } = this;
    if (this.ply !== null) this.tell(t('pastHelp'));
    else if (!session.over && !session.readOnly) this.tell(notYours(session));
  }

  /** Plays the turn that is complete. */
  finish() {
    this.pending = '';
    return this.entering.finish([]);
  }

  back() {
    this.pending = '';
    this.entering.back();
  }

  /** Something was not possible: says why, and lets it be tried again. @param {unknown} error */
  async fail(error) {
    this.refuse(error);
    if (!this.entry && this.session.isOpen && this.session.myTurn) await this.session.changed();
  }

  /** @param {unknown} error */
  refuse(error) {
    if (this.left) return;
    this.board.letGo();
    const { session } = this,
      before = session.status,
      text = complaint(error);
    session.tell('refusal', { text });
    if (session.isOpen) this.draw();
    // The prompt announces it, unless it says so already.
    if (before?.kind === 'refusal' && statusText(before) === text) say(text);
  }

  /** @param {string} text */
  tell(text) {
    this.board.letGo();
    this.session.tell('note', { text });
    this.draw();
  }

  /** A turn given as text. @param {string} text */
  async type(text) {
    const { session, entry, entering } = this;
    if (!text.trim()) return;
    if (!entry)
      return this.tell(
        session.over ? t('isOver') : session.readOnly ? t('elsewhere') : notYours(session),
      );
    try {
      const typed = await session.rules.type(text.trim());
      const undo = entry.reset();
      this.typed = '';
      entering.end();
      await session.play(typed.turn, [...undo, ...typed.effects], entry.revision);
      if (this.turnsOpen) this.openTurns(false);
    } catch (error) {
      this.typed = text;
      this.refuse(error);
    }
  }

  /** Shows or hides the list of legal turns. @param {boolean} open */
  async list(open) {
    this.typing = open;
    const { epoch, session } = this;
    if (open && !this.legal && session.myTurn) {
      const { turns, more } = await session.rules.legal();
      if (epoch !== this.epoch) return;
      this.unlisted = !!more;
      this.legal = turns.map(({ turn }) => turn);
    }
    this.paint();
  }

  // ---- stepping through the game ---------------------------------------------------------------

  /** Shows the game after so many turns of the line one is in. @param {number} n */
  async goTo(n) {
    const { session } = this,
      to = (/** @type {number} */ most) => Math.max(0, Math.min(most, n));
    if (session.branches)
      await session.walk(() => session.line[to(session.line.length) - 1] ?? session.tree.root);
    else await this.lookBack(to(session.turns.length));
  }

  /** Shows a game that is being played as it was after so many turns. @param {number} to */
  async lookBack(to) {
    const { session } = this,
      { moves } = session.snapshot,
      count = moves.length,
      from = this.ply ?? count;
    const epoch = ++this.epoch;
    let steps = this.entry?.reset() ?? [];
    if (to === from + 1) steps = moves[from].effects;
    if (to === from - 1) steps = [...steps, ...undoing(moves[to].effects)];
    session.settle('refusal', 'note');
    this.pending = '';
    this.entering.confirming = false;
    if (to === count) {
      this.ply = null;
      this.past = null;
      await this.update({ steps });
      return;
    }
    const [look] = await Promise.all([session.rules.goto(to), this.telling.follow(to)]);
    if (epoch !== this.epoch) return;
    this.ply = to;
    this.past = look;
    this.draw(steps);
    say(this.whereabouts);
  }

  /** @param {1 | -1} by */
  step(by) {
    const { session } = this;
    if (!session.branches) return this.goTo((this.ply ?? session.turns.length) + by);
    return session.walk(node => (by < 0 ? node.parent : node.children[0]));
  }

  /** Goes to a turn of the tree. @param {import('../model/tree.js').TurnNode | null} node */
  visit(node) {
    const { session } = this;
    if (session.branches) return session.walk(() => node);
    return this.goTo(node?.ply ?? 0);
  }

  /** Goes to the end of the game. */
  toEnd() {
    return this.visit(this.session.tree.last);
  }

  // ---- the board itself ------------------------------------------------------------------------

  flip() {
    this.flipped = !this.flipped;
    this.relay();
  }

  /** Turns a long board upright on a narrow screen, or a square one by a quarter. */
  rotate() {
    this.upright = !this.upright;
    this.relay();
  }

  relay() {
    this.board.restyle({ quarters: this.quarters, coordinates: settings.coordinates });
    this.lay();
    this.paint();
  }

  /** Tells the page how long the board is: everything else is laid out around it. */
  lay() {
    const { w, h } = this.board.layout.outer;
    this.stage.style.setProperty('--ratio', (w / h).toFixed(4));
    this.stage.classList.toggle('wide', this.isWide && !this.upright);
    // Room for buttons of the game is kept even while there are none.
    this.stage.classList.toggle(
      'has-buttons',
      this.info.buttons.some(({ name }) => name !== 'done'),
    );
  }

  /** Whether the list of turns stands in place of prompt and buttons. */
  get turnsOpen() {
    return this.stage.classList.contains('turns-open') && !byId('bar').offsetParent;
  }

  /**
   * Shows or hides the list of turns where there is no room for it beside the rest.
   * @param {boolean} [open]
   */
  openTurns(open) {
    const shown = this.stage.classList.toggle('turns-open', open);
    scrollTurns(this);
    if (shown) byId('turns').focus({ preventScroll: true });
    else if (byId('bar').offsetParent)
      /** @type {HTMLElement | null} */ (byId('bar').querySelector('[data-action="turns"]'))?.focus(
        { preventScroll: true },
      );
  }
}
