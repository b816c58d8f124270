// @ts-check
// The value of a game as a curve: a step line in three bands. Nearer to the outer edge is nearer to
// the end. What was only estimated is drawn dotted.

import { element } from '../board/svg.js';

/** @typedef {{kind: string, turns?: number, points?: number}} Value */
/**
 * A position of the line, seen by the player who began with the light pawns.
 * @typedef {object} Point
 * @property {Value} value
 * @property {boolean} exact
 * @property {boolean} mistake whether the turn that led here gave something away
 */

/** In pixels. */
const HIGH = 116,
  LEFT = 28,
  RIGHT = 12,
  FOOT = 22;

/**
 * Where a value lies between the upper and the lower edge, from 0 to 1.
 * @param {Value} value
 */
export function level({ kind, turns = 60, points = 0 }) {
  const far = Math.min(turns, 60) / 60;
  if (kind === 'win') return 0.02 + 0.3 * far;
  if (kind === 'loss') return 0.98 - 0.3 * far;
  // An estimate, in hundredths of a pawn.
  if (kind === 'score') return 0.5 - 0.16 * Math.tanh(points / 400);
  return 0.5;
}

/**
 * The curve.
 * @param {(Point | null)[]} points one for each position, null where nothing is known
 * @param {number} now the position that is shown
 * @param {number} width in pixels
 * @param {{letters: [string, string, string], label: string, mistake: (ply: number) => string}} words
 * @returns {SVGSVGElement}
 */
export function curve(points, now, width, words) {
  const svg = /** @type {SVGSVGElement} */ (
    element('svg', {
      class: 'curve',
      viewBox: `0 0 ${width} ${HIGH + FOOT}`,
      role: 'img',
      'aria-label': words.label,
    })
  );
  const last = Math.max(points.length - 1, 1),
    x = (/** @type {number} */ ply) => LEFT + ((width - LEFT - RIGHT) * ply) / last,
    y = (/** @type {Value} */ value) => HIGH * level(value);
  const add = (
    /** @type {string} */ tag,
    /** @type {Record<string, string | number>} */ props,
    text = '',
  ) => {
    const el = element(tag, props);
    if (text) el.textContent = text;
    svg.append(el);
  };
  const bands = ['win', 'draw', 'loss'];
  bands.forEach((band, i) => {
    add('rect', {
      class: `band ${band}`,
      x: LEFT,
      y: (HIGH * i) / 3,
      width: width - LEFT - RIGHT,
      height: HIGH / 3,
    });
    add('text', { class: 'letter', x: 8, y: (HIGH * (i + 0.5)) / 3 + 5 }, words.letters[i]);
  });
  for (const exact of [true, false]) {
    const d = steps(points, exact, x, y);
    if (d) add('path', { class: exact ? 'line' : 'line judged', d });
  }
  add('path', { class: 'now', d: `M${x(now)} 0V${HIGH}` });
  points.forEach((point, ply) => {
    if (!point?.mistake) return;
    const [cx, cy] = [x(ply), y(point.value)];
    const sign = element('g', { class: 'sign', transform: `translate(${cx} ${cy})` });
    const title = element('title', {});
    title.textContent = words.mistake(ply);
    const mark = element('text', { y: 4.5 });
    mark.textContent = '?';
    sign.append(title, element('path', { d: 'M0 -11L11 0L0 11L-11 0Z' }), mark);
    svg.append(sign);
  });
  const every = Math.max(1, Math.ceil(last / 6));
  for (let ply = 0; ply < points.length; ply += every)
    add('text', { class: 'ply', x: x(ply), y: HIGH + 17 }, String(ply));
  return svg;
}

/**
 * A line that keeps its height until the value changes, interrupted where nothing is known.
 * @param {(Point | null)[]} points @param {boolean} exact
 * @param {(ply: number) => number} x @param {(value: Value) => number} y
 */
function steps(points, exact, x, y) {
  let d = '',
    drawing = false;
  points.forEach((point, ply) => {
    const own = point && point.exact === exact;
    if (own && !drawing) d += `M${x(ply)} ${y(point.value)}`;
    else if (point && drawing) d += `H${x(ply)}V${y(point.value)}`;
    drawing = !!own;
  });
  return d;
}

/** The position under a point of the curve. @param {number} at in pixels @param {number} width @param {number} count */
export function plyAt(at, width, count) {
  const share = (at - LEFT) / (width - LEFT - RIGHT);
  return Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));
}
