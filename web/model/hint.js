// @ts-check
// A good turn: the exact one where tables know it, otherwise the best the computer finds in a
// second.

import { isStrongest } from './opponent.js';

/** @typedef {import('../engine.js').OpenGame} OpenGame */
/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Value} Value */

/** In milliseconds. */
const TIME = 1500;

/**
 * @typedef {{turn: string, value: Value | null, cells: string[]}} Hint no value: it was searched
 */

/**
 * Finds a turn for the game as it is now; nothing if meanwhile nobody wants to know any more.
 * @param {object} asked
 * @param {GameInfo} asked.info
 * @param {OpenGame} asked.game
 * @param {import('./broker.js').SearchBroker} asked.broker
 * @param {() => boolean} asked.wanted
 * @returns {Promise<Hint | 'no-levels' | null>}
 */
export async function findHint({ info, game, broker, wanted }) {
  const { position } = game,
    best = await known(game, position);
  if (!wanted()) return null;
  if (best) {
    const { effects } = await game.type(best.turn, position);
    return { turn: best.turn, value: best.value, cells: way(effects) };
  }
  const player = info.levels.filter(level => !isStrongest(level)).at(-1);
  if (!player) return 'no-levels';
  const job = broker.submit({
    owner: game,
    purpose: 'hint',
    start: hooks => game.think({ player, time: TIME }, hooks),
  });
  const found = await job.found;
  return found && { turn: found.turn, value: null, cells: way(found.effects) };
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
function way(effects) {
  /** @type {string[]} */
  const cells = [];
  for (const e of effects.flat()) {
    if (e.do === 'place') cells.push(e.cell);
    if (e.do !== 'move' || (cells.length && cells[cells.length - 1] !== e.from)) continue;
    cells.push(...(cells.length ? [e.to] : [e.from, e.to]));
  }
  return cells;
}
