// @ts-check
// What lies still: frame, coordinates, the surfaces with their links and cells, holes. Drawn once
// per board, as text.

import { U, grown, num, polar, pt, towards } from './layout.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Area} Area */
/** @typedef {import('./layout.js').Point} Point */
/** @typedef {import('../types').Region} Region */

/** @param {Area} a @param {string} cls @param {number} r @param {string} [extra] */
export const rect = (a, cls, r, extra = '') =>
  `<rect class="${cls}" x="${num(a.x)}" y="${num(a.y)}" width="${num(a.w)}" ` +
  `height="${num(a.h)}" rx="${num(r)}"${extra}/>`;

/** @param {Point} c @param {number} r @param {string} cls */
const circle = (c, r, cls) =>
  `<circle class="${cls}" cx="${num(c.x)}" cy="${num(c.y)}" r="${num(r)}"/>`;

/** @param {number} dx @param {number} dy */
const shift = (dx, dy) => (dx || dy ? ` transform="translate(${num(dx)} ${num(dy)})"` : '');

// ---- frame -----------------------------------------------------------------------------------

const ROUND = 30;

/**
 * Walnut, the grain along each side and mitred at the corners, round a sunk tray.
 * @param {Layout} layout
 */
export function frame(layout) {
  const o = layout.outer,
    m = layout.frame,
    k = ROUND * (1 - Math.SQRT1_2);
  const [l, t, r, b] = [o.x, o.y, o.x + o.w, o.y + o.h];
  const arc = `A${ROUND} ${ROUND} 0 0 1 `;
  /** @param {number} x @param {number} y */
  const at = (x, y) => `${num(x)} ${num(y)}`;
  const along =
    `M${at(l + m, t + m)}L${at(l + k, t + k)}${arc}${at(l + ROUND, t)}` +
    `H${num(r - ROUND)}${arc}${at(r - k, t + k)}L${at(r - m, t + m)}Z` +
    `M${at(r - m, b - m)}L${at(r - k, b - k)}${arc}${at(r - ROUND, b)}` +
    `H${num(l + ROUND)}${arc}${at(l + k, b - k)}L${at(l + m, b - m)}Z`;
  const across =
    `M${at(l + m, b - m)}L${at(l + k, b - k)}${arc}${at(l, b - ROUND)}` +
    `V${num(t + ROUND)}${arc}${at(l + k, t + k)}L${at(l + m, t + m)}Z` +
    `M${at(r - m, t + m)}L${at(r - k, t + k)}${arc}${at(r, t + ROUND)}` +
    `V${num(b - ROUND)}${arc}${at(r - k, b - k)}L${at(r - m, b - m)}Z`;
  const joints = [
    [l, t, 1, 1],
    [r, t, -1, 1],
    [l, b, 1, -1],
    [r, b, -1, -1],
  ]
    .map(
      ([x, y, dx, dy]) =>
        `M${num(x + dx * k)} ${num(y + dy * k)}L${num(x + dx * m)} ${num(y + dy * m)}`,
    )
    .join('');
  return (
    `<g class="b-frame">${rect(o, 'frame', ROUND)}<path class="grain-along" d="${along}"/>` +
    `<path class="grain-across" d="${across}"/>` +
    `<path class="mitre-hi" d="${joints}"${shift(0, 1.6)}/><path class="mitre" d="${joints}"/>` +
    rect(grown(o, -1.4), 'frame-edge', ROUND - 1.4) +
    rect(grown(layout.field, 5.5), 'tray', 15) +
    '</g>'
  );
}

/** Letters and numbers along the bottom and the left side. @param {Layout} layout */
export function coordinates(layout) {
  const { field, scale: k, quarters } = layout;
  /** @type {Map<string, Point>} */
  const names = new Map();
  for (const { cell, x, y } of layout.view.cells) {
    const p = layout.point(x, y),
      [file, rank] = [cell[0], cell.slice(1)];
    const [below, beside] = quarters % 2 ? [rank, file] : [file, rank];
    names.set(below, { x: p.x, y: field.y + field.h + 27 * k });
    names.set(beside, { x: field.x - 20.5 * k, y: p.y + 7 * k });
  }
  const texts = [...names].map(
    ([name, p]) => `<text x="${num(p.x)}" y="${num(p.y)}">${name}</text>`,
  );
  return `<g class="b-coords" font-size="${num(21 * k)}">${texts.join('')}</g>`;
}

// ---- surfaces --------------------------------------------------------------------------------

/**
 * The outline of unit squares taken together, corners rounded.
 * @param {Point[]} middles
 * @param {number} round
 */
function outline(middles, round) {
  const key = (/** @type {Point} */ p) => `${Math.round(p.x)},${Math.round(p.y)}`;
  /** @type {Map<string, [Point, Point]>} edges with a square on one side only, clockwise */
  const edges = new Map();
  for (const { x, y } of middles) {
    const corner = [
      [-50, -50],
      [50, -50],
      [50, 50],
      [-50, 50],
    ].map(([dx, dy]) => ({ x: x + dx, y: y + dy }));
    corner.forEach((a, i) => {
      const b = corner[(i + 1) % 4],
        back = `${key(b)}>${key(a)}`;
      if (!edges.delete(back)) edges.set(`${key(a)}>${key(b)}`, [a, b]);
    });
  }
  let d = '';
  while (edges.size) d += rounded(corners(loop(edges, key)), round);
  return d;
}

/**
 * Takes one closed way out of the edges.
 * @param {Map<string, [Point, Point]>} edges
 * @param {(p: Point) => string} key
 */
function loop(edges, key) {
  /** @type {Point[]} */
  const way = [];
  let [name, edge] = /** @type {[string, [Point, Point]]} */ (edges.entries().next().value);
  for (;;) {
    edges.delete(name);
    way.push(edge[1]);
    const from = `${key(edge[1])}>`,
      next = [...edges].find(([n]) => n.startsWith(from));
    if (!next) return way;
    [name, edge] = next;
  }
}

/** The points where a closed way bends. @param {Point[]} way */
const corners = way =>
  way.filter((p, i) => {
    const a = way.at(i - 1) ?? p,
      b = way[(i + 1) % way.length];
    return Math.abs((p.x - a.x) * (b.y - p.y) - (p.y - a.y) * (b.x - p.x)) > 1;
  });

/** @param {Point[]} way @param {number} r */
const rounded = (way, r) =>
  way
    .map((p, i) => {
      const a = towards(p, /** @type {Point} */ (way.at(i - 1)), r),
        b = towards(p, way[(i + 1) % way.length], r);
      return `${i ? 'L' : 'M'}${pt(a)}Q${pt(p)} ${pt(b)}`;
    })
    .join('') + 'Z';

/** The body of a region. @param {Layout} layout @param {Region} region */
function body(layout, region) {
  if (region.shape === 'disc') return disc(layout, region);
  if (region.shape === 'rect') return slab(layout, region);
  const d = outline(
    region.cells.map(c => layout.at(c)),
    12,
  );
  return `<path class="r-base" d="${d}"/><path class="r-grain" d="${d}"/>`;
}

/** A disc: rims, eight grips, one of brass. @param {Layout} layout @param {Region} region */
function disc(layout, region) {
  const c = layout.centre(region),
    r = (region.radius ?? 1) * U;
  const grips = [0, 1, 2, 3, 4, 5, 6, 7].map(i =>
    circle(polar(c, r - 21, 22.5 + 45 * i), 6, i === 5 ? 'r-pin' : 'r-grip'),
  );
  return (
    circle(c, r, 'r-base') +
    circle(c, r, 'r-grain') +
    circle(c, r - 2, 'r-rim') +
    circle(c, r - 9, 'r-rim2') +
    grips.join('')
  );
}

/**
 * A rectangle; a raised one casts a shadow, shows its front side and has a lip.
 * @param {Layout} layout
 * @param {Region} region
 */
function slab(layout, region) {
  const a = layout.area(region.box ?? layout.view.field),
    up = region.lift * U;
  if (!up) return rect(a, 'r-base', 10) + rect(a, 'r-grain', 10);
  const below = layout.view.regions.map(r => r.lift).filter(l => l < region.lift);
  const fall = up - Math.max(0, ...below) * U,
    front = { ...a, h: a.h + fall };
  return (
    rect(grown(a, 2), 'r-cast', 10, shift(14, fall - up + 14)) +
    `<g${shift(0, -up)}>${rect(front, 'r-riser', 10)}${rect(a, 'r-base', 10)}` +
    `${rect(a, 'r-grain', 10)}${rect(grown(a, -1.2), 'r-lip', 9)}</g>`
  );
}

/**
 * The links a region shows: those between its cells, and its part of those that cross the gap of
 * a disc that turns.
 * @param {Layout} layout
 * @param {number} index
 */
function links(layout, index) {
  const turning = layout.disc,
    gap = turning ? { c: layout.centre(turning), r: (turning.radius ?? 1) * U } : null;
  let d = '';
  for (const [a, b] of layout.view.links) {
    const [ra, rb] = [layout.regionOf.get(a), layout.regionOf.get(b)];
    const [p, q] = [layout.at(a), layout.at(b)];
    const crosses = layout.onDisc(a) !== layout.onDisc(b);
    if (!crosses || !gap) {
      if (Math.max(ra ?? 0, rb ?? 0) === index) d += `M${pt(p)}L${pt(q)}`;
      continue;
    }
    const [inner, outer] = layout.onDisc(a) ? [p, q] : [q, p];
    const [innerRegion, outerRegion] = layout.onDisc(a) ? [ra, rb] : [rb, ra];
    if (innerRegion === index) d += `M${pt(inner)}L${pt(leaving(inner, outer, gap.c, gap.r - 6))}`;
    if (outerRegion === index) d += `M${pt(outer)}L${pt(leaving(inner, outer, gap.c, gap.r + 11))}`;
  }
  return d ? `<path class="l-lo" d="${d}"${shift(0, 1.6)}/><path class="l" d="${d}"/>` : '';
}

/**
 * Where the way from `a`, inside a circle, to `b` leaves it.
 * @param {Point} a
 * @param {Point} b
 * @param {Point} c
 * @param {number} r
 */
function leaving(a, b, c, r) {
  const l = Math.hypot(b.x - a.x, b.y - a.y),
    [ux, uy] = [(b.x - a.x) / l, (b.y - a.y) / l];
  const along = (a.x - c.x) * ux + (a.y - c.y) * uy,
    apart = (a.x - c.x) ** 2 + (a.y - c.y) ** 2;
  return towards(a, b, -along + Math.sqrt(Math.max(0, along * along - apart + r * r)));
}

/** @param {Layout} layout @param {string} cell */
function cellShape(layout, cell) {
  const p = layout.at(cell);
  switch (layout.view.cell) {
    case 'tile':
      return rect({ x: p.x - 45.5, y: p.y - 45.5, w: 91, h: 91 }, 'cell', 9);
    case 'socket':
      return circle(p, 38, 'cell');
    default:
      return circle(p, 7, 'cell');
  }
}

/** All regions, low ones first, and the holes. @param {Layout} layout */
export function surfaces(layout) {
  const all = layout.view.regions,
    order = all.map((_, i) => i).sort((a, b) => all[a].lift - all[b].lift);
  const drawn = order.map(i => {
    const region = all[i],
      own = region.cells.filter(c => layout.regionOf.get(c) === i);
    const well = region.turns
      ? circle(layout.centre(region), (region.radius ?? 1) * U + 7, 'r-well')
      : '';
    const art =
      body(layout, region) + links(layout, i) + own.map(c => cellShape(layout, c)).join('');
    const drawn = region.turns ? `<g class="disc-art">${art}</g>` : art;
    const cls = `region cells-${layout.view.cell} tone-${region.tone}`;
    return `${well}<g class="${cls}" data-region="${region.id}">${drawn}</g>`;
  });
  return drawn.join('') + layout.view.holes.map(h => hole(layout.area(h))).join('');
}

/**
 * A hole: lit walls at the right and below, the table through it, shadow from the other walls.
 * @param {Area} a
 */
function hole(a) {
  const v = { x: a.x + 4.5, y: a.y + 4.5, w: a.w - 14, h: a.h - 15 };
  const inside = ['hole-void', 'hole-shade', 'hole-shade2'].map(c => rect(v, c, 9)).join('');
  return `<g class="hole">${rect(grown(a, -1.5), 'hole-rim', 13)}${inside}</g>`;
}
