// @ts-check
// A good turn: the exact one where tables know it, otherwise the best the computer finds in a
// second.

import { isStrongest } from './opponent.js';
import { other } from './session.js';
import { traceOf } from './trace.js';

/** @typedef {import('../engine.js').OpenGame} OpenGame */
/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Value} Value */

/** In milliseconds. */
const TIME = 1500;

/**
 * What follows a turn that was searched, as far as that tells why it is good: how many pawns it
 * takes, how many the best reply takes, and the cell of the pawn that moved if it stays there.
 * @typedef {{takes: number, loses: number, cell: string}} Follows
 */
/**
 * @typedef {object} Hint
 * @property {string} turn
 * @property {Value | null} value none: it was searched
 * @property {string[]} cells
 * @property {Follows | null} follows
 */

/**
 * Finds a turn for the game as it is now; nothing if meanwhile nobody wants to know any more.
 * @param {object} asked
 * @param {GameInfo} asked.info
 * @param {OpenGame} asked.game
 * @param {import('./broker.js').SearchBroker} asked.broker
 * @param {() => boolean} asked.wanted
 * @param {(opening: import('../engine.js').Opening) => Promise<OpenGame>} asked.openGame
 * @returns {Promise<Hint | 'no-levels' | null>}
 */
export async function findHint({ info, game, broker, wanted, openGame }) {
  const { position } = game,
    best = await known(game, position);
  if (!wanted()) return null;
  if (best) {
    const { effects } = await game.type(best.turn, position);
    return { turn: best.turn, value: best.value, cells: way(effects), follows: null };
  }
  const player = info.levels.filter(level => !isStrongest(level)).at(-1);
  if (!player) return 'no-levels';
  const job = broker.submit({
    owner: game,
    purpose: 'hint',
    start: hooks => game.think({ player, time: TIME }, hooks),
  });
  const found = await job.found;
  if (!found || !wanted()) return null;
  const line = found.line.length ? found.line : [found.turn],
    follows = await foreseen(await openGame(opening(game, line.slice(0, 2))), game.turns.length);
  return { turn: found.turn, value: null, cells: way(found.effects), follows };
}

/** The game with some turns more. @param {OpenGame} game @param {string[]} more */
const opening = ({ base, start, turns }, more) => ({ ...base, start, turns: [...turns, ...more] });

/**
 * What a turn and the reply to it do.
 * @param {OpenGame} game in which both have been played @param {number} at the number of the turn
 * @returns {Promise<Follows>}
 */
async function foreseen(game, at) {
  try {
    const { moves } = game.state,
      [before, after] = await Promise.all([game.goto(at), game.goto(at + 1)]);
    const own = traceOf(moves[at].effects, before.pieces),
      reply = moves[at + 1] ? traceOf(moves[at + 1].effects, after.pieces) : null;
    const of = (/** @type {string} */ side) => (/** @type {{side: string | null}} */ one) =>
      one.side === side;
    const cell = own.path.at(-1) ?? '',
      hit = [
        ...(reply?.taken ?? []).map(({ cell }) => cell),
        ...(reply?.sent ?? []).map(({ from }) => from),
      ];
    return {
      takes: own.taken.filter(of(other(moves[at].side))).length,
      loses: (reply?.taken ?? []).filter(of(moves[at].side)).length,
      cell: reply && !hit.includes(cell) ? cell : '',
    };
  } finally {
    game.close();
  }
}

/**
 * The best turn, if tables here or those of the server know it.
 * @param {OpenGame} open @param {string} position
 * @returns {Promise<import('../types').Valued | null>}
 */
async function known(open, position) {
  const { game, rules } = open.base,
    asked = new URLSearchParams({ rules, position });
  const sure = (/** @type {import('../types').Verbs['value'][1]} */ { value, turns }) =>
    value.kind === 'unknown' ? null : (turns[0] ?? null);
  return (
    sure(await open.value()) ??
    import('../server.js')
      .then(({ server }) => server(`games/${game}/value?${asked}`))
      .then(sure)
      .catch(() => null)
  );
}

/**
 * The way a turn goes: the first pawn it moves, or the cell it places on.
 * @param {import('../types').Effect[][]} effects
 */
export function way(effects) {
  /** @type {string[]} */
  const cells = [];
  for (const e of effects.flat()) {
    if (e.do === 'place') cells.push(e.cell);
    if (e.do !== 'move' || (cells.length && cells[cells.length - 1] !== e.from)) continue;
    cells.push(...(cells.length ? [e.to] : [e.from, e.to]));
  }
  return cells;
}
