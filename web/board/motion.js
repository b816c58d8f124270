// @ts-check
// Movement: the effects of a turn, click by click, become animations of what stands on the board.
// What has moved is drawn where it ends before it starts to move, so stopping at any time leaves
// the board right.

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('../types').Effect} Effect */

const EASE = 'cubic-bezier(.3, .7, .2, 1)';
const MOVE = 200,
  SPIN = 250,
  FADE = 180,
  BEAT = 220;

/** How long everything takes, as a multiple of the usual; 0: nothing moves. */
let pace = 1;

/** Says how long everything takes: 1 is usual, 2 takes twice as long, 0 leaves it out. @param {number} times */
export function setPace(times) {
  pace = times;
}

/** A moment in which something is looked at. */
export const beat = () =>
  new Promise(done => {
    setTimeout(done, BEAT * pace);
  });

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether people want things to move. */
export const moves = () => pace > 0 && !still.matches;

/** @param {{x: number, y: number}} p @param {number} [scale] */
const place = (p, scale = 1) => `translate(${p.x}px, ${p.y}px) scale(${scale})`;

/**
 * Makes the effects of one click, all together.
 * @param {Board} board
 * @param {Effect[]} effects
 * @returns {Animation[]}
 */
export function perform(board, effects) {
  /** @type {Animation[]} */
  const running = [];
  const moving = effects.flatMap(e => {
    const piece = e.do === 'move' ? board.take(e.from) : null;
    return e.do === 'move' && piece ? [{ piece, to: e.to }] : [];
  });
  for (const e of effects) {
    if (e.do === 'remove') running.push(...fade(board, e.cell));
    if (e.do === 'spin') running.push(...spin(board, e.quarters));
  }
  for (const { piece, to } of moving) running.push(...go(board, piece, to));
  for (const e of effects) {
    if (e.do !== 'place') continue;
    const piece = board.put(e.cell, e.side),
      p = board.layout.at(e.cell);
    const from = { x: p.x, y: p.y - 18 };
    running.push(
      piece.animate(
        [
          { transform: place(from, 1.18), opacity: 0 },
          { transform: place(p), opacity: 1 },
        ],
        { duration: MOVE * pace, easing: EASE },
      ),
    );
  }
  return running;
}

/** @param {Board} board @param {SVGGElement} piece @param {string} to */
function go(board, piece, to) {
  const from = board.whereabouts(piece),
    end = board.layout.at(to);
  board.set(piece, to);
  const far = Math.hypot(end.x - from.x, end.y - from.y) > 150;
  const frames = [{ transform: place(from) }, { transform: place(end) }];
  // A pawn that is sent across the board is lifted over the others.
  if (far)
    frames.splice(1, 0, {
      transform: place({ x: (from.x + end.x) / 2, y: (from.y + end.y) / 2 - 16 }, 1.12),
    });
  return [piece.animate(frames, { duration: pace * (far ? MOVE * 1.25 : MOVE), easing: EASE })];
}

/** @param {Board} board @param {string} cell */
function fade(board, cell) {
  const piece = board.take(cell);
  if (!piece) return [];
  const p = board.layout.at(cell);
  const gone = piece.animate(
    [
      { transform: place(p), opacity: 1 },
      { transform: place(p, 0.86), opacity: 0 },
    ],
    { duration: FADE * pace, easing: EASE, fill: 'forwards' },
  );
  const remove = () => piece.remove();
  gone.finished.then(remove, remove);
  return [gone];
}

/**
 * The disc turns with all that stands on it; pawns keep the light on their upper left.
 * @param {Board} board
 * @param {number} quarters
 */
function spin(board, quarters) {
  const disc = board.layout.disc;
  if (!disc) return [];
  const c = board.layout.centre(disc),
    back = -90 * quarters,
    timing = { duration: SPIN * pace, easing: EASE };
  const round = (/** @type {number} */ a) =>
    `translate(${c.x}px, ${c.y}px) rotate(${a}deg) translate(${-c.x}px, ${-c.y}px)`;
  const standing = [...board.pieces].filter(([cell]) => board.layout.onDisc(cell));
  for (const [cell] of standing) board.pieces.delete(cell);
  for (const [cell, piece] of standing)
    board.set(piece, board.layout.turned(cell, quarters) ?? cell);
  board.turnDisc(90 * quarters);
  const running = board
    .discGroups()
    .map(g => g.animate([{ transform: round(back) }, { transform: round(0) }], timing));
  for (const [, piece] of standing) {
    const p = board.whereabouts(piece);
    running.push(
      piece.animate(
        [
          { transform: `${place(p)} rotate(${-back}deg)` },
          { transform: `${place(p)} rotate(0deg)` },
        ],
        timing,
      ),
    );
  }
  return running;
}
