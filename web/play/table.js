// @ts-check
// The table: a match, the board it is shown on, the turn that is being entered, and the panels
// around it. Everything a person does comes in here; everything that changes is painted from here.

import { Board } from '../board/board.js';
import { ask } from '../engine.js';
import { byId, render } from '../dom.js';
import { settings } from '../settings.js';
import { lazy, say } from '../shell.js';
import { pick, t } from '../words.js';
import { Entry, undoing } from './entry.js';
import { describe } from './cells.js';
import * as panels from './panels.js';

/** @typedef {import('./match.js').Match} Match */
/** @typedef {import('./match.js').Change} Change */
/** @typedef {import('../types').Look} Look */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../board/board.js').Scene} Scene */

/**
 * Sounds are loaded once somebody wants them.
 * @param {Parameters<typeof import('../sound.js').play>[0]} what
 */
const sound = what => {
  if (settings.sound) import('../sound.js').then(({ play }) => play(what));
};

const hints = lazy(() => import('./hint.js'));

/** Below this size, in pixels, a finger does not hit a cell for certain. */
const SMALL = 36;

export class Table {
  /** @param {HTMLElement} main @param {Match} match */
  constructor(main, match) {
    this.match = match;
    this.info = match.info;
    /**
     * The number of turns after which the game is shown; null: as it is now.
     * @type {number | null}
     */
    this.ply = null;
    /** @type {Look | null} */
    this.past = null;
    /** @type {Entry | null} */
    this.entry = null;
    /** Why the last click was refused. */
    this.refusal = '';
    /** Something to tell that is no refusal. */
    this.note = '';
    /** A question that waits for an answer. @type {'' | 'resign' | 'draw' | 'confirm' | 'abort'} */
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
    /** How the board lies besides the side that sits in front of it. */
    this.flipped = false;
    this.upright = false;
    /** What people do waits for what they did before. */
    this.queue = Promise.resolve();
    /** How much of it has been done and painted. */
    this.handled = 0;
    this.epoch = 0;
    /** Whether another game lies on the table. */
    this.left = false;

    this.stage = panels.skeleton(main, this.isWide);
    this.board = new Board(
      /** @type {HTMLElement} */ (main.querySelector('#board')),
      this.info.view,
      {
        quarters: this.quarters,
        coordinates: settings.coordinates,
        label: t('boardOf', pick(this.info.name)),
      },
      {
        click: (click, touch) => this.click(click, touch),
        lift: cell => this.lift(cell),
        drop: cell => this.drop(cell),
        describe: (cell, scene) => describe(this, cell, scene),
        name: button =>
          pick(this.info.buttons.find(b => b.name === button)?.words ?? { en: button, fr: button }),
      },
    );
    this.lay();
    match.changed = change => this.update(change).catch(error => this.refuse(error));
  }

  /** The match is taken off the table: what it still has to say is nothing to the page. */
  leave() {
    this.left = true;
    this.epoch++;
    this.match.changed = async () => {};
    this.match.leave();
  }

  get isWide() {
    const [x0, y0, x1, y1] = this.info.view.field;
    return (x1 - x0) / (y1 - y0) > 1.35;
  }

  /** The side that sits at the lower edge. */
  get near() {
    const home = this.match.you ?? 'light';
    return this.flipped === (home === 'dark') ? 'light' : 'dark';
  }

  get quarters() {
    return (this.near === 'dark' ? 2 : 0) + (this.upright ? 1 : 0);
  }

  // ---- what is shown ---------------------------------------------------------------------------

  /** The position on the board. @returns {Look} */
  get look() {
    return this.past ?? this.match.snap.look;
  }

  /** @returns {Partial<Scene>} */
  get scene() {
    const { look, entry } = this,
      base = { pieces: look.pieces, last: look.last, marks: look.marks };
    if (this.ply !== null || !entry) return base;
    const { preview, next } = entry.now,
      placing = next.flatMap(n => n.effects).find(e => e.do === 'place');
    const cells = next.filter(n => n.kind !== 'button').map(n => n.click),
      { selected } = preview;
    // A pawn of the other side is chosen because it is attacked.
    const theirs =
      selected && preview.pieces.some(([c, side]) => c === selected && side !== look.to_move);
    return {
      ...base,
      pieces: preview.pieces,
      marks: preview.marks ?? look.marks,
      selected,
      targets: preview.targets,
      attacked: theirs ? [...preview.attacked, selected] : preview.attacked,
      taken: preview.taken,
      path: preview.path,
      choices: preview.choices,
      forced: entry.begun ? [] : look.forced,
      best: entry.begun ? null : (this.hint?.cells ?? null),
      live: [
        ...cells,
        ...preview.choices.flatMap(c => c.cells),
        ...(entry.changed ? [] : entry.root.next.map(n => n.click)),
      ],
      buttons: next.filter(n => n.kind === 'button').map(n => n.click),
      ghost: placing?.do === 'place' ? placing.side : null,
    };
  }

  /** The match has changed, or is there for the first time. @param {Change} change */
  async update(change) {
    if (this.left) return;
    const epoch = ++this.epoch,
      { match } = this;
    if (change.fresh) {
      this.entry = null;
      this.legal = null;
      this.hint = null;
      this.seeking = null;
      this.refusal = this.note = this.typed = '';
      if (this.pending !== 'draw' || match.over) this.pending = '';
      this.ply = null;
      this.past = null;
    }
    if (match.myTurn && !this.entry && this.ply === null) {
      const { position, revision } = match;
      const entry = await Entry.begin(
        clicks => ask('enter', { ...match.base, position, clicks }),
        revision,
      );
      if (epoch !== this.epoch) return;
      this.entry = entry;
    } else if (!match.myTurn) this.entry = null;
    if (change.steps?.length) sound(change.steps);
    if (change.fresh && match.over) sound('end');
    this.draw(change.steps);
    if (this.typing && !this.legal) this.list(true);
    if (change.said) say(this.announcement(change.said));
    else if (change.fresh && match.over) say(this.announcement(''));
  }

  /** @param {string} said */
  announcement(said) {
    const { match } = this,
      { head, why } = match.verdict;
    if (match.over)
      return `${said} ${why ? t('sayOverWhy', head, why) : t('sayOver', head)}`.trim();
    return match.myTurn && match.you ? `${said} ${t('sayYour')}` : said;
  }

  /** Draws board and panels. @param {Effect[][]} [steps] */
  draw(steps) {
    if (this.left) return;
    // Which side sits here may become known only when the server has said so.
    if (this.board.look.quarters !== this.quarters) this.board.restyle({ quarters: this.quarters });
    this.board.show(this.scene, steps);
    this.paint();
  }

  /** Draws the panels. */
  paint() {
    if (this.left || !this.match.snap) return;
    this.board.host.dataset.revision = String(this.match.revision);
    this.board.look.label = t('boardOf', pick(this.info.name));
    for (const [el, nodes] of panels.all(this)) render(el, nodes, () => this.board.grid?.focus());
    panels.scrollTurns(this);
    const your = this.match.myTurn && this.match.you ? `${t('tabTurn')} · ` : '';
    document.title = `${your}${pick(this.info.name)} · Damier`;
  }

  /** Language or another choice has changed: all texts are asked for again. */
  reword() {
    return this.input(() => this.reworded());
  }

  async reworded() {
    await this.match.reword();
    if (this.left) return;
    if (this.ply !== null) await this.goTo(this.ply);
    const clicks = this.entry?.stack.slice(1).map(a => a.clicks) ?? [];
    this.entry = null;
    this.refusal = this.note = '';
    await this.update({});
    await this.enterAgain(clicks);
    if (this.left) return;
    this.board.restyle({
      coordinates: settings.coordinates,
      quarters: this.quarters,
      label: t('boardOf', pick(this.info.name)),
    });
    this.draw();
  }

  /** Makes clicks again that were made before. @param {string[][]} clicks */
  async enterAgain(clicks) {
    const { entry } = this;
    for (const all of entry ? clicks : []) {
      const answer = await entry?.ask(all);
      if (entry && answer && this.entry === entry) entry.stack.push(answer);
    }
  }

  // ---- entering a turn -------------------------------------------------------------------------

  /**
   * Does what somebody wants once everything before it is done and painted.
   * @param {() => unknown} act
   */
  input(act) {
    const done = this.queue
      .then(() => (this.left ? undefined : act()))
      .catch(error => this.fail(error));
    this.queue = done.then(() => {
      this.board.host.dataset.handled = String(++this.handled);
    });
    return this.queue;
  }

  /** @param {string} click @param {boolean} touch */
  click(click, touch) {
    return this.input(() => this.clicked(click, touch));
  }

  /** @param {string} click @param {boolean} touch @returns {Promise<void>} */
  async clicked(click, touch) {
    const { entry, match } = this;
    if (this.ply !== null) return this.tell(t('pastHelp'));
    if (!entry) return match.over || match.readOnly ? undefined : this.tell(match.notYours);
    if (entry.now.turn && this.pending !== 'confirm' && !entry.begun) return this.finish([]);
    const line = entry.now.preview.choices.find(c => c.cells.includes(click));
    const meant = line?.click ?? click;
    if (!entry.offers(meant) && !entry.changed && entry.begun) {
      if (meant === entry.now.preview.selected) return this.back();
      if (entry.root.next.some(n => n.click === meant)) entry.reset();
    }
    // Whoever does what has been done already is right.
    if (!entry.offers(meant) && entry.made(meant)) {
      this.refusal = this.note = '';
      return this.draw();
    }
    const steps = await entry.click(meant);
    // Whoever has moved a pawn is not asked for a last click without alternative; whoever has only
    // chosen one may still choose another.
    const [only, ...others] = entry.now.next;
    if (steps[0]?.length && only?.turn && !others.length)
      steps.push(...(await entry.click(only.click)));
    if (this.entry !== entry) return;
    this.refusal = this.note = '';
    this.hint = null;
    if (!entry.now.turn) {
      if (steps.some(s => s.length)) sound(steps);
      this.draw(steps);
    } else if (touch && (settings.confirm || this.board.cellSize < SMALL)) {
      this.pending = 'confirm';
      this.draw(steps);
    } else await this.finish(steps);
  }

  /** The turn is complete: plays it. @param {Effect[][]} steps what has not been shown yet */
  async finish(steps) {
    const { entry } = this,
      turn = entry?.now.turn;
    if (!turn) return;
    this.pending = '';
    this.entry = null;
    await this.match.play(turn, steps, entry.revision);
  }

  /** Something was not possible: says why, and lets it be tried again. @param {unknown} error */
  async fail(error) {
    this.refuse(error);
    if (!this.entry && this.match.myTurn) await this.match.changed({});
  }

  /** @param {unknown} error */
  refuse(error) {
    if (this.left) return;
    this.board.letGo();
    const before = this.refusal;
    this.refusal = error instanceof Error ? error.message : String(error);
    this.draw();
    // The prompt announces it, unless it says so already.
    if (this.refusal === before) say(this.refusal);
  }

  /** @param {string} text */
  tell(text) {
    this.board.letGo();
    this.note = text;
    this.draw();
  }

  back() {
    this.pending = '';
    this.refusal = this.note = '';
    const steps = this.entry?.back() ?? [];
    this.draw(steps);
  }

  /** A pawn is taken up to be dragged. @param {string} cell */
  lift(cell) {
    const { entry } = this;
    if (!entry || this.ply !== null) return false;
    if (entry.now.preview.selected === cell) return true;
    const chooses = (/** @type {import('../types').Entry} */ answer) =>
      answer.next.some(n => n.click === cell && n.kind === 'choose');
    if (!chooses(entry.now) && (entry.changed || !chooses(entry.root))) return false;
    this.click(cell, false);
    return true;
  }

  /** It is put down. @param {string | null} cell */
  drop(cell) {
    this.board.released = true;
    if (cell) this.click(cell, this.board.grid?.touch ?? false);
    else this.input(() => this.draw());
  }

  /** A turn given as text. @param {string} text */
  async type(text) {
    const { match, entry } = this;
    if (!text.trim()) return;
    if (!entry)
      return this.tell(match.over ? t('isOver') : match.readOnly ? t('elsewhere') : match.notYours);
    try {
      const typed = await ask('type', {
        ...match.base,
        position: match.position,
        text: text.trim(),
      });
      const undo = entry.reset();
      this.typed = '';
      this.entry = null;
      await match.play(typed.turn, [...undo, ...typed.effects], entry.revision);
      if (this.turnsOpen) this.openTurns(false);
    } catch (error) {
      this.typed = text;
      this.refuse(error);
    }
  }

  /** Shows or hides the list of legal turns. @param {boolean} open */
  async list(open) {
    this.typing = open;
    const { epoch, match } = this;
    if (open && !this.legal && match.myTurn) {
      const { turns, more } = await ask('turns', { ...match.base, position: match.position });
      if (epoch !== this.epoch) return;
      this.unlisted = !!more;
      this.legal = turns.map(({ turn }) => turn);
    }
    this.paint();
  }

  // ---- stepping through the game ---------------------------------------------------------------

  /** Shows the game after so many turns. @param {number} n */
  async goTo(n) {
    const { match } = this,
      count = match.turns.length,
      from = this.ply ?? count;
    const to = Math.max(0, Math.min(count, n));
    const epoch = ++this.epoch;
    /** @type {Effect[][]} */
    let steps = [];
    if (this.entry) steps = this.entry.reset();
    if (to === from + 1) steps = match.snap.moves[from].effects;
    if (to === from - 1) steps = [...steps, ...undoing(match.snap.moves[to].effects)];
    this.refusal = this.note = '';
    this.pending = '';
    if (to === count) {
      this.ply = null;
      this.past = null;
      await this.update({ steps });
      return;
    }
    const last = to ? { position: match.positionAt(to - 1), turn: match.turns[to - 1] } : null;
    const look = await ask('look', { ...match.base, position: match.positionAt(to), last });
    if (epoch !== this.epoch) return;
    this.ply = to;
    this.past = look;
    this.draw(steps);
    say(to ? t('past', to, count) : t('pastStart'));
  }

  /** @param {number} by */
  step(by) {
    return this.goTo((this.ply ?? this.match.turns.length) + by);
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
    panels.scrollTurns(this);
    if (shown) byId('turns').focus({ preventScroll: true });
    else if (byId('bar').offsetParent)
      /** @type {HTMLElement | null} */ (byId('bar').querySelector('[data-action="turns"]'))?.focus(
        { preventScroll: true },
      );
  }

  async showHint() {
    const { match } = this;
    if (!match.canHint || this.seeking || !this.entry) return;
    const seeking = (this.seeking = { revision: match.revision });
    /** Whoever has played on does not want it any more. */
    const wanted = () =>
      this.seeking === seeking && seeking.revision === match.revision && match.canHint;
    this.paint();
    try {
      const hint = await (await hints()).findHint(match, wanted);
      if (!wanted()) return;
      if (hint) {
        this.draw(this.entry?.reset());
        this.hint = hint;
        say(t('hintLine', hint.turn, hint.words));
      }
    } catch (error) {
      if (wanted()) this.refuse(error);
    } finally {
      if (this.seeking === seeking) {
        this.seeking = null;
        this.draw();
      }
    }
  }
}
