// @ts-check
// `<damier-board>`: a board as an element, as often as one likes, on these pages and on others'.
//
// Given a game by its attributes it asks the rules itself, draws in a tree of its own (so that no
// style of the page reaches it), and lets turns be entered if it is `interactive`. A page that has
// the view and the scenes already attaches a board to it instead, which is drawn in the page.

import { Board } from './board.js';

/** @typedef {import('./board.js').Look} Look */
/** @typedef {import('./board.js').Hooks} Hooks */
/** @typedef {import('../types').View} View */
/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../engine.js').OpenGame} OpenGame */
/** @typedef {import('./entry-controller.js').EntryController} EntryController */

/** What only boards that ask the rules themselves need. */
const parts = () =>
  Promise.all([
    import('../engine.js'),
    import('./entry-controller.js'),
    import('./cells.js'),
    import('../words.js'),
  ]);

export class DamierBoard extends HTMLElement {
  static observedAttributes = [
    'game',
    'rules',
    'position',
    'orientation',
    'interactive',
    'coordinates',
  ];

  constructor() {
    super();
    /** @type {Board | null} */
    this.board = null;
    /** The game that is shown, if this board asks the rules itself. @type {OpenGame | null} */
    this.open = null;
    /** @type {EntryController | null} */
    this.entering = null;
    /** Counts what was opened, so that what comes late is not shown. */
    this.run = 0;
    /** Whether attributes have changed and nobody has looked at them yet. */
    this.stale = false;
    /** Counts the turns that were played and taken back. */
    this.revision = 0;
  }

  // ---- for pages that have everything themselves -----------------------------------------------

  /**
   * A board that shows what it is told to.
   * @param {View} view
   * @param {Look} [look]
   * @param {Hooks} [hooks]
   */
  attach(view, look, hooks) {
    return (this.board = new Board(this, view, look, hooks));
  }

  // ---- life ------------------------------------------------------------------------------------

  connectedCallback() {
    if (this.hasAttribute('game')) this.load();
  }

  disconnectedCallback() {
    this.run++;
    this.entering?.close();
    this.open?.close();
    this.open = this.entering = null;
    this.board?.close();
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (!this.isConnected || before === now || !this.hasAttribute('game')) return;
    if (this.board && (name === 'orientation' || name === 'coordinates'))
      return this.board.restyle(this.look);
    // Several attributes are usually set together.
    if (this.stale) return;
    this.stale = true;
    queueMicrotask(() => {
      if (this.stale && this.isConnected) this.load();
    });
  }

  // ---- what it shows ---------------------------------------------------------------------------

  /** How the board lies. */
  get look() {
    const side = this.getAttribute('orientation') ?? 'light',
      quarters = side === 'dark' ? 2 : Number(side) || 0;
    return { quarters, coordinates: this.getAttribute('coordinates') !== 'off' };
  }

  /** The position as text, once it is there. */
  get position() {
    return this.open?.position ?? null;
  }

  /** The turns that were played here. */
  get turns() {
    return this.open?.turns ?? [];
  }

  async load() {
    this.stale = false;
    const run = ++this.run,
      asked = {
        game: this.getAttribute('game') ?? '',
        rules: this.getAttribute('rules') ?? '',
        start: this.getAttribute('position'),
      };
    try {
      const [engine, entering, cells, words] = await parts();
      const info = (await engine.games()).find(({ id }) => id === asked.game);
      if (!info) throw new Error(words.t('unknownGame'));
      const open = await engine.openGame(asked);
      if (run !== this.run) return open.close();
      this.show(info, open, entering, cells, words);
      this.tell('damier-ready');
      await this.next();
    } catch (error) {
      if (run === this.run) this.refused(error);
    }
  }

  /**
   * @param {GameInfo} info @param {OpenGame} open
   * @param {typeof import('./entry-controller.js')} entering
   * @param {typeof import('./cells.js')} cells @param {typeof import('../words.js')} words
   */
  show(info, open, { EntryController }, { describe }, { pick, t }) {
    this.open?.close();
    this.entering?.close();
    this.open = open;
    const label = t('boardOf', pick(info.name));
    const name = (/** @type {string} */ button) =>
      pick(info.buttons.find(b => b.name === button)?.words ?? { en: button, fr: button });
    const sideName = (/** @type {import('../types').Side} */ side) =>
      pick(info.sides[side === 'light' ? 0 : 1].name);
    this.board = new Board(
      this.stage(),
      info.view,
      { ...this.look, label },
      {
        click: (click, touch) => this.entering?.click(click, touch),
        lift: cell => this.entering?.lift(cell) ?? false,
        drop: cell => this.entering?.drop(cell),
        describe: (cell, scene) => describe(sideName, info.marks, cell, scene),
        name,
      },
    );
    this.entering = new EntryController(this.board, {
      draw: steps => this.draw(steps),
      complete: (turn, steps) => this.complete(turn, steps),
      refused: error => this.refused(error),
    });
    this.draw();
  }

  /** A tree of its own, empty, with the style of boards. */
  stage() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' }),
      sheet = document.createElement('link'),
      stage = document.createElement('div');
    sheet.rel = 'stylesheet';
    sheet.href = String(new URL('./board.css', import.meta.url));
    // Nothing is seen before it looks like a board.
    stage.style.visibility = 'hidden';
    sheet.addEventListener('load', () => {
      stage.style.visibility = '';
    });
    root.replaceChildren(sheet, stage);
    return stage;
  }

  /** @param {Effect[][]} [steps] */
  draw(steps) {
    if (!this.open || !this.board || !this.entering) return;
    this.dataset.revision = String(this.revision);
    this.board.show(this.entering.scene(this.open.state.look), steps);
  }

  /** Lets the next turn be entered. */
  async next() {
    const { open, entering } = this;
    if (!open || !entering || open.state.over || !this.hasAttribute('interactive')) return;
    if (await entering.begin(open.entering(), this.revision)) this.draw();
  }

  /**
   * A turn was entered; whoever listens may prevent it.
   * @param {string} turn
   * @param {Effect[][]} steps
   */
  async complete(turn, steps) {
    const { open } = this;
    if (!open) return;
    if (this.tell('damier-turn', { turn, position: open.position }, true)) {
      await open.play(turn);
      if (open !== this.open) return;
      this.changed(steps);
    } else this.draw();
    await this.next();
  }

  /** @param {Effect[][]} steps */
  changed(steps) {
    const { open } = this;
    if (!open) return;
    this.revision++;
    this.draw(steps);
    const { over, moves } = open.state;
    this.tell('damier-change', { position: open.position, turn: moves.at(-1)?.turn ?? null, over });
  }

  /** Plays a turn; throws why it cannot be. @param {string} turn */
  async play(turn) {
    const { open } = this;
    if (!open) throw new Error('nothing is shown yet');
    const typed = await open.type(turn);
    this.entering?.end();
    await open.play(typed.turn);
    this.changed(typed.effects);
    await this.next();
  }

  /** Takes the last turn back. */
  async undo() {
    const { open } = this;
    if (!open?.turns.length) return;
    this.entering?.end();
    await open.undo();
    this.changed([]);
    await this.next();
  }

  /** @param {unknown} error */
  refused(error) {
    this.board?.letGo();
    this.draw();
    this.tell('damier-error', { message: error instanceof Error ? error.message : String(error) });
  }

  /** @param {string} name @param {object} [detail] @param {boolean} [cancelable] */
  tell(name, detail = {}, cancelable = false) {
    return this.dispatchEvent(
      new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }),
    );
  }
}
customElements.define('damier-board', DamierBoard);

/**
 * An element with a board that shows what it is told to.
 * @param {View} view @param {Look} [look] @param {Record<string, string>} [attributes]
 */
export function boardElement(view, look, attributes = {}) {
  const el = /** @type {DamierBoard} */ (document.createElement('damier-board'));
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  el.attach(view, look);
  return /** @type {DamierBoard & {board: Board}} */ (el);
}
