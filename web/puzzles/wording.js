// @ts-check
// What is said about puzzles.

import { sentencesOf, t } from '../words.js';

/** @typedef {import('./data.js').Puzzle} Puzzle */
/** @typedef {import('../analyse/knowledge.js').Knowledge} Knowledge */

/**
 * What a theme is called and how it helps, by its letter in the lists.
 * @type {Record<string, [import('../sentences').Word, import('../sentences').Word]>}
 */
const THEMES = {
  c: ['puzzles.theme_capture', 'puzzles.hint_capture'],
  m: ['puzzles.theme_several', 'puzzles.hint_several'],
  n: ['puzzles.theme_chain', 'puzzles.hint_chain'],
  x: ['puzzles.theme_swap', 'puzzles.hint_swap'],
  t: ['puzzles.theme_teleport', 'puzzles.hint_teleport'],
  r: ['puzzles.theme_rotation', 'puzzles.hint_rotation'],
  p: ['puzzles.theme_placement', 'puzzles.hint_placement'],
  s: ['puzzles.theme_sacrifice', 'puzzles.hint_sacrifice'],
  b: ['puzzles.theme_blockade', 'puzzles.hint_blockade'],
  q: ['puzzles.theme_quiet', 'puzzles.hint_quiet'],
};

/** @type {Record<string, import('../sentences').Word>} */
const KINDS = {
  win: 'puzzles.theme_win',
  save: 'puzzles.theme_save',
  trap: 'puzzles.theme_trap',
};

/** Kinds of puzzles and themes, by which one can choose. */
export const CHOICES = [...Object.keys(KINDS), ...Object.keys(THEMES)];

/** What a theme, or a kind of puzzle, is called. @param {string} theme a letter or a kind */
export function themeName(theme) {
  const word = KINDS[theme] ?? THEMES[theme]?.[0];
  return word ? t(word) : theme;
}

/** What is to be done. @param {Puzzle} puzzle @param {string} side the solver's name */
export function task({ kind, turns }, side) {
  if (kind === 'win')
    return turns ? t('puzzles.askWin', side, turns) : t('puzzles.askWinSome', side);
  return kind === 'save' ? t('puzzles.askSave', side) : t('puzzles.askTrap', side);
}

/** Why the right turn is right. @param {Puzzle} puzzle */
export function reason({ kind, themes }) {
  const why =
    kind === 'win'
      ? t('puzzles.whyWin')
      : kind === 'save'
        ? t('puzzles.whySave')
        : t('puzzles.whyTrap');
  const [, themed] = THEMES[themes[0]] ?? [];
  return sentencesOf([why, themed ? t(themed) : '']);
}

/**
 * Why a turn is not the one that is looked for.
 * @param {Puzzle} puzzle @param {Knowledge} knowledge
 * @param {string} turn @param {string} before @param {string} after
 */
export async function whyNot({ kind }, knowledge, turn, before, after) {
  const known = await knowledge.of(before).catch(() => null),
    value = known?.turns.find(one => one.turn === turn)?.value;
  if (value?.kind === 'loss')
    return value.turns ? t('puzzles.loses', turn, value.turns) : t('puzzles.losesSome', turn);
  // Where a draw is to be saved everything else loses.
  if (kind === 'save') return t('puzzles.losesSome', turn);
  if (kind === 'win')
    return value?.kind === 'draw' ? t('puzzles.draws', turn) : t('puzzles.notWin', turn);
  const replies = (await knowledge.of(after).catch(() => null))?.turns ?? [],
    losing = replies.filter(reply => reply.value.kind === 'loss').length;
  return value && replies.length
    ? t('puzzles.noTrap', turn, losing, replies.length)
    : t('puzzles.notTrap', turn);
}
