// @ts-check
// What turns do on the board, backwards and from one line of turns to another.

/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../types').Move} Move */

/**
 * Effects that undo others, as far as pawns and discs move: what was taken or placed simply is
 * there again or not.
 * @param {Effect[][]} steps
 * @returns {Effect[][]}
 */
export const undoing = steps => [...steps].reverse().map(effects => effects.flatMap(undo));

/** @param {Effect} e @returns {Effect[]} */
function undo(e) {
  if (e.do === 'move') return [{ do: 'move', from: e.to, to: e.from }];
  if (e.do === 'spin') return [{ do: 'spin', quarters: -e.quarters }];
  return e.do === 'place' ? [{ do: 'remove', cell: e.cell }] : [];
}

/**
 * What leads from one line to another, if the one continues the other: turns that were taken back
 * go backwards. More new turns than `most` are not shown one by one.
 * @param {Move[]} before @param {Move[]} after @param {number} [most]
 * @returns {Effect[][]}
 */
export function between(before, after, most = 1) {
  const shorter = Math.min(before.length, after.length);
  for (let i = 0; i < shorter; i++) if (before[i].turn !== after[i].turn) return [];
  const fresh = after.slice(shorter),
    gone = before.slice(shorter).reverse();
  if (fresh.length > most) return [];
  return [...gone.flatMap(m => undoing(m.effects)), ...fresh.flatMap(m => m.effects)];
}
