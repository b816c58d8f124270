// @ts-check
// What a turn did, as it is told afterwards: where its pawn went, step by step, what it took at
// which step, whom it sent elsewhere, how far it turned a disc. Read off the effects, so it holds
// for any game.

/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../types').Side} Side */

/**
 * @typedef {object} Trace
 * @property {string[]} path the cells of the pawn that moved, or the one cell it was placed on
 * @property {{cell: string, side: Side | null, step: number}[]} taken pawns that were taken, and at
 *   which step; 0: before the first
 * @property {{from: string, to: string}[]} sent pawns that were sent elsewhere
 * @property {string[]} swapped cells of pawns that changed places with the one that moved
 * @property {number} turned degrees clockwise by which a disc was turned
 */

/**
 * @param {Effect[][]} effects of the turn, click by click
 * @param {[string, Side][]} before the pawns before it
 * @returns {Trace}
 */
export function traceOf(effects, before) {
  /** @type {Trace} */
  const trace = { path: [], taken: [], sent: [], swapped: [], turned: 0 };
  const standing = new Map(before);
  for (const together of effects) {
    const moves = together.flatMap(e => (e.do === 'move' ? [e] : [])),
      // A pawn that was taken stood there before anything moved.
      gone = together.flatMap(e => (e.do === 'remove' ? [[e.cell, standing.get(e.cell)]] : []));
    follow(trace, moves);
    for (const [cell, side] of gone)
      trace.taken.push({
        cell: /** @type {string} */ (cell),
        side: /** @type {Side | undefined} */ (side) ?? null,
        step: Math.max(0, trace.path.length - 1),
      });
    for (const e of together) {
      if (e.do === 'spin') trace.turned += 90 * e.quarters;
      if (e.do === 'place') trace.path.push(e.cell);
    }
    stand(standing, together);
  }
  return trace;
}

/**
 * The moves of one click. The pawn that moves is where the path ends; in a swap its partner comes
 * to where it was, and all others are sent.
 * @param {Trace} trace @param {{from: string, to: string}[]} moves
 */
function follow({ path, sent, swapped }, moves) {
  const mover = path.at(-1),
    own = moves.find(({ from }) => mover === undefined || from === mover);
  if (own) path.push(...(mover === undefined ? [own.from] : []), own.to);
  for (const move of moves) {
    if (move === own) continue;
    if (own && move.to === own.from) swapped.push(move.to);
    else sent.push({ from: move.from, to: move.to });
  }
}

/** @param {Map<string, Side>} standing @param {Effect[]} together */
function stand(standing, together) {
  for (const e of together) if (e.do === 'remove') standing.delete(e.cell);
  const arriving = together.flatMap(e => {
    if (e.do === 'place') return [[e.cell, e.side]];
    const side = e.do === 'move' ? standing.get(e.from) : undefined;
    return e.do === 'move' && side ? [[e.to, side]] : [];
  });
  for (const e of together) if (e.do === 'move') standing.delete(e.from);
  for (const [cell, side] of arriving)
    standing.set(/** @type {string} */ (cell), /** @type {Side} */ (side));
}
