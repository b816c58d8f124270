// @ts-check
// The review of a game in words: what was played, what was better, why, and who says so.

import { h } from '../dom.js';
import { button } from '../icons.js';
import { Panel } from '../play/panel.js';
import { sideName } from '../play/wording.js';
import { other } from '../model/session.js';
import { capital, listOf, t } from '../words.js';

/** @typedef {import('./controller.js').AnalyseController} AnalyseController */
/** @typedef {import('./review.js').Moment} Moment */
/** @typedef {import('../types').Value} Value */
/** @typedef {import('../types').Score} Score */

/** An estimate in pawns. @param {Value | Score} score */
const pawns = score => {
  const points = ('points' in score ? (score.points ?? 0) : 0) / 100;
  return `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(points).toFixed(1)}`;
};

/** Why the turn was bad, by tables or by a line. @param {AnalyseController} play @param {Moment} moment */
function why({ session }, { turn, side, before, after, replies, reply }) {
  const mover = sideName(session, side),
    opponent = sideName(session, other(side));
  if (after.kind === 'loss')
    return after.turns
      ? t('analyse.whyLost', turn, opponent, after.turns, mover)
      : after.turns === 0
        ? t('analyse.whyOver', turn, opponent)
        : t('analyse.whyLostSome', turn, opponent, mover);
  if (after.kind === 'draw')
    return replies
      ? t('analyse.whyHeld', turn, opponent, replies.holds, replies.of)
      : t('analyse.whyDrawn', turn, opponent);
  const fall =
    before.kind === 'score'
      ? t('analyse.whyFalls', pawns(before), pawns(after))
      : t('analyse.whyGone', pawns(after));
  if (!reply) return fall;
  return t(
    'twoSentences',
    reply.takes
      ? t('analyse.whyTakes', reply.turn, reply.takes)
      : t('analyse.whyReply', reply.turn),
    fall,
  );
}

/** What the better turn would have done. @param {Moment} moment */
function instead({ better, before, choice, line }) {
  const { kind } = before,
    // Of one's own turns only those that keep the value count.
    only =
      choice && t(kind === 'win' ? 'analyse.keptWin' : 'analyse.keptDraw', choice.kept, choice.of);
  const good =
    kind === 'win'
      ? before.turns
        ? t('analyse.betterWins', better, before.turns)
        : t('analyse.betterWinsSome', better)
      : kind === 'draw'
        ? t('analyse.betterDraws', better)
        : line.length > 1
          ? t('analyse.betterLine', better, listOf(line.slice(1)))
          : t('analyse.betterSeen', better);
  return only ? t('twoSentences', good, only) : good;
}

/** Who says so. @param {Moment} moment */
const source = ({ exact, depth, before, after }) =>
  exact
    ? t('analyse.byTables')
    : before.kind !== 'score' && after.kind !== 'score'
      ? t('analyse.byProof', depth)
      : t('analyse.byEngine', depth);

/** A moment in whole sentences. @param {AnalyseController} play @param {Moment} moment */
export const momentWords = (play, moment) => [
  t(
    'analyse.moment',
    moment.ply,
    capital(sideName(play.session, moment.side)),
    moment.turn,
    moment.better,
  ),
  why(play, moment),
  instead(moment),
  source(moment),
];

/** `<damier-review>`: the turns that decided the game. */
class DamierReview extends Panel {
  /** @param {import('../play/controller.js').PlayController} play */
  paint(play) {
    const here = /** @type {AnalyseController} */ (play),
      { review, analysis } = here;
    this.hidden = !review;
    if (!review) return;
    const { moments, done, exact } = review;
    const none = done && !moments.length;
    this.fill(
      this,
      [
        h(
          'header',
          {},
          h('h2', {}, t('analyse.review')),
          moments.length
            ? h(
                'button.link',
                { type: 'button', 'data-action': 'next-moment' },
                t('analyse.nextMoment'),
                h('kbd', { 'aria-hidden': 'true' }, 'M'),
              )
            : null,
        ),
        analysis?.withheld
          ? h('p', { 'data-key': 'withheld' }, capital(t('analyse.notYet')))
          : done
            ? none
              ? h(
                  'p',
                  { id: 'review-none', 'data-key': 'none' },
                  t(exact ? 'analyse.reviewNone' : 'analyse.reviewNoneSeen'),
                )
              : null
            : h('p.dots', { role: 'status', 'data-key': 'looking' }, t('analyse.reviewing')),
        moments.length
          ? h(
              'ol.moments',
              { id: 'moments', 'data-key': 'moments' },
              moments.map(moment => item(here, moment)),
            )
          : null,
      ],
      play,
    );
  }
}

/** @param {AnalyseController} play @param {Moment} moment */
function item(play, moment) {
  const { review } = play,
    [head, because, better, by] = momentWords(play, moment),
    shown = review?.shown === moment.ply;
  return h(
    'li',
    { 'data-key': String(moment.ply), class: shown ? 'shown' : '' },
    h(
      'button.moment',
      {
        type: 'button',
        'data-action': 'moment',
        'data-moment': moment.ply,
        'data-better': moment.better,
        'aria-pressed': String(shown),
      },
      head,
    ),
    shown
      ? h(
          'div.because',
          { 'data-key': 'because' },
          h('p', {}, because),
          h('p', {}, better),
          h('p.small.muted', {}, by),
          review?.canTry(moment.side)
            ? button('try-again', t('analyse.tryAgain'), {
                icon: 'replay',
                extra: { 'data-ply': String(moment.ply) },
              })
            : null,
        )
      : null,
  );
}

customElements.define('damier-review', DamierReview);
