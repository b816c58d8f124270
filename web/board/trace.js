// @ts-check
// What the last turn did, drawn so that it can be read until the next one: the whole way with
// numbered steps, pale pawns where others were taken, arcs from where others were sent. And what
// decided the game.

import { U, num, polar, pt, towards } from './layout.js';
import { ARRIVED, CROSS, arrow, cased, mark, polyline, ring, sweep } from './marks.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Point} Point */
/** @typedef {import('../model/trace.js').Trace} Trace */

const GONE = cased(ring(26), 'dash');

/** @param {Point} p @param {string | number} text @param {number} [r] */
const disc = (p, text, r = 17) =>
  mark('m-step', p, `<circle r="${r}"/><text y="${num(r * 0.42)}">${text}</text>`);

/** A point between two others. @param {Point} a @param {Point} b */
const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/**
 * What lies below the pawns.
 * @param {Layout} layout @param {Trace} trace
 * @param {Set<string>} covered cells where a stronger mark stands
 */
export function traceUnder(layout, trace, covered) {
  const at = (/** @type {string} */ c) => layout.at(c),
    stops = trace.path.map(at),
    chain = stops.length > 2;
  let out = trace.turned ? sweep(layout, trace.turned) : '';
  for (const { from, to } of trace.sent) out += arc(layout, at(from), at(to));
  for (const { cell, side } of trace.taken) if (side) out += ghost(layout, cell, side);
  if (stops.length > 1 && !covered.has(trace.path[0])) out += mark('m-last', stops[0], GONE);
  if (chain) out += `<g class="mark m-last m-chain">${cased(polyline(clear(stops)))}</g>`;
  else if (stops.length > 1) {
    const [a, b] = stops,
      slant = Math.abs(a.x - b.x) > 30 && Math.abs(a.y - b.y) > 30;
    out += arrow(stops, 'm-last', 30, slant ? 68 : 46);
  }
  const ends = [
    ...trace.path.slice(-1),
    ...trace.swapped.filter(c => c !== trace.path[0] || !chain),
    ...trace.sent.map(({ to }) => to),
  ];
  for (const cell of new Set(ends))
    if (!covered.has(cell)) out += mark('m-last', at(cell), ARRIVED);
  return out;
}

/**
 * What lies above the pawns: numbers of steps, and what was taken at which of them.
 * @param {Layout} layout @param {Trace} trace @param {Set<string>} standing cells with a pawn
 */
export function traceOver(layout, trace, standing) {
  const at = (/** @type {string} */ c) => layout.at(c),
    stops = trace.path.map(at),
    chain = stops.length > 2;
  let out = '';
  for (const { cell, step } of trace.taken) {
    const p = at(cell);
    if (standing.has(cell)) {
      const pill = `<rect x="-24" y="-15" width="48" height="30" rx="15"/><text y="7">×${step || ''}</text>`;
      out += mark('m-step', { x: p.x - 27, y: p.y + 30 }, pill);
      continue;
    }
    out += `<g transform="translate(${pt(p)})">${CROSS}</g>`;
    if (chain && step) out += disc({ x: p.x + 25, y: p.y - 25 }, step, 15);
  }
  if (chain)
    stops.slice(1).forEach((p, i) => {
      out += disc(middle(stops[i], p), i + 1);
    });
  return out;
}

/** The way begins at the rim of where the pawn stood. @param {Point[]} stops */
const clear = stops => [towards(stops[0], stops[1], 26), ...stops.slice(1)];

/** A pale pawn where one was taken. @param {Layout} layout @param {string} cell @param {string} side */
function ghost(layout, cell, side) {
  const material = layout.view.sides[side === 'light' ? 0 : 1],
    p = layout.at(cell);
  return `<use class="was" href="#pawn-${material}" x="${num(p.x)}" y="${num(p.y)}"/>`;
}

/** From where a pawn was sent, bending towards the middle. @param {Layout} layout @param {Point} a @param {Point} b */
function arc(layout, a, b) {
  const { x, y, w, h } = layout.field,
    centre = { x: x + w / 2, y: y + h / 2 },
    m = middle(a, b),
    bend = { x: m.x + (centre.x - m.x) * 0.45, y: m.y + (centre.y - m.y) * 0.45 };
  const from = towards(a, bend, 30),
    to = towards(b, bend, 48),
    back = towards(to, bend, 13),
    [dx, dy] = [to.x - back.x, to.y - back.y];
  const barb = (/** @type {number} */ k) =>
    pt({ x: back.x - k * dy * 0.8, y: back.y + k * dx * 0.8 });
  return (
    mark('m-last', a, GONE) +
    `<g class="mark m-last m-sent">${cased(`M${pt(from)}Q${pt(bend)} ${pt(to)}`, 'dots')}` +
    `${cased(`M${barb(-1)}L${pt(to)}L${barb(1)}`)}</g>`
  );
}

/** A star of five points. @param {number} r */
const star = r => {
  const tip = (/** @type {number} */ i) =>
    pt(polar({ x: 0, y: 0 }, i % 2 ? r * 0.45 : r, 36 * i - 90));
  return `M${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(tip).join('L')}Z`;
};
const STAR = `<path class="case-f" d="${star(21)}"/><path class="core-f" d="${star(14)}"/>`;
const DOUBLE = cased(ring(46)) + cased(ring(37), 'thin');

/**
 * What decided the game: a band round a line, rings round single pawns, a star on each.
 * @param {Layout} layout @param {string[]} cells
 */
export function decided(layout, cells) {
  const stops = cells.filter(c => layout.has(c)).map(c => layout.at(c)),
    ends = lineOf(stops);
  const stars = stops.map(p => mark('m-star', p, STAR)).join('');
  if (!ends) return stops.map(p => mark('m-over', p, DOUBLE)).join('') + stars;
  const [a, b] = ends,
    l = Math.hypot(b.x - a.x, b.y - a.y),
    angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  const box = `x="-46" y="-46" width="${num(l + 92)}" height="92" rx="46"`;
  return (
    `<g class="mark m-over" transform="translate(${pt(a)}) rotate(${num(angle)})">` +
    `<rect class="case" ${box}/><rect class="core" ${box}/></g>${stars}`
  );
}

/**
 * The ends of a line, if the points are one: three or more, straight, each next to another.
 * @param {Point[]} points @returns {[Point, Point] | null}
 */
function lineOf(points) {
  if (points.length < 3) return null;
  const along = [...points].sort((a, b) => a.x - b.x || a.y - b.y),
    [a, b] = [along[0], along[along.length - 1]],
    length = Math.hypot(b.x - a.x, b.y - a.y);
  const straight = along.every(
    p => Math.abs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) < 8 * length,
  );
  const near = along
    .slice(1)
    .every((p, i) => Math.hypot(p.x - along[i].x, p.y - along[i].y) < 1.6 * U);
  return straight && near ? [a, b] : null;
}
