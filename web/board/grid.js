// @ts-check
// The board as a grid of cells that can be focused, named, clicked and dragged from. It lies
// invisibly over the drawing: what screen readers read and fingers touch are these elements.

import { U } from './layout.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./board.js').Hooks} Hooks */
/** @typedef {import('./board.js').Scene} Scene */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
/** How far a pointer moves before a click becomes a drag. */
const DRAG = 3;

export class Grid {
  /**
   * @param {Board} board
   * @param {Hooks} hooks
   * @param {string} [cursor] the cell the cursor stood on
   */
  constructor(board, hooks, cursor = '') {
    this.board = board;
    this.hooks = hooks;
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    this.touch = false;
    /** @type {{cell: string, x: number, y: number, id: number, on: boolean} | null} */
    this.press = null;
    /** A drag has just ended, so the click that follows it is none. */
    this.swallow = false;
    const root = (this.root = document.createElement('div'));
    root.className = 'hits';
    root.setAttribute('role', 'grid');
    for (const row of board.layout.rows()) root.append(this.row(row));
    this.cursor = this.cells.has(cursor) ? cursor : (board.layout.rows().at(-1)?.[0] ?? '');
    board.host.append(root, this.buttons());
    this.listen(root);
  }

  /** @param {string[]} cells */
  row(cells) {
    const row = document.createElement('div');
    row.setAttribute('role', 'row');
    for (const cell of cells) {
      const hit = document.createElement('div');
      hit.className = 'hit';
      hit.setAttribute('role', 'gridcell');
      hit.dataset.cell = cell;
      hit.tabIndex = -1;
      this.lay(hit, this.board.layout.at(cell), 0.96 * U);
      this.cells.set(cell, hit);
      row.append(hit);
    }
    return row;
  }

  /** The buttons that lie on the board. */
  buttons() {
    const box = document.createElement('div');
    box.className = 'knob-hits';
    for (const { id, at } of this.board.view.controls) {
      const hit = document.createElement('button');
      hit.type = 'button';
      hit.className = 'knob-hit';
      hit.dataset.click = id;
      this.lay(hit, this.board.layout.point(at[0], at[1]), 0.6 * U);
      hit.addEventListener('click', () => {
        this.board.lean(null);
        this.hooks.click(id, this.touch);
      });
      for (const on of ['pointerenter', 'focus'])
        hit.addEventListener(on, () =>
          this.board.lean(hit.getAttribute('aria-disabled') === 'true' ? null : id),
        );
      for (const off of ['pointerleave', 'blur'])
        hit.addEventListener(off, () => this.board.lean(null));
      box.append(hit);
    }
    this.knobs = box;
    return box;
  }

  /** @param {HTMLElement} el @param {{x: number, y: number}} p @param {number} size */
  lay(el, p, size) {
    const o = this.board.layout.outer,
      percent = (/** @type {number} */ v, /** @type {number} */ of) =>
        `${((100 * v) / of).toFixed(3)}%`;
    el.style.left = percent(p.x - size / 2 - o.x, o.w);
    el.style.top = percent(p.y - size / 2 - o.y, o.h);
    el.style.width = percent(size, o.w);
    el.style.height = percent(size, o.h);
  }

  /** @param {HTMLElement} root */
  listen(root) {
    root.addEventListener('click', e => {
      const cell = cellOf(e.target);
      if (this.swallow || !cell) return;
      this.goTo(cell, false);
      this.hooks.click(cell, this.touch);
    });
    root.addEventListener('keydown', e => this.key(e));
    root.addEventListener('pointerdown', e => {
      this.touch = e.pointerType === 'touch';
      this.swallow = false;
      const cell = cellOf(e.target);
      if (cell && e.button === 0 && e.isPrimary)
        this.press = { cell, x: e.clientX, y: e.clientY, id: e.pointerId, on: false };
    });
    root.addEventListener('pointermove', e => this.move(e));
    root.addEventListener('pointerup', e => this.release(e, true));
    root.addEventListener('pointercancel', e => this.release(e, false));
    root.addEventListener('pointerover', e =>
      this.ghost(e.pointerType === 'mouse' ? cellOf(e.target) : null),
    );
    root.addEventListener('pointerleave', () => this.ghost(null));
  }

  /** @param {PointerEvent} e */
  move(e) {
    const press = this.press;
    if (!press || press.id !== e.pointerId) return;
    if (!press.on) {
      if (
        Math.hypot(e.clientX - press.x, e.clientY - press.y) <= DRAG ||
        !this.hooks.lift(press.cell)
      )
        return;
      press.on = true;
      this.root.setPointerCapture(e.pointerId);
      this.root.classList.add('dragging');
    }
    this.board.drag(press.cell, this.board.inside(e.clientX, e.clientY));
  }

  /** @param {PointerEvent} e @param {boolean} meant */
  release(e, meant) {
    const press = this.press;
    if (!press || press.id !== e.pointerId) return;
    this.press = null;
    if (!press.on) return;
    this.swallow = true;
    setTimeout(() => {
      this.swallow = false;
    });
    this.root.classList.remove('dragging');
    const cell = meant ? this.board.cellAt(this.board.inside(e.clientX, e.clientY)) : null;
    this.hooks.drop(cell === press.cell ? null : cell);
    if (cell) this.goTo(cell, false);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const cell = cellOf(e.target),
      way = ARROWS[e.key];
    if (!cell || e.ctrlKey || e.metaKey || e.altKey) return;
    if (way) {
      const next = this.board.layout.neighbour(cell, way[0], way[1]);
      if (next) this.goTo(next, true);
    } else if (e.key === 'Enter' || e.key === ' ') {
      this.hooks.click(cell, false);
    } else return;
    e.preventDefault();
    e.stopPropagation();
  }

  /** Moves the cursor to a cell. @param {string} cell @param {boolean} focus */
  goTo(cell, focus) {
    const old = this.cells.get(this.cursor),
      now = this.cells.get(cell);
    if (!now) return;
    if (old) old.tabIndex = -1;
    now.tabIndex = 0;
    this.cursor = cell;
    if (focus) now.focus({ preventScroll: false });
  }

  /** A pawn of the player shows where it would be placed. @param {string | null} cell */
  ghost(cell) {
    const { board } = this,
      side = board.scene.ghost;
    board.svg.querySelector('.ghost')?.remove();
    if (!cell || !side || !board.scene.targets.some(([c]) => c === cell)) return;
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use'),
      p = board.layout.at(cell);
    use.setAttribute('class', 'ghost');
    use.setAttribute('href', `#pawn-${board.view.sides[side === 'light' ? 0 : 1]}`);
    use.setAttribute('x', String(p.x));
    use.setAttribute('y', String(p.y));
    board.stand.append(use);
  }

  /** @param {Scene} scene */
  update(scene) {
    const live = new Set(scene.live),
      own = new Set(scene.pieces.map(([c]) => c));
    this.root.setAttribute('aria-label', this.board.look.label || '');
    for (const [cell, hit] of this.cells) {
      hit.setAttribute('aria-label', this.hooks.describe(cell, scene));
      hit.setAttribute('aria-selected', String(cell === scene.selected));
      hit.classList.toggle('live', live.has(cell));
      hit.classList.toggle(
        'can-drag',
        own.has(cell) && (live.has(cell) || cell === scene.selected),
      );
      hit.tabIndex = cell === this.cursor ? 0 : -1;
    }
    for (const hit of /** @type {NodeListOf<HTMLButtonElement>} */ (
      this.knobs?.querySelectorAll('button') ?? []
    )) {
      const id = hit.dataset.click ?? '',
        off = !scene.buttons.includes(id);
      // Never `disabled`: the button that was just pressed would lose the focus.
      hit.setAttribute('aria-disabled', String(off));
      hit.setAttribute('aria-label', this.hooks.name(id));
      if (off) this.board.lean(null);
    }
    this.ghost(null);
  }

  hasFocus() {
    const tree = /** @type {Document | ShadowRoot} */ (this.board.host.getRootNode());
    return this.board.host.contains(tree.activeElement);
  }

  focus() {
    this.cells.get(this.cursor)?.focus({ preventScroll: true });
  }
}

/** @param {EventTarget | null} target */
const cellOf = target =>
  target instanceof HTMLElement
    ? (target.closest('.hit')?.getAttribute('data-cell') ?? null)
    : null;
