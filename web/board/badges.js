// @ts-check
// What turns are worth, written on the board beside where they lead: told apart by letter and shape,
// not by colour alone.

import { num, pt } from './layout.js';
import { escape } from './svg.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Point} Point */

/**
 * @typedef {object} Badge
 * @property {string[]} way the cells the turn goes through; one: where a pawn is placed
 * @property {'win' | 'draw' | 'loss'} kind
 * @property {string} text
 */

const HIGH = 34;

/** The outline of a badge: round for a win, square for a draw, pointed for a loss. */
const SHAPES = {
  win: (/** @type {number} */ w) =>
    `<rect x="${num(-w / 2)}" y="${-HIGH / 2}" width="${num(w)}" height="${HIGH}" rx="${HIGH / 2}"/>`,
  draw: (/** @type {number} */ w) =>
    `<rect x="${num(-w / 2)}" y="${-HIGH / 2}" width="${num(w)}" height="${HIGH}" rx="4"/>`,
  loss: (/** @type {number} */ w) => {
    const [x, y, tip] = [w / 2 - 8, HIGH / 2, w / 2 + 4];
    return `<path d="M${num(-x)} ${-y}H${num(x)}L${num(tip)} 0L${num(x)} ${y}H${num(-x)}L${num(-tip)} 0Z"/>`;
  },
};

/**
 * Where a badge stands: on the way to the last cell, or on the cell itself.
 * @param {Layout} layout @param {Badge} badge
 * @returns {Point}
 */
function place(layout, { way }) {
  const to = layout.at(way[way.length - 1]),
    from = way.length > 1 ? layout.at(way[way.length - 2]) : to;
  return { x: from.x + (to.x - from.x) * 0.58, y: from.y + (to.y - from.y) * 0.58 };
}

/** All badges, those that would cover another moved aside. @param {Layout} layout @param {Badge[]} all */
export function badges(layout, all) {
  /** @type {Point[]} */
  const taken = [];
  return all
    .map(badge => {
      const p = place(layout, badge),
        w = 22 + 13 * badge.text.length;
      const covers = () =>
        taken.some(q => Math.abs(q.x - p.x) < w - 6 && Math.abs(q.y - p.y) < HIGH);
      for (let tries = 0; covers() && tries < 4; tries++) p.y += HIGH;
      taken.push({ ...p });
      return (
        `<g class="badge b-${badge.kind}" transform="translate(${pt(p)})">` +
        `${SHAPES[badge.kind](w)}<text y="8">${escape(badge.text)}</text></g>`
      );
    })
    .join('');
}
