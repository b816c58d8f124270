// @ts-check
// Drawings as elements: small ones one by one, whole boards from markup. This is the only place
// where text becomes markup; it is given numbers and names of these modules, never what people or
// games say.

export const SVG = 'http://www.w3.org/2000/svg';

/**
 * Browsers that ask for it are told that this very module may write markup.
 * @type {{createHTML: (text: string) => any}}
 */
const drawings = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('damier-drawing', {
  createHTML: (/** @type {string} */ text) => text,
}) ?? { createHTML: text => text };

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 */
export function element(tag, attributes = {}, ...children) {
  const el = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, String(value));
  el.append(...children);
  return el;
}

/** Fills an element with a drawing. @param {Element} el @param {string} markup */
export function draw(el, markup) {
  el.innerHTML = drawings.createHTML(markup);
}

/** Text as it may stand in markup. @param {string} text */
export const escape = text => text.replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
