// @ts-check
// The board as a file of its own: the drawing with every colour written into it, so that it needs
// neither the page nor its style sheets; and the same as pixels.

import { EMPTY } from './board.js';
import { paintOf } from './paint.js';

/** @typedef {import('./board.js').Board} Board */

/** What the style sheets say, as far as pictures can say it too, with what holds without them. */
const PROPERTIES = /** @type {Record<string, string>} */ ({
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-opacity': '1',
  'stroke-width': '1px',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-dasharray': 'none',
  opacity: '1',
  filter: 'none',
});
const STOPS = /** @type {Record<string, string>} */ ({ 'stop-color': '', 'stop-opacity': '1' });
const TEXTS = /** @type {Record<string, string>} */ ({
  'font-family': '',
  'font-size': '',
  'font-weight': '',
  'text-anchor': 'start',
});
/** Room for the shadow of the frame. */
const MARGIN = 12;

/** Writes the computed style of `from` into its copy. @param {Element} from @param {Element} to */
function write(from, to) {
  const style = getComputedStyle(from),
    tag = from.localName;
  const wanted = { ...(tag === 'stop' ? STOPS : PROPERTIES), ...(tag === 'text' ? TEXTS : {}) };
  if (tag !== 'g' && tag !== 'defs' && tag !== 'svg') {
    for (const [name, plain] of Object.entries(wanted)) {
      const value = style
        .getPropertyValue(name)
        .replaceAll('"', "'")
        .replace(/url\('(#[^']+)'\)/g, 'url($1)');
      if (value !== plain) to.setAttribute(name, value);
    }
  } else if (style.opacity !== '1') to.setAttribute('opacity', style.opacity);
  if (tag === 'use' && style.transform !== 'none') to.setAttribute('transform', style.transform);
  to.removeAttribute('class');
  to.removeAttribute('style');
  [...from.children].forEach((child, i) => write(child, to.children[i]));
}

/**
 * The board as SVG; what can be clicked is no part of the picture.
 * @param {Board} board
 * @param {string} title
 */
export function toSvg(board, title) {
  const { pieces, taken, path, marks, trace, decided } = board.scene;
  board.marks({ ...EMPTY, pieces, taken, path, marks, trace, decided });
  board.knobs.replaceChildren();
  const text = written(board, title);
  board.marks(board.scene);
  return text;
}

/** The board as it is drawn now. @param {Board} board @param {string} title */
function written(board, title) {
  const paint = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (paintOf(board.host)));
  const svg = /** @type {SVGSVGElement} */ (board.svg.cloneNode(true)),
    defs = /** @type {Element} */ (
      /** @type {Element} */ (paint.firstElementChild).cloneNode(true)
    );
  write(board.svg, svg);
  write(/** @type {Element} */ (paint.firstElementChild), defs);
  const o = board.layout.outer,
    [w, h] = [o.w + 2 * MARGIN, o.h + 2 * MARGIN];
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('viewBox', `${o.x - MARGIN} ${o.y - MARGIN} ${w} ${h}`);
  svg.setAttribute('width', String(Math.round(w)));
  svg.setAttribute('height', String(Math.round(h)));
  for (const name of ['aria-hidden', 'focusable', 'role', 'aria-label']) svg.removeAttribute(name);
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  name.textContent = title;
  svg.prepend(name, defs);
  return new XMLSerializer().serializeToString(svg);
}

/** An SVG as a PNG of twice its size. @param {string} svg @returns {Promise<Blob>} */
export async function toPng(svg) {
  const image = new Image(),
    url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => {
      canvas.toBlob(blob => (blob ? done(blob) : fail(new Error('PNG'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
