// @ts-check
// Where things lie on the screen. A view is in board units with y upwards; a drawing is in SVG
// units with y downwards, may be turned by quarters, and shows raised surfaces higher up. All
// other modules of the board draw with what this one says, so none of them knows about turning.

/** SVG units per board unit. */
export const U = 100;

/** @typedef {import('../types').View} View */
/** @typedef {import('../types').Region} Region */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Area */

/** A number as short as it can be written in a drawing. @param {number} v */
export const num = v => +v.toFixed(1);

/** @param {Point} p */
export const pt = p => `${num(p.x)} ${num(p.y)}`;

/**
 * The point `d` away from `a` on the way to `b`.
 * @param {Point} a
 * @param {Point} b
 * @param {number} d
 */
export const towards = (a, b, d) => {
  const l = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: a.x + ((b.x - a.x) * d) / l, y: a.y + ((b.y - a.y) * d) / l };
};

/**
 * The point at an angle (degrees clockwise from the right) round `c`.
 * @param {Point} c
 * @param {number} r
 * @param {number} deg
 */
export const polar = (c, r, deg) => {
  const a = (deg * Math.PI) / 180;
  return { x: c.x + r * Math.cos(a), y: c.y + r * Math.sin(a) };
};

/** An area with `d` more on every side. @param {Area} a @param {number} d */
export const grown = (a, d) => ({ x: a.x - d, y: a.y - d, w: a.w + 2 * d, h: a.h + 2 * d });

export class Layout {
  /**
   * @param {View} view
   * @param {{quarters?: number, mini?: boolean}} [look] how often the board is turned clockwise
   */
  constructor(view, { quarters = 0, mini = false } = {}) {
    this.view = view;
    this.quarters = ((quarters % 4) + 4) % 4;
    this.mini = mini;
    this.field = this.area(view.field);
    /**
     * Frame and letters keep their size on the screen: more units where the board has more cells.
     */
    this.scale = Math.min(1.12, Math.max(0.8, (view.field[2] - view.field[0]) / 5));
    this.frame = (mini ? 20 : 37) * this.scale;
    this.outer = grown(this.field, this.frame);
    /** @type {Map<string, number>} the region each cell lies on: the topmost that names it */
    this.regionOf = new Map();
    view.regions.forEach((r, i) => r.cells.forEach(c => this.regionOf.set(c, i)));
    /** @type {Map<string, Point>} the middle of each cell on its surface */
    this.cells = new Map();
    for (const { cell, x, y } of view.cells) {
      const p = this.point(x, y);
      const region = view.regions[this.regionOf.get(cell) ?? -1];
      this.cells.set(cell, { x: p.x, y: p.y - (region?.lift ?? 0) * U });
    }
  }

  /** A place of the view on the screen, at height 0. @param {number} x @param {number} y */
  point(x, y) {
    for (let i = 0; i < this.quarters; i++) [x, y] = [y, -x];
    return { x: x * U, y: -y * U };
  }

  /** A box `x0, y0, x1, y1` of the view on the screen. @param {number[]} box @returns {Area} */
  area([x0, y0, x1, y1]) {
    const a = this.point(x0, y0),
      b = this.point(x1, y1);
    const x = Math.min(a.x, b.x),
      y = Math.min(a.y, b.y);
    return { x, y, w: Math.abs(a.x - b.x), h: Math.abs(a.y - b.y) };
  }

  /** The middle of a cell; a cell that is not on the board lies nowhere. @param {string} cell */
  at(cell) {
    return this.cells.get(cell) ?? { x: NaN, y: NaN };
  }

  /** @param {string} cell */
  has(cell) {
    return this.cells.has(cell);
  }

  /** The disc that turns, if the board has one. */
  get disc() {
    return this.view.regions.find(r => r.turns && r.shape === 'disc') ?? null;
  }

  /** Whether a cell lies on the disc that turns. @param {string} cell */
  onDisc(cell) {
    return !!this.view.regions[this.regionOf.get(cell) ?? -1]?.turns;
  }

  /**
   * Where a cell comes to lie when its disc turns; null if it lies on none.
   * @param {string} cell
   * @param {number} quarters
   */
  turned(cell, quarters) {
    const disc = this.disc;
    if (!disc || !this.onDisc(cell)) return null;
    const c = this.centre(disc),
      p = this.at(cell);
    let [x, y] = [p.x - c.x, p.y - c.y];
    for (let i = 0; i < ((quarters % 4) + 4) % 4; i++) [x, y] = [-y, x];
    return this.nearest({ x: c.x + x, y: c.y + y }, 10);
  }

  /** @param {Region} region */
  centre(region) {
    const [x, y] = region.centre ?? [0, 0];
    return this.point(x, y);
  }

  /**
   * The cell nearest to a point of the drawing, at most `reach` away.
   * @param {Point} p
   * @param {number} [reach]
   */
  nearest(p, reach = Infinity) {
    let best = null,
      least = reach;
    for (const [cell, q] of this.cells) {
      const d = Math.hypot(p.x - q.x, p.y - q.y);
      if (d <= least) [best, least] = [cell, d];
    }
    return best;
  }

  /**
   * The cell one comes to from `cell` by an arrow key: the nearest in a cone that way.
   * @param {string} cell
   * @param {number} dx
   * @param {number} dy
   */
  neighbour(cell, dx, dy) {
    const p = this.at(cell);
    let best = null,
      least = Infinity;
    for (const [other, q] of this.cells) {
      const along = (q.x - p.x) * dx + (q.y - p.y) * dy;
      const across = Math.abs((q.x - p.x) * dy) + Math.abs((q.y - p.y) * dx);
      const cost = along + 3 * across;
      if (along > 20 && across <= along && cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  /** The cells in rows as they are seen, from the top left. @returns {string[][]} */
  rows() {
    /** @type {Map<string, string[]>} */
    const rows = new Map();
    const along =
      this.quarters % 2
        ? (/** @type {string} */ c) => c[0]
        : (/** @type {string} */ c) => c.slice(1);
    for (const cell of this.cells.keys()) {
      const key = along(cell);
      rows.set(key, [...(rows.get(key) ?? []), cell]);
    }
    const across = (/** @type {string[]} */ row) => this.at(row[0]).y;
    return [...rows.values()]
      .map(row => row.sort((a, b) => this.at(a).x - this.at(b).x))
      .sort((a, b) => across(a) - across(b));
  }
}
