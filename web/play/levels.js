// @ts-check
// The computer's levels, as people meet them: a name, a line on how it plays, how strong it is
// beside its neighbours, and which one fits whoever asks.

import { items } from '../model/store.js';
import { SIDES } from '../model/session.js';
import { isStrongest } from '../model/opponent.js';
import { t } from '../words.js';
import { STRENGTHS } from './strengths.js';
import { levelTitle } from './wording.js';

/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../model/store.js').Kept} Kept */

/** How many games in a row, won or lost, make another level fit better. */
const ROW = 2;

/** How often it overlooks something, in a word. @param {number} permille */
function care(permille) {
  if (permille >= 300) return 'often';
  if (permille >= 100) return 'sometimes';
  return permille > 0 ? 'rarely' : 'never';
}

/** How a level plays. @param {GameInfo} info @param {string} level */
export function manner(info, level) {
  if (isStrongest(level)) return t(level === 'perfect' ? 'mannerPerfect' : 'mannerStrongest');
  const strength = STRENGTHS[info.id]?.levels[info.levels.indexOf(level)];
  return strength ? t('manner', strength.depth, care(strength.blunders)) : '';
}

/** What a level scored against the one below. @param {GameInfo} info @param {number} at */
function scoreOf(info, at) {
  const known = STRENGTHS[info.id];
  if (!known) return null;
  return (at < known.levels.length ? known.levels[at]?.score : known.strongest) ?? null;
}

/**
 * How strong a level is beside the one below and the one above, as far as that was measured.
 * @param {GameInfo} info @param {string} level @returns {string[]}
 */
export function strength(info, level) {
  const at = info.levels.indexOf(level),
    [below, above] = [info.levels[at - 1], info.levels[at + 1]];
  const own = scoreOf(info, at),
    theirs = scoreOf(info, at + 1);
  return [
    ...(below && own !== null ? [t('scores', Math.round(own), levelTitle(below))] : []),
    ...(above && theirs !== null ? [t('scoredBy', levelTitle(above), Math.round(theirs))] : []),
  ];
}

/**
 * The level that fits by the last games, and why; null if there are none. Two wins in a row against
 * a level call for the next, two losses for the one before.
 * @param {GameInfo} info @param {Kept[]} [games] the latest first
 * @returns {{level: string, why: 'won' | 'lost' | 'even', against: string} | null}
 */
export function suggestion(info, games = finished(info)) {
  const results = games.flatMap(({ game, players, result, end }) => {
    const side = SIDES.find(s => players[s].kind === 'computer'),
      at = side ? info.levels.indexOf(players[side].level ?? '') : -1,
      outcome = (result ?? end)?.outcome;
    if (game !== info.id || !side || at < 0 || !outcome) return [];
    return [{ at, won: outcome === 'draw' ? null : outcome !== side }];
  });
  if (!results.length) return null;
  const [{ at }] = results,
    against = info.levels[at],
    row = results.slice(0, ROW);
  const all = (/** @type {boolean} */ won) =>
    row.length === ROW && row.every(one => one.at === at && one.won === won);
  if (all(true) && info.levels[at + 1]) return { level: info.levels[at + 1], why: 'won', against };
  if (all(false) && info.levels[at - 1])
    return { level: info.levels[at - 1], why: 'lost', against };
  return { level: against, why: 'even', against };
}

/** Finished games of this browser, the latest first. @param {GameInfo} info */
const finished = info =>
  items().flatMap(({ kind, kept }) =>
    kind === 'game' && kept.over && kept.game === info.id && !kept.shown ? [kept] : [],
  );

/** The suggestion in words. @param {NonNullable<ReturnType<typeof suggestion>>} found */
export function suggestionWords({ level, why, against }) {
  if (why === 'even') return t('suggestEven', levelTitle(level));
  return t(why === 'won' ? 'suggestUp' : 'suggestDown', levelTitle(level), levelTitle(against));
}
