// @ts-check
// The marks on a board. Each is a coloured core on a contrasting casing, so it needs nothing from
// the surface below. Colour says what kind of news it is (green: you may act, gold: what happened,
// red: must be dealt with, ink: a rule in force), shape says what happens, so it reads in grey.

import { U, num, polar, pt, towards } from './layout.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Point} Point */
/** @typedef {import('./board.js').Scene} Scene */
/** @typedef {import('../types').LastTurn} LastTurn */
/** @typedef {import('../types').Choice} Choice */

/** @param {string} d @param {string} [cls] */
export const cased = (d, cls = '') =>
  `<path class="case ${cls}" d="${d}"/><path class="core ${cls}" d="${d}"/>`;

/** @param {string} cls @param {Point} p @param {string} body */
export const mark = (cls, p, body) =>
  `<g class="mark ${cls}" transform="translate(${pt(p)})">${body}</g>`;

/** @param {number} r */
export const ring = r => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;

const ORIGIN = { x: 0, y: 0 };
const RAYS = [0, 1, 2, 3, 4, 5, 6, 7]
  .map(i => `M${pt(polar(ORIGIN, 48, 45 * i))}L${pt(polar(ORIGIN, 56, 45 * i))}`)
  .join('');

const GO = '<circle class="case-f" r="14"/><circle class="core-f" r="9.5"/>';
const TAKE = cased(`${ring(42)}M0 -42V-27M0 42V27M-42 0H-27M42 0H27`);
const SWAP = cased(
  'M-36 -21A42 42 0 0 1 36 -21M22 -25L37 -20L41 -36M36 21A42 42 0 0 1 -36 21M-22 25L-37 20L-41 36',
);
const FORCED =
  '<path class="case-f" d="M-15 -56H15L0 -36Z"/><path class="core-f" d="M-9.5 -52.5H9.5L0 -40Z"/>';
/** Below a pawn that can begin a turn. */
const MAY = cased('M-19 42A46 46 0 0 0 19 42');
/** Where a pawn came to stand. */
export const ARRIVED = cased('M-43 -25V-43H-25M25 -43H43V-25M43 25V43H25M-25 43H-43V25');
/** Over a pawn that was taken in the turn being entered. */
export const CROSS = `<g class="m-rule">${cased('M-17 -17L17 17M17 -17L-17 17')}</g>`;

/** @param {Point[]} stops */
export const polyline = stops => stops.map((p, i) => (i ? 'L' : 'M') + pt(p)).join('');

/**
 * The two barbs of an arrow that ends at `tip` and comes from `from`.
 * @param {Point} from
 * @param {Point} tip
 * @param {number} size
 */
function head(from, tip, size) {
  const back = towards(tip, from, size),
    [dx, dy] = [tip.x - back.x, tip.y - back.y];
  const barb = (/** @type {number} */ k) =>
    pt({ x: back.x - k * dy * 0.8, y: back.y + k * dx * 0.8 });
  return `M${barb(-1)}L${pt(tip)}L${barb(1)}`;
}

/**
 * An arrow through the stops, clear of what stands at its ends.
 * @param {Point[]} stops
 * @param {string} cls
 * @param {number} start
 * @param {number} end
 * @param {number} [size]
 */
export function arrow(stops, cls, start, end, size = 13) {
  if (stops.length < 2) return '';
  const way = [...stops],
    last = way.length - 1;
  way[0] = towards(stops[0], stops[1], start);
  way[last] = towards(stops[last], stops[last - 1], end);
  const line = polyline(way) + head(stops[last - 1], way[last], size);
  return `<g class="mark ${cls}">${cased(line)}</g>`;
}

/**
 * An arc with a head along the rim of a disc that was turned.
 * @param {Layout} layout
 * @param {number} degrees
 */
export function sweep(layout, degrees) {
  const disc = layout.disc;
  if (!disc) return '';
  const c = layout.centre(disc),
    r = (disc.radius ?? 1) * U - 2,
    cut = Math.max(-150, Math.min(150, degrees));
  const [from, to] = [-90 - cut / 2, -90 + cut / 2],
    tip = polar(c, r, to),
    back = to - 5.2 * Math.sign(cut);
  const arc = `M${pt(polar(c, r, from))}A${num(r)} ${num(r)} 0 0 ${cut > 0 ? 1 : 0} ${pt(tip)}`;
  const barbs = [polar(c, r + 13, back), polar(c, r - 13, back)];
  const d = `${arc}M${pt(barbs[0])}L${pt(tip)}L${pt(barbs[1])}`;
  return `<g class="mark m-last">${cased(d)}</g>`;
}

/**
 * What the last turn did.
 * @param {Layout} layout
 * @param {LastTurn} last
 * @param {Set<string>} covered cells where a stronger mark stands
 */
export function lastTurn(layout, last, covered) {
  const stops = last.path.map(c => layout.at(c)),
    end = last.path.at(-1);
  let out = last.turned ? sweep(layout, last.turned) : '';
  if (stops.length > 1) {
    const [a, b] = [stops[stops.length - 2], stops[stops.length - 1]];
    const slant = Math.abs(a.x - b.x) > 30 && Math.abs(a.y - b.y) > 30;
    if (!covered.has(last.path[0])) out += mark('m-last', stops[0], cased(ring(26), 'dash'));
    out += arrow(stops, 'm-last', 30, slant ? 68 : 46);
  }
  for (const cell of end ? [end, ...last.also] : last.also) {
    if (!covered.has(cell)) out += mark('m-last', layout.at(cell), ARRIVED);
  }
  return out;
}

/** The way of the turn being entered. @param {Layout} layout @param {string[]} cells */
export function path(layout, cells) {
  if (cells.length < 2) return '';
  const stops = cells.map(c => layout.at(c));
  const bends = stops
    .slice(1, -1)
    .map(p => mark('m-act', p, GO))
    .join('');
  const begin = mark('m-act', stops[0], cased(ring(26), 'dash'));
  return `<g class="mark m-act m-path">${cased(polyline(stops))}</g>${bends}${begin}`;
}

/**
 * Rules in force; where a cell can be clicked the mark for that says more.
 * @param {Layout} layout
 * @param {Scene} scene
 */
function rules(layout, scene) {
  const targets = new Set(scene.targets.map(([c]) => c));
  return scene.marks
    .map(({ kind, cells }) => {
      const drawn = layout.view.marks.find(m => m.kind === kind);
      if (!drawn) return '';
      const places = cells.filter(c => !drawn.removal || !targets.has(c)).map(c => layout.at(c));
      if (drawn.upright === null)
        return places.map(p => mark('m-rule', p, cased(drawn.path))).join('');
      if (places.length !== 2) return '';
      const [a, b] = places,
        above = Math.abs(a.x - b.x) < Math.abs(a.y - b.y);
      const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
      return mark('m-rule', middle, cased(above ? drawn.upright : drawn.path));
    })
    .join('');
}

/** Lines of pawns of which one is to be taken. @param {Layout} layout @param {Choice[]} choices */
function capsules(layout, choices) {
  const all = choices.flatMap(c => c.cells).map(c => layout.at(c));
  return choices
    .map(({ cells, tag, click }, i) => {
      const [a, b] = [layout.at(cells[0]), layout.at(cells[cells.length - 1])];
      const l = Math.hypot(b.x - a.x, b.y - a.y),
        angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
      const box = `x="-44" y="-44" width="${num(l + 88)}" height="88" rx="44"`;
      const near = layout.at(click),
        p = labelPlace(layout, near, all);
      return (
        `<g class="mark m-act m-choice"><g transform="translate(${pt(a)}) rotate(${num(angle)})">` +
        `<rect class="case" ${box}/><rect class="core dash" ${box}/></g>` +
        (tag
          ? `<g transform="translate(${pt(p)})"><circle class="tag" r="19"/>` +
            `<text class="tag-t" y="7.5">${i + 1}</text></g>`
          : '') +
        '</g>'
      );
    })
    .join('');
}

/**
 * The corner of a pawn that is farthest from the other pawns in question and inside the field.
 * @param {Layout} layout
 * @param {Point} p
 * @param {Point[]} others
 */
function labelPlace(layout, p, others) {
  const f = layout.field,
    inside = (/** @type {Point} */ q) =>
      q.x > f.x && q.x < f.x + f.w && q.y > f.y && q.y < f.y + f.h;
  const room = (/** @type {Point} */ q) =>
    Math.min(
      ...others.filter(o => o.x !== p.x || o.y !== p.y).map(o => Math.hypot(o.x - q.x, o.y - q.y)),
      200,
    ) + (inside(q) ? 100 : 0);
  return [
    [31, -31],
    [31, 31],
    [-31, -31],
    [-31, 31],
  ]
    .map(([dx, dy]) => ({ x: p.x + dx, y: p.y + dy }))
    .reduce((best, q) => (room(q) > room(best) + 1 ? q : best));
}

/**
 * The pawns that can begin a turn, if not all of that side can.
 * @param {Scene} scene
 */
function choosable({ movable, forced, pieces }) {
  const side = pieces.find(([cell]) => cell === movable[0])?.[1],
    own = pieces.filter(([, owner]) => owner === side).length;
  return forced.length || movable.length === own ? [] : movable;
}

/** Everything that lies above the pawns. @param {Layout} layout @param {Scene} scene */
export function over(layout, scene) {
  const at = (/** @type {string} */ c) => layout.at(c),
    attacked = new Set(scene.attacked);
  let out = rules(layout, scene);
  if (scene.best && scene.best.length > 1) {
    const stands = scene.pieces.some(([c]) => c === scene.best?.at(-1));
    out += arrow(scene.best.map(at), 'm-best', 40, stands ? 44 : 14, 22);
  } else if (scene.best?.length) out += mark('m-best', at(scene.best[0]), cased(ring(40)));
  for (const c of choosable(scene)) out += mark('m-act m-may', at(c), MAY);
  for (const c of scene.forced) if (c !== scene.selected) out += mark('m-act', at(c), FORCED);
  for (const [c, kind] of scene.targets) {
    if (!attacked.has(c))
      out += mark('m-act', at(c), kind === 'take' ? TAKE : kind === 'swap' ? SWAP : GO);
  }
  for (const c of attacked) out += mark('m-warn pulse', at(c), cased(ring(42) + RAYS));
  if (scene.selected && !attacked.has(scene.selected) && !scene.choices.length)
    out += mark('m-act m-sel', at(scene.selected), cased(ring(43)));
  return out + capsules(layout, scene.choices);
}
