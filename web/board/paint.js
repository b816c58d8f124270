// @ts-check
// What boards are made of: wood grain, bevels, pawns. One invisible drawing per page holds the
// definitions and every board refers to them; colours come from the style sheet by class.

import { num } from './layout.js';
import { draw, element } from './svg.js';

/**
 * Materials of pawns. The ones that come first on their boards carry a ring, the others a dimple.
 */
const RINGED = ['ivory', 'yellow'];
const DIMPLED = ['ebony', 'red'];

/** Wavy strokes, the same on every page. */
function strokes() {
  let seed = 20;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const wave = () => (random() - 0.5) * 10;
  let out = '';
  for (let y = 3; y < 400; y += 5 + random() * 12) {
    const [a, b] = [wave(), wave()];
    const left = `C110 ${num(y + a)} 200 ${num(y + b)} 300 ${num(y + a / 2)}`;
    const curve = `${left}S490 ${num(y - b)} 600 ${num(y)}`;
    const width = num(0.8 + random() * 2.2);
    const opacity = num(0.3 + random() * 0.7);
    out += `<path d="M0 ${num(y)}${curve}" stroke-width="${width}" opacity="${opacity}"/>`;
  }
  return out;
}

/** @param {string} id @param {string} direction @param {[number, string][]} stops */
const linear = (id, direction, stops) =>
  `<linearGradient id="${id}" ${direction}>` +
  stops.map(([at, cls]) => `<stop offset="${at}" class="${cls}"/>`).join('') +
  '</linearGradient>';

/** @param {string} material */
function pawn(material) {
  const eye = DIMPLED.includes(material)
    ? '<circle class="p-dip-lo" r="10.5" cy="-.4"/><circle class="p-dip" r="10.5" cy="-1.8"/>'
    : '<circle class="p-ring-lo" r="20.5" cy="-.4"/><circle class="p-ring" r="20.5" cy="-1.6"/>';
  return (
    `<radialGradient id="g-${material}" cx=".36" cy=".3" r=".8">` +
    [0, 0.55, 1].map((at, i) => `<stop offset="${at}" class="${material}-${i + 1}"/>`).join('') +
    `</radialGradient><g id="pawn-${material}" class="pawn pawn-${material}">` +
    '<circle class="p-rim" r="36"/>' +
    `<circle r="33.5" cy="-1.6" fill="url(#g-${material})"/>${eye}` +
    '<path class="p-shine" d="M-26 -14A29.5 29.5 0 0 1 -4 -30"/></g>'
  );
}

function definitions() {
  const grain = strokes();
  const slant = 'x1="0" y1="0" x2="1" y2="1"',
    down = 'x1="0" y1="0" x2="0" y2="1"',
    right = 'x1="0" y1="0" x2="1" y2="0"';
  const pattern = (/** @type {string} */ id, /** @type {number} */ angle) =>
    `<pattern id="${id}" width="600" height="400" patternUnits="userSpaceOnUse" ` +
    `patternTransform="rotate(${angle})"><g class="grain">${grain}</g></pattern>`;
  return (
    linear('g-raise', slant, [
      [0, 'edge-hi'],
      [0.5, 'edge-0'],
      [1, 'edge-lo'],
    ]) +
    linear('g-sink', slant, [
      [0, 'edge-lo'],
      [0.5, 'edge-0'],
      [1, 'edge-hi'],
    ]) +
    linear('g-frame', down, [
      [0, 'frame-1'],
      [1, 'frame-2'],
    ]) +
    linear('g-hole', down, [
      [0, 'hole-1'],
      [0.34, 'hole-2'],
      [0.7, 'hole-0'],
    ]) +
    linear('g-hole2', right, [
      [0, 'hole-2'],
      [0.4, 'hole-0'],
    ]) +
    '<radialGradient id="g-shadow"><stop offset=".62" class="shadow-1"/>' +
    '<stop offset="1" class="shadow-0"/></radialGradient>' +
    '<filter id="f-soft" x="-20%" y="-20%" width="140%" height="140%">' +
    '<feGaussianBlur stdDeviation="9"/></filter>' +
    pattern('grain-h', -1.5) +
    pattern('grain-v', 91) +
    [...RINGED, ...DIMPLED].map(pawn).join('')
  );
}

/**
 * The definitions that a board refers to: a tree can only refer to its own.
 * @param {Element} host
 */
export function paintOf(host) {
  const root = host.getRootNode();
  return (root instanceof ShadowRoot ? root : document).getElementById('paint');
}

/** Puts the definitions where a board finds them, once. @param {Element} host */
export function ensurePaint(host) {
  if (paintOf(host)) return;
  const root = host.getRootNode();
  const hidden = { 'aria-hidden': 'true', focusable: 'false' };
  const paint = element('svg', { id: 'paint', class: 'paint', width: 0, height: 0, ...hidden });
  draw(paint, `<defs>${definitions()}</defs>`);
  (root instanceof ShadowRoot ? root : document.body).prepend(paint);
}

/** A single pawn as a small picture, for strips and buttons. @param {string} material */
export const pawnIcon = material =>
  element(
    'svg',
    { class: 'chip', viewBox: '-40 -40 80 80', 'aria-hidden': 'true', focusable: 'false' },
    element('use', { href: `#pawn-${material}` }),
  );
