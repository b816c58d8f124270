// @ts-check
// A good turn: the exact one where tables know it, otherwise the best the computer finds in a
// second.

import { ask } from '../engine.js';
import { t } from '../words.js';
import { Thinker, isStrongest } from './computer.js';

/** @typedef {import('./match.js').Match} Match */

/** @param {Match} match @returns {Promise<{turn: string, words: string, cells: string[]} | null>} */
export async function findHint(match) {
  const position = match.position;
  const best = await known(match, position);
  if (best) return { turn: best.turn, words: valueWords(best.value), cells: await cellsOf(match, best.turn) };
  const level = match.info.levels.filter(l => !isStrongest(l)).at(-1);
  if (!level) throw new Error(t('noLevels'));
  const report = await new Thinker().find({ ...match.base, start: match.start, turns: match.turns, player: level }, 1500);
  return report && { turn: report.turn, words: t('hintBest'), cells: await cellsOf(match, report.turn) };
}

/** The best turn, if tables here or those of the server know it. @param {Match} match @param {string} position @returns {Promise<import('../types').Valued | null>} */
async function known(match, position) {
  const { game, rules } = match.base, asked = new URLSearchParams({ rules, position });
  const sure = (/** @type {import('../types').Verbs['value'][1]} */ { value, turns }) => (value.kind === 'unknown' ? null : turns[0] ?? null);
  return sure(await ask('value', { game, rules, position }))
    ?? import('../server.js').then(({ server }) => server(`games/${game}/value?${asked}`)).then(sure).catch(() => null);
}

/** The way a turn goes: the first pawn it moves, or the cell it places on. @param {Match} match @param {string} turn */
async function cellsOf(match, turn) {
  const { effects } = await ask('type', { ...match.base, position: match.position, text: turn });
  /** @type {string[]} */
  const way = [];
  for (const e of effects.flat()) {
    if (e.do === 'place') way.push(e.cell);
    if (e.do === 'move' && (!way.length || way[way.length - 1] === e.from)) way.push(...(way.length ? [e.to] : [e.from, e.to]));
  }
  return way;
}

/** @param {{kind: string, turns?: number}} value */
function valueWords({ kind, turns }) {
  if (kind === 'win') return turns ? t('hintWin', turns) : t('hintWinSome');
  if (kind === 'loss') return turns ? t('hintLoss', turns) : t('hintLossSome');
  return t('hintDraw');
}
