// @ts-check
// What is said about a game that is open: who plays, what kind of game it is, how it ended. The
// model knows no sentences; these are made from it.

import { isStrongest } from '../model/opponent.js';
import { isWord, listOf, pick, sentencesOf, t } from '../words.js';

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

/** @param {Pick<GameSession, 'info'>} session @param {Side} side */
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
  const { over, you } = session,
    natural = session.snapshot.over;
  if (!over) return { head: '', why: '' };
  if (natural && over.outcome === natural.outcome)
    return { head: headline(session), why: natural.why };
  const word = `how_${over.how}`,
    why = isWord(word) ? t(word) : over.how;
  const head = headline(session);
  if (over.outcome === null) return { head, why: '' };
  if (over.outcome === 'draw' || !you) return { head, why };
  return { head, why: t('wonBy', sideName(session, over.outcome), why) };
}

/** Who won. @param {GameSession} session */
function headline({ over, you, info }) {
  if (!over) return '';
  if (over.outcome === null) return t('aborted');
  if (over.outcome === 'draw') return t('drawn');
  if (you) return t(over.outcome === you ? 'youWon' : 'youLost');
  return t('won', pick(info.sides[over.outcome === 'light' ? 0 : 1].name));
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

/**
 * What a turn did, where it did more than a notation shows at a glance; otherwise nothing.
 * @param {Pick<GameSession, 'info'>} session @param {Side} side
 * @param {import('../model/trace.js').Trace} trace
 */
export function didWords(session, side, { path, taken, sent }) {
  const parts = [
    path.length > 2 && t('didSteps', path.length - 1),
    taken.length && t('didTake', taken.length),
    sent.length && t('didSend', sent.length),
  ].filter(part => typeof part === 'string');
  return parts.length ? t('did', sideName(session, side), listOf(parts)) : '';
}

/** Whether there is little time left on a clock. @param {number} ms */
export const isLow = ms => ms < 20_000;

/** @param {Status | null} status */
export function statusText(status) {
  if (!status) return '';
  const { text, key, args = [] } = status;
  return key && isWord(key) ? t(key, ...args) : (text ?? '');
}

/** Why a turn is good. @param {Pick<import('../model/hint.js').Hint, 'value' | 'follows'>} hint */
export function hintWords({ value, follows }) {
  if (!value) return followWords(follows);
  const { kind, turns } = value;
  if (kind === 'win') return turns ? t('hintWin', turns) : t('hintWinSome');
  if (kind === 'loss') return turns ? t('hintLoss', turns) : t('hintLossSome');
  return t('hintDraw');
}

/**
 * What a turn leads to in the next turn, as far as the computer has looked.
 * @param {import('../model/hint.js').Follows | null} follows
 */
function followWords(follows) {
  if (!follows) return t('hintBest');
  const { takes, loses, cell } = follows,
    good = takes ? t('hintTakes', takes) : t('hintBest');
  if (loses) return t('hintBut', good, t('hintLoses', loses));
  return cell ? t('hintAnd', good, t('hintSafe', cell)) : good;
}
