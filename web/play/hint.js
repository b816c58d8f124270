// @ts-check
// A good turn: the exact one where tables know it, otherwise the best the computer finds in a
// second.

import { ask } from '../engine.js';
import { t } from '../words.js';
import { Thinker, isStrongest } from './computer.js';

/** @typedef {import('./match.js').Match} Match */

/** @typedef {{turn: string, words: string, cells: string[]}} Hint */

/**
 * Finds a turn for the position as it is now; nothing if meanwhile nobody wants to know any more.
 * @param {Match} match @param {() => boolean} wanted @returns {Promise<Hint | null>}
 */
export async function findHint(match, wanted) {
  const { base, start, turns, position } = match;
  const hint = async (/** @type {string} */ turn, /** @type {string} */ words) => {
    if (!wanted()) return null;
    const { effects } = await ask('type', { ...base, position, text: turn });
    return { turn, words, cells: way(effects) };
  };
  const best = await known(match, position);
  if (best) return hint(best.turn, valueWords(best.value));
  const level = match.info.levels.filter(l => !isStrongest(l)).at(-1);
  if (!level) throw new Error(t('noLevels'));
  // There is one search at a time: one that nobody waits for would end the computer's own.
  if (!wanted()) return null;
  const report = await new Thinker().find({ ...base, start, turns, player: level }, 1500);
  return report && hint(report.turn, t('hintBest'));
}

/**
 * The best turn, if tables here or those of the server know it.
 * @param {Match} match @param {string} position
 * @returns {Promise<import('../types').Valued | null>}
 */
async function known(match, position) {
  const { game, rules } = match.base,
    asked = new URLSearchParams({ rules, position });
  const sure = (/** @type {import('../types').Verbs['value'][1]} */ { value, turns }) =>
    value.kind === 'unknown' ? null : (turns[0] ?? null);
  return (
    sure(await ask('value', { game, rules, position })) ??
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

/** @param {{kind: string, turns?: number}} value */
function valueWords({ kind, turns }) {
  if (kind === 'win') return turns ? t('hintWin', turns) : t('hintWinSome');
  if (kind === 'loss') return turns ? t('hintLoss', turns) : t('hintLossSome');
  return t('hintDraw');
}
