// @ts-check
// One board for every game. It is given a view once and scenes after that; it draws, moves what
// the effects say, and reports clicks. It knows no rule and no game.

import { Layout, U, num, pt } from './layout.js';
import { ensurePaint } from './paint.js';
import { coordinates, frame, surfaces } from './surface.js';
import { CROSS, lastTurn, over, path } from './marks.js';
import { beat, moves, perform } from './motion.js';
import { Grid } from './grid.js';
import { SVG, draw, element, escape } from './svg.js';

/** @typedef {import('../types').View} View */
/** @typedef {import('../types').Side} Side */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('./layout.js').Point} Point */

/**
 * What a board shows besides itself.
 * @typedef {object} Scene
 * @property {[string, Side][]} pieces the pawns on the board
 * @property {import('../types').LastTurn | null} last what the last turn did
 * @property {import('../model/trace.js').Trace | null} trace the same in full, if it is to be read
 * @property {string[]} decided the cells that show why the game is over
 * @property {string | null} selected the pawn chosen to move
 * @property {[string, string][]} targets cells that may be entered next, and what that does
 * @property {string[]} attacked pawns that must be dealt with
 * @property {string[]} forced pawns of which one must move
 * @property {string[]} movable pawns that can begin a turn
 * @property {string[]} taken pawns already taken in the turn being entered
 * @property {string[]} path cells passed in the turn being entered
 * @property {import('../types').Choice[]} choices lines of pawns of which one is to be taken
 * @property {import('../types').Mark[]} marks rules in force
 * @property {string[] | null} best a turn that is recommended: the cells it goes through
 * @property {string[]} live cells that can be clicked now
 * @property {string[]} buttons buttons that can be clicked now
 * @property {Side | null} ghost whose pawn a click would place
 */

/** @type {Scene} */
export const EMPTY = {
  pieces: [],
  last: null,
  trace: null,
  decided: [],
  selected: null,
  targets: [],
  attacked: [],
  forced: [],
  movable: [],
  taken: [],
  path: [],
  choices: [],
  marks: [],
  best: null,
  live: [],
  buttons: [],
  ghost: null,
};

/**
 * @typedef {object} Look
 * @property {boolean} [mini] a small picture without letters, that cannot be clicked
 * @property {number} [quarters] how often the board is turned clockwise
 * @property {boolean} [coordinates]
 * @property {string} [label] what a screen reader calls it
 */

/**
 * What the page does with a board.
 * @typedef {object} Hooks
 * @property {(click: string, touch: boolean) => void} click a cell or button was clicked
 * @property {(cell: string) => boolean} lift a drag begins here: may it?
 * @property {(cell: string | null) => void} drop it ended there, or outside
 * @property {(cell: string, scene: Scene) => string} describe a cell in words
 * @property {(button: string) => string} name a button in words
 */

/** Draws what happened; loaded once something has. @type {typeof import('./trace.js') | null} */
let told = null;

export class Board {
  /** @param {HTMLElement} host @param {View} view @param {Look} [look] @param {Hooks} [hooks] */
  constructor(host, view, look = {}, hooks) {
    this.host = host;
    this.view = view;
    this.hooks = hooks;
    /** @type {Required<Look>} */
    this.look = { mini: false, quarters: 0, coordinates: true, label: '', ...look };
    this.layout = new Layout(view, this.look);
    this.svg = document.createElementNS(SVG, 'svg');
    const group = () => document.createElementNS(SVG, 'g');
    /** Marks below the pawns. */
    this.under = group();
    /** Pawns, and those that turn with the disc. */
    this.stand = group();
    this.standDisc = group();
    /** Marks above the pawns. */
    this.above = group();
    this.knobs = group();
    this.scene = EMPTY;
    /** @type {Map<string, SVGGElement>} */
    this.pieces = new Map();
    /** How far the disc has turned since the board was drawn, in degrees. */
    this.angle = 0;
    /** @type {SVGGElement | null} the pawn under the pointer */
    this.dragged = null;
    /** The pointer has let go: what is shown next decides where the pawn goes. */
    this.released = false;
    /** @type {Grid | null} */
    this.grid = null;
    /** Whether something is on its way. */
    this.moving = false;
    /** Counts what is shown, so that an older animation knows that it is over. */
    this.run = 0;
    /** What a page draws above everything else, as markup. */
    this.overlay = () => '';
    ensurePaint(host);
    host.classList.add('board');
    host.classList.toggle('mini', this.look.mini);
    this.build();
  }

  /** Draws everything that lies still. */
  build() {
    const layout = (this.layout = new Layout(this.view, this.look)),
      o = layout.outer;
    const inner =
      frame(layout) +
      (this.look.coordinates && !this.look.mini ? coordinates(layout) : '') +
      surfaces(layout) +
      '<g class="b-under"></g><g class="b-pieces"><g class="on-disc"></g></g>' +
      '<g class="b-over"></g><g class="b-knobs"></g>';
    const { label } = this.look,
      named = label ? `role="img" aria-label="${escape(label)}"` : 'aria-hidden="true"';
    const box = `${num(o.x)} ${num(o.y)} ${num(o.w)} ${num(o.h)}`;
    draw(this.host, `<svg viewBox="${box}" ${named} focusable="false">${inner}</svg>`);
    this.svg = /** @type {SVGSVGElement} */ (this.host.firstElementChild);
    this.host.style.aspectRatio = `${o.w} / ${o.h}`;
    this.host.style.borderRadius = `${num(3000 / o.w)}% / ${num(3000 / o.h)}%`;
    const group = (/** @type {string} */ cls) =>
      /** @type {SVGGElement} */ (this.svg.querySelector(`.${cls}`));
    this.under = group('b-under');
    this.above = group('b-over');
    this.knobs = group('b-knobs');
    this.stand = group('b-pieces');
    this.standDisc = group('on-disc');
    this.pieces.clear();
    this.turnDisc(0);
    this.grid =
      this.look.mini || !this.hooks ? null : new Grid(this, this.hooks, this.grid?.cursor);
    this.grid?.update(this.scene);
    this.settle();
  }

  /** Nobody looks any more: nothing moves on. */
  close() {
    this.run++;
  }

  /** Turns the board, shows or hides letters. @param {Partial<Look>} look */
  restyle(look) {
    const held = this.grid?.hasFocus();
    this.run++;
    this.moving = false;
    this.look = { ...this.look, ...look };
    this.build();
    if (held) this.grid?.focus();
  }

  /**
   * Shows a scene. The steps lead there from what is shown now; without them it appears at once.
   * @param {Partial<Scene>} scene
   * @param {Effect[][]} [steps]
   */
  async show(scene, steps = []) {
    const run = ++this.run;
    this.settle();
    const before = this.scene;
    this.scene = { ...EMPTY, ...scene };
    this.grid?.update(this.scene);
    const acting = this.acting(before, steps);
    this.moving = acting.length > 0 && moves() && !document.hidden;
    if (this.moving) {
      this.marks({ ...EMPTY, taken: this.scene.taken });
      for (const effects of acting) {
        const waiting = perform(this, effects).map(a => a.finished.catch(() => {}));
        if (this.released) this.letGo();
        await Promise.all(waiting);
        // In a chain each capture is seen before the next step.
        if (effects !== acting.at(-1) && effects.some(e => e.do === 'remove')) await beat();
        if (run !== this.run) return;
      }
    } else {
      for (const e of acting.flat()) if (e.do === 'spin') this.turnDisc(90 * e.quarters);
      if (this.released) this.letGo();
    }
    this.moving = false;
    this.settle();
  }

  /**
   * The steps that do something; pawns that were marked as taken leave with the first of them.
   * @param {Scene} before @param {Effect[][]} steps
   * @returns {Effect[][]}
   */
  acting(before, steps) {
    const standing = new Map(this.scene.pieces),
      kept = new Map(before.pieces);
    const leaving = before.taken
      .filter(c => standing.get(c) !== kept.get(c) && !this.scene.taken.includes(c))
      .map(cell => ({ do: /** @type {const} */ ('remove'), cell }));
    const [first = [], ...rest] = steps.filter(effects => effects.length);
    return [[...leaving, ...first], ...rest].filter(effects => effects.length);
  }

  /** Makes the drawing agree with the scene: no animation, all marks. */
  settle() {
    for (const g of [...this.pieces.values(), ...this.discGroups()])
      g.getAnimations().forEach(a => a.cancel());
    const { pieces, taken, selected } = this.scene,
      wanted = new Map(pieces);
    for (const [cell, piece] of [...this.pieces]) {
      if (wanted.get(cell) !== piece.dataset.side) this.take(cell)?.remove();
    }
    const kept = new Set(this.pieces.values());
    this.stand.querySelectorAll('.piece').forEach(p => {
      if (!kept.has(/** @type {SVGGElement} */ (p))) p.remove();
    });
    for (const [cell, side] of pieces) {
      if (!this.layout.has(cell)) continue;
      const piece = this.pieces.get(cell) ?? this.put(cell, side);
      if (piece !== this.dragged) this.set(piece, cell);
      piece.classList.toggle('is-up', cell === selected);
      piece.classList.toggle('is-taken', taken.includes(cell));
    }
    this.marks(this.scene);
  }

  /** @param {Scene} scene */
  marks(scene) {
    const { trace, decided } = this.look.mini ? EMPTY : scene,
      standing = new Set(scene.pieces.map(([cell]) => cell));
    if (!told && (trace || decided.length)) this.learnToTell();
    const under = trace && told?.traceUnder(this.layout, trace, this.covered);
    draw(this.under, (under || this.lastMark()) + path(this.layout, scene.path));
    const crosses = scene.taken
      .map(c => `<g transform="translate(${pt(this.layout.at(c))})">${CROSS}</g>`)
      .join('');
    const above = (trace && told?.traceOver(this.layout, trace, standing)) ?? '',
      why = told?.decided(this.layout, decided) ?? '';
    draw(this.above, above + crosses + over(this.layout, scene) + why + this.overlay());
    const knobs = this.look.mini ? [] : this.view.controls;
    draw(this.knobs, knobs.map(knob => this.knob(knob, scene.buttons.includes(knob.id))).join(''));
  }

  /** What happened is drawn as soon as the part is there that can. */
  learnToTell() {
    import('./trace.js').then(
      part => {
        told = part;
        if (!this.moving) this.marks(this.scene);
      },
      () => {},
    );
  }

  /** Cells where a stronger mark stands than that of the last turn. */
  get covered() {
    const { attacked, selected, path, decided } = this.scene;
    return new Set([...attacked, ...(selected ? [selected] : []), ...path.slice(0, 1), ...decided]);
  }

  lastMark() {
    const { last } = this.scene;
    return last && !this.look.mini ? lastTurn(this.layout, last, this.covered) : '';
  }

  /** @param {import('../types').Control} control @param {boolean} live */
  knob({ id, at, path, text }, live) {
    const letters = (/** @type {number} */ y, /** @type {string} */ text) =>
      text && `<text y="${y}">${escape(text.slice(0, 2))}</text>`;
    const icon = path ? `<path d="${escape(path)}"/>${letters(17, text)}` : letters(7, text || id);
    const where = `transform="translate(${pt(this.layout.point(at[0], at[1]))})"`;
    return (
      `<g class="knob${live ? '' : ' is-off'}" data-knob="${escape(id)}" ${where}>` +
      `<circle class="k-sh" cx="2" cy="4" r="29"/><circle class="k-b" r="27"/>${icon}</g>`
    );
  }

  /** Shows what a button would do before it is pressed. @param {string | null} id */
  lean(id) {
    const way = this.view.controls.find(knob => knob.id === id)?.lean ?? 0,
      disc = this.layout.disc;
    this.knobs
      .querySelectorAll('.knob')
      .forEach(k => k.classList.toggle('is-hot', k.getAttribute('data-knob') === id));
    if (!disc) return;
    const c = this.layout.centre(disc),
      turn = way && moves() ? `rotate(${8 * way}deg)` : '';
    for (const g of this.discGroups()) {
      g.style.transformOrigin = `${c.x}px ${c.y}px`;
      g.style.transform = turn;
    }
  }

  // ---- pawns -----------------------------------------------------------------------------------

  /** A new pawn on a cell. @param {string} cell @param {Side} side */
  put(cell, side) {
    const piece = /** @type {SVGGElement} */ (document.createElementNS(SVG, 'g'));
    piece.setAttribute('class', 'piece');
    piece.dataset.side = side;
    const material = this.view.sides[side === 'light' ? 0 : 1];
    const shadow = element('ellipse', { class: 'p-shadow', cx: 3, cy: 7, rx: 43, ry: 42 });
    piece.append(shadow, element('use', { href: `#pawn-${material}` }));
    this.set(piece, cell);
    return piece;
  }

  /** Takes the pawn off its cell, but not yet off the drawing. @param {string} cell */
  take(cell) {
    const piece = this.pieces.get(cell) ?? null;
    this.pieces.delete(cell);
    return piece;
  }

  /** Stands a pawn on a cell. @param {SVGGElement} piece @param {string} cell */
  set(piece, cell) {
    const parent = this.layout.onDisc(cell) ? this.standDisc : this.stand;
    if (piece.parentNode !== parent) parent.append(piece);
    piece.dataset.on = cell;
    piece.setAttribute('transform', `translate(${pt(this.layout.at(cell))})`);
    this.pieces.set(cell, piece);
  }

  /** Where a pawn is drawn. @param {SVGGElement} piece @returns {Point} */
  whereabouts(piece) {
    const [x, y] = (piece.getAttribute('transform') ?? '').match(/-?[\d.]+/g) ?? [0, 0];
    return { x: +x, y: +y };
  }

  // ---- the disc --------------------------------------------------------------------------------

  /** @param {number} degrees */
  turnDisc(degrees) {
    this.angle = (this.angle + degrees) % 360;
    const disc = this.layout.disc,
      art = this.svg.querySelector('.disc-art');
    if (disc && art)
      art.setAttribute('transform', `rotate(${this.angle} ${pt(this.layout.centre(disc))})`);
  }

  /** What turns with the disc. @returns {SVGGElement[]} */
  discGroups() {
    const art = /** @type {SVGGElement | null} */ (
      this.svg.querySelector('.disc-art')?.parentNode ?? null
    );
    return art ? [art, this.standDisc] : [];
  }

  // ---- dragging --------------------------------------------------------------------------------

  /** A point of the window in the drawing. @param {number} x @param {number} y @returns {Point} */
  inside(x, y) {
    const box = this.svg.getBoundingClientRect(),
      o = this.layout.outer;
    return {
      x: o.x + ((x - box.left) * o.w) / box.width,
      y: o.y + ((y - box.top) * o.h) / box.height,
    };
  }

  /** Lets a pawn follow the pointer. @param {string} cell @param {Point} p */
  drag(cell, p) {
    this.dragged ??= this.pieces.get(cell) ?? null;
    if (!this.dragged) return;
    this.stand.append(this.dragged);
    this.dragged.classList.add('is-dragged');
    this.dragged.setAttribute('transform', `translate(${pt(p)})`);
  }

  letGo() {
    this.dragged?.classList.remove('is-dragged');
    this.dragged = null;
    this.released = false;
  }

  /** How large a cell is on the screen, in pixels. */
  get cellSize() {
    return (this.svg.getBoundingClientRect().width / this.layout.outer.w) * U;
  }

  /** The cell under a point, if one is near. @param {Point} p */
  cellAt(p) {
    return this.layout.nearest(p, 0.62 * U);
  }
}
