// @ts-check
// What is said about a game that is open: who plays, what kind of game it is, how it ended. The
// model knows no sentences; these are made from it.

import { isStrongest } from '../model/opponent.js';
import { isWord, pick, sentencesOf, t } from '../words.js';

/** @typedef {import('../model/session.js').GameSession} GameSession */
/** @typedef {import('../model/session.js').Status} Status */
/** @typedef {import('../model/local.js').LocalSource} LocalSource */
/** @typedef {import('../model/live.js').LiveSource} LiveSource */
/** @typedef {import('../types').Side} Side */

/** The source, if the game is played in this browser. @param {GameSession} session */
export const localOf = session =>
  session.source.kind === 'live' ? null : /** @type {LocalSource} */ (session.source);

/** The source, if the game is played over the server. @param {GameSession} session */
export const liveOf = session =>
  session.source.kind === 'live' ? /** @type {LiveSource} */ (session.source) : null;

/** @param {GameSession} session @param {Side} side */
export const sideName = ({ info }, side) => pick(info.sides[side === 'light' ? 0 : 1].name);

/** The number of a level. @param {string} level */
export const levelNumber = level => level.replace('level-', '');

/** What a level is called. @param {string} level */
export function levelTitle(level) {
  if (isStrongest(level)) return t(level === 'perfect' ? 'perfect' : 'strongest');
  const word = `level_${levelNumber(level)}`;
  return isWord(word) ? t(word) : t('levelNumber', levelNumber(level));
}

/** @param {string} level */
export const levelName = level => t('computer', levelTitle(level));

/** Who plays a side. @param {GameSession} session @param {Side} side */
export function nameOf(session, side) {
  const live = liveOf(session),
    local = localOf(session);
  if (live?.state.you === side) return t('you');
  if (live)
    return live.state.seats[side].name || (live.state.you ? t('friend') : sideName(session, side));
  const player = local?.kept.players[side];
  // Nobody is called perfect for a turn that was not known to be so.
  if (local && player?.kind === 'computer')
    return levelName(local.exact === false && isStrongest(local.level) ? 'search' : local.level);
  return player?.name || (local && session.you === side ? t('you') : sideName(session, side));
}

/** Says that it is not the turn of whoever sits here. @param {GameSession} session */
export function notYours(session) {
  const live = liveOf(session),
    mover = session.snapshot.to_move;
  if (live && !live.ready) return t('waitJoin');
  if (live?.state.you) return t('notYoursFriend');
  if (localOf(session)?.machine === mover) return t('notYoursComputer');
  return t('notYours', nameOf(session, mover));
}

/** What kind of game it is. @param {GameSession} session */
export function kindWords(session) {
  const live = liveOf(session);
  if (live) return t(live.state.you || live.invited ? 'byLink' : 'watching');
  const { machine, level, kept, reach, exact } = /** @type {LocalSource} */ (localOf(session));
  if (!machine) return t(kept.shown ? 'aRecord' : 'twoHere');
  if (!isStrongest(level)) return t('against', levelTitle(level), levelNumber(level));
  return reach
    ? sentencesOf([t('sentence', t('againstStrongest')), reachWords(reach, exact === false)])
    : t('againstStrongest');
}

/** The same in a word or two. @param {GameSession} session */
export function kindShort(session) {
  const live = liveOf(session);
  if (live)
    return t(live.invited ? 'shortInvited' : live.state.you ? 'shortLink' : 'shortWatching');
  const { machine, level, kept } = /** @type {LocalSource} */ (localOf(session));
  if (!machine) return t(kept.shown ? 'shortRecord' : 'shortHere');
  return levelTitle(level);
}

/**
 * How much of a game the strongest player knows for certain.
 * @param {import('../types').Coverage} reach
 * @param {boolean} without whether the tables could not be had
 */
export function reachWords({ known, some }, without = false) {
  if (known) return t(without ? 'exactMissing' : 'exactAll');
  return t(some ? 'exactLate' : 'exactNever');
}

/** The options that are not as on the sheet. @param {GameSession} session */
export function ruleWords({ info, source }) {
  const chosen = new Map(
    source.rules
      .split(',')
      .filter(Boolean)
      .map(part => /** @type {[string, string]} */ (part.split('='))),
  );
  const all = info.options.flatMap(option => {
    const value = option.values.find(v => v.name === chosen.get(option.name));
    return value && option.name !== 'first'
      ? [t('optionValue', pick(option.words), pick(value.words))]
      : [];
  });
  return all.length
    ? all.reduce((before, one) => t('twoSentences', t('sentence', before), one))
    : '';
}

/**
 * How a game ended, in two parts.
 * @param {GameSession} session
 * @returns {{head: string, why: string}}
 */
export function verdict(session) {
  const { over, you } = session;
  if (!over) return { head: '', why: '' };
  const word = `how_${over.how}`,
    why = isWord(word) ? t(word) : over.how;
  if (over.outcome === null) return { head: t('aborted'), why: '' };
  if (over.outcome === 'draw') return { head: t('drawn'), why };
  const winner = sideName(session, over.outcome);
  if (!you) return { head: t('won', winner), why };
  return { head: t(over.outcome === you ? 'youWon' : 'youLost'), why: t('wonBy', winner, why) };
}

/**
 * What happened, for those who hear the game.
 * @param {GameSession} session
 * @param {import('../model/session.js').Happening} happened
 */
export function happening(session, { what, side, turns }) {
  if (what === 'turn') return t('sayTurn', sideName(session, side), turns[0]);
  return t(what, turns.join(' '));
}

/** @param {Status | null} status */
export function statusText(status) {
  if (!status) return '';
  const { text, key, args = [] } = status;
  return key && isWord(key) ? t(key, ...args) : (text ?? '');
}

/** @param {{kind: string, turns?: number} | null} value of a hint; none: it was searched */
export function hintWords(value) {
  if (!value) return t('hintBest');
  const { kind, turns } = value;
  if (kind === 'win') return turns ? t('hintWin', turns) : t('hintWinSome');
  if (kind === 'loss') return turns ? t('hintLoss', turns) : t('hintLossSome');
  return t('hintDraw');
}
