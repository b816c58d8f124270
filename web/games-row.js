// @ts-check
// A game in the list of one's games: its board, whom it is against, how it stands or ended, and
// what can be done with it.

import { h } from './dom.js';
import { element } from './board/svg.js';
import { icon, picture, pointer, tool } from './icons.js';
import { lookAt, miniature } from './miniature.js';
import { isWaiting } from './model/store.js';
import { SIDES } from './model/session.js';
import { levelName } from './play/wording.js';
import { capital, isWord, lang, pick, t, tag } from './words.js';

/** @typedef {import('./types').GameInfo} GameInfo */
/** @typedef {import('./types').Side} Side */
/** @typedef {import('./model/store.js').Item} Item */
/** @typedef {import('./model/store.js').Kept} Kept */

/**
 * @param {string} action @param {string} words @param {Parameters<typeof icon>[0] | ''} [picture]
 * @param {string} [cls]
 */
export const button = (action, words, picture = '', cls = '') =>
  h(
    'button.btn',
    { type: 'button', class: cls, 'data-action': action, 'data-key': action },
    picture ? icon(picture) : null,
    h('span', {}, words),
  );

/** On which day something was, as people say it. @param {number} at in milliseconds */
function since(at) {
  const midnight = (/** @type {number} */ time) => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(Date.now()) - midnight(at)) / 86_400_000);
  if (days < 7)
    return capital(new Intl.RelativeTimeFormat(tag(), { numeric: 'auto' }).format(-days, 'day'));
  return new Intl.DateTimeFormat(tag(), { dateStyle: 'long' }).format(at);
}

const SIGNS = { win: 'M5 0L10 9H0Z', draw: 'M0 3H10M0 7H10', loss: 'M5 10L10 1H0Z' };

/**
 * A result: silhouette, sign and word, so that it can be told without colours.
 * @param {keyof typeof SIGNS} kind @param {string} words
 */
function badge(kind, words) {
  const el = document.createElement('span');
  el.className = `badge ${kind}`;
  el.append(picture('0 0 10 10', {}, element('path', { d: SIGNS[kind] })), words);
  return el;
}

/** @param {GameInfo} info @param {Side} side */
const sideName = (info, side) => pick(info.sides[side === 'light' ? 0 : 1].name);

/** Whom it is against. @param {Item} item */
function opponentOf({ kind, kept }) {
  if (kind === 'seat') return kept.friend || t('aFriend');
  const computer = SIDES.map(side => kept.players[side]).find(p => p.kind === 'computer');
  if (computer) return levelName(computer.level ?? '');
  const names = SIDES.map(side => kept.players[side].name ?? '').filter(Boolean);
  if (names.length === 2) return t('pairOf', names[0], names[1]);
  return t(kept.shown ? 'shortRecord' : 'shortHere');
}

/** What it is called unless its player calls it otherwise. @param {GameInfo} info @param {Item} item */
export const usualTitle = (info, item) => t('gameWith', pick(info.name), opponentOf(item));

/** What it is called. @param {GameInfo} info @param {Item} item */
export const titleOf = (info, item) => item.kept.title || usualTitle(info, item);

/** The side that is played by whoever sits here, if it is one. @param {Item} item */
function ownSide({ kind, kept }) {
  if (kind === 'seat') return kept.side;
  const people = SIDES.filter(side => kept.players[side].kind === 'person');
  return people.length === 1 ? people[0] : null;
}

/** How it stands. @param {GameInfo} info @param {Item} item */
function standing(info, item) {
  const { kind, kept } = item,
    turn = (kind === 'game' ? kept.turns.length : kept.turns) + 1;
  if (kind === 'seat' && kept.ready === false) return t('waitJoin');
  if (isWaiting(item)) return t('turnCount', turn);
  if (kind === 'seat')
    return kept.friend ? t('theirTurn', turn, kept.friend) : t('friendsTurn', turn);
  const you = ownSide(item);
  return you
    ? t('resumeYou', turn, sideName(info, you))
    : t('resumeLine', turn, sideName(info, kept.toMove));
}

/** The result: its silhouette, its sign and its word. @param {GameInfo} info @param {Item} item */
function result(info, item) {
  const { kind, kept } = item,
    over = kept.result ?? (kind === 'game' ? kept.end : null),
    you = ownSide(item);
  if (!over) return null;
  if (over.outcome === null) return h('span.result', {}, t('how_aborted'));
  if (over.outcome === 'draw') return badge('draw', t('badgeDraw'));
  if (!you) return h('span.result', {}, t('won', sideName(info, over.outcome)));
  return over.outcome === you ? badge('win', t('badgeWon')) : badge('loss', t('badgeLost'));
}

/**
 * Why it ended, in words: what the board shows, or what somebody did. What the board shows is asked
 * for, and comes a moment later.
 * @param {GameInfo} info @param {Item} item @param {() => void} redraw
 */
function reason(info, { kind, kept }, redraw) {
  const key = `${lang()} ${kept.id} ${kept.position}`;
  if (!reasons.has(key)) {
    reasons.set(key, '');
    lookAt(info.id, kept.rules ?? '', kept.position, lang()).then(look => {
      if (!look?.over) return;
      reasons.set(key, look.over.words);
      redraw();
    });
  }
  const shown = reasons.get(key);
  if (shown) return shown;
  const how = (kept.result ?? (kind === 'game' ? kept.end : null))?.how ?? '',
    word = `how_${how}`;
  return isWord(word) ? t(word) : how;
}

/** @type {Map<string, string>} */
const reasons = new Map();

/**
 * @param {GameInfo} info @param {Item} item
 * @param {{deleted: boolean, gone: boolean}} state
 * @param {() => void} redraw
 */
export function rowOf(info, item, { deleted, gone }, redraw) {
  const { kind, kept } = item,
    name = titleOf(info, item),
    about = { 'data-key': kept.id, 'data-mine': kept.id };
  if (deleted)
    return h(
      'article.card.row-game.deleted',
      about,
      h('p', {}, t('deletedGame', name)),
      button('restore', t('undoDelete'), 'undo'),
    );
  const waits = isWaiting(item),
    address = kind === 'game' ? `/play#local=${kept.id}` : `/play/${kept.id}`;
  const open = (/** @type {string} */ words, /** @type {string} */ href, cls = '', as = 'open') =>
    h(
      'a.btn',
      { class: cls, href, [`data-${as}`]: kept.id, 'aria-label': t('labelled', words, name) },
      words,
    );
  const analysis = `/analyse#${kind === 'game' ? 'local' : 'live'}=${kept.id}`,
    replay = kind === 'game' ? `${address}&ply=0` : `${address}#ply=0`;
  return h(
    'article.card.row-game',
    { ...about, class: waits ? 'waits' : '', 'data-game': info.id },
    h(
      'div.thumb',
      { 'aria-hidden': 'true' },
      miniature(info, kept.rules ?? '', kept.position || info.start, `${kept.id}${kept.position}`),
    ),
    h(
      'div.text',
      {},
      h('h3', {}, name),
      waits ? h('p.flag', {}, pointer(), t('yourTurn')) : null,
      h('p.small', {}, kept.over ? reason(info, item, redraw) : standing(info, item)),
      h(
        'p.small.muted',
        {},
        gone
          ? t('goneGame')
          : h('time', { datetime: new Date(kept.at).toISOString() }, since(kept.at)),
      ),
    ),
    kept.over ? result(info, item) : null,
    h(
      'div.acts',
      {},
      ...(kept.over
        ? [open(t('replay'), replay), open(t('analysis'), analysis, '', 'analyse')]
        : [
            open(
              t(waits ? 'play' : kind === 'seat' ? 'look' : 'resume'),
              address,
              waits ? 'primary' : '',
            ),
          ]),
      tool('game-menu', 'more', t('labelled', t('more'), name)),
    ),
  );
}
