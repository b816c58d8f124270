// @ts-check
// What a turn that the rules refuse was meant to do, drawn in red with a cross on it.

import { towards, pt } from '../board/layout.js';
import { arrow, cased, mark, ring } from '../board/marks.js';

/** @typedef {import('../board/layout.js').Layout} Layout */
/** @typedef {import('../board/layout.js').Point} Point */

const NO = cased('M-15 -15L15 15M15 -15L-15 15'),
  LEFT = cased(ring(26), 'dash');

/**
 * What was meant, as far as the notation tells: pawns that would be sent away stand behind `>`, all
 * other cells are on the way.
 * @param {Layout} layout @param {string} turn
 */
function meant(layout, turn) {
  const stopsOf = (/** @type {string} */ text) =>
    (text.match(/[a-z]\d+/g) ?? []).filter(cell => layout.has(cell)).map(cell => layout.at(cell));
  const parts = turn.split(','),
    sent = parts.filter(part => part.includes('>')).map(stopsOf);
  return {
    path: parts.filter(part => !part.includes('>')).flatMap(stopsOf),
    sent: sent.filter(stops => stops.length === 2),
  };
}

/** The marks of a turn that is refused, above the pawns. @param {Layout} layout @param {string} turn */
export function refusal(layout, turn) {
  const { path, sent } = meant(layout, turn);
  let out = arrow(path, 'm-warn', 30, 20);
  for (const [a, b] of sent)
    out +=
      mark('m-warn', a, LEFT) +
      `<g class="mark m-warn">${cased(`M${pt(towards(a, b, 30))}L${pt(towards(b, a, 30))}`, 'dots')}</g>`;
  // What is refused is the last thing that was meant.
  const [a, b] = sent.at(-1) ?? path.slice(-2);
  if (!a) return out;
  const at = !b ? a : sent.length ? b : { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return out + mark('m-warn', at, NO);
}
