// @ts-check
// What the prompt says in a live game: offers, absences and broken connections above everything
// else, and what there is to wait for.

import { h } from '../dom.js';
import { button } from '../icons.js';
import { other } from '../model/session.js';
import { settings } from '../settings.js';
import { capital, isWord, pick, sentencesOf, span, t } from '../words.js';
import { clockWords } from './clock.js';
import { nameOf, ruleWords, sideName, statusText } from './wording.js';

/** @typedef {import('../model/live.js').LiveSource} LiveSource */
/** @typedef {import('../model/session.js').GameSession} GameSession */
/** @typedef {import('./prompt.js').Prompt} Prompt */

/** @param {string} key @param {string} text @param {Node[]} buttons */
const banner = (key, text, ...buttons) =>
  h(
    'div.no',
    { 'data-key': key },
    h('div', {}, h('p', {}, text), buttons.length ? h('div.acts', {}, buttons) : null),
  );

/** An offer of the other player. @param {string} what @param {string} text */
const offer = (what, text) =>
  banner(
    what,
    text,
    button(`${what}-accept`, t('accept'), { cls: 'primary' }),
    button(`${what}-decline`, t('decline')),
  );

/**
 * What stands above everything else.
 * @param {import('./controller.js').PlayController} play @param {LiveSource} live
 * @returns {Node[]}
 */
export function banners({ session, ply }, live) {
  const { socket, state } = live,
    { you } = state,
    out = [];
  if (socket.isLost && socket.retryAt) {
    const seconds = Math.max(0, Math.ceil((socket.retryAt - Date.now()) / 1000));
    out.push(banner('lost', t('lost', seconds)));
  }
  if (session.status?.kind === 'notice')
    out.push(banner('notice', capital(statusText(session.status))));
  if (live.greeting) out.push(banner('greeting', greetingWords(session, live)));
  if (you && ply === null) out.push(...offers(session, live, you), ...absence(session, live, you));
  return out;
}

/** @param {GameSession} session @param {LiveSource} live @param {import('../types').Side} you */
function offers(session, { state }, you) {
  const { offers, sequel, next } = state,
    name = nameOf(session, other(you)),
    out = [];
  if (offers.draw === other(you)) out.push(offer('draw', t('offersDraw', name)));
  if (offers.draw === you) out.push(banner('draw-own', t('drawOffered')));
  if (offers.takeback === other(you)) out.push(offer('takeback', t('askTakeback', name)));
  if (offers.takeback === you) out.push(banner('takeback-own', t('takebackAsked')));
  const again = next ? null : offers.rematch,
    more = again?.sequel && sequel ? pick(sequel) : '';
  if (again?.by === other(you))
    out.push(offer('rematch', more ? t('sequelOffered', name, more) : t('rematchOffered', name)));
  if (again?.by === you)
    out.push(banner('rematch-own', more ? t('sequelAsked', more) : t('rematchAsked')));
  return out;
}

/** What the other player said. @param {GameSession} session @param {LiveSource} live */
function greetingWords(session, { greeting, state }) {
  const word = `greet_${greeting}`,
    name = nameOf(session, other(state.you ?? 'light'));
  return t('labelled', name, isWord(word) ? t(word) : greeting);
}

/**
 * What can be done about somebody who is away: with a clock soon something, without one only
 * after days; until then they can be reminded.
 * @param {GameSession} session @param {LiveSource} live @param {import('../types').Side} you
 */
function absence(session, live, you) {
  const { absence, state } = live;
  if (!absence || (!state.clock && absence.left > 0)) return [];
  const who = nameOf(session, other(you)),
    text = t('gone', who, span(absence.gone));
  if (absence.left > 0)
    return [banner('gone', t('goneFor', who, span(absence.gone), span(absence.left)))];
  const claim = button('claim-win', t('claimWin'), { cls: 'primary' });
  return [banner('gone', text, claim, button('claim-abort', t('abort')))];
}

/**
 * The prompt while there is no turn to enter.
 * @param {GameSession} session
 * @param {LiveSource} live
 * @returns {Prompt}
 */
export function waitingLive(session, live) {
  const q = (/** @type {string} */ text, cls = '') =>
    h('h2.q', { 'data-key': 'q', class: cls }, text);
  const acts = (/** @type {(Node | null)[]} */ ...buttons) =>
    h(
      'div.acts',
      { 'data-key': 'acts' },
      buttons.flatMap(one => one ?? []),
    );
  if (live.invited) return invitation(session, live);
  if (live.sent) return { idle: true, nodes: [q(t('sending', live.sent.turn), 'dots')] };
  const notify = mayNotify()
    ? button('notify', t('notifyMe'), { icon: 'bell', cls: 'roomy' })
    : null;
  if (!live.ready) {
    const invite = button('invite', t('invite'), { cls: 'primary', icon: 'link' });
    return {
      idle: true,
      nodes: [
        q(t('waitJoin'), 'dots'),
        h('p.hint.roomy', { 'data-key': 'help' }, t('waitJoinHelp')),
        acts(invite, notify, button('abort', t('abort'))),
      ],
    };
  }
  if (!live.state.you)
    return { idle: true, nodes: [q(t('waitTurn', sideName(session, session.snapshot.to_move)))] };
  const friend = live.state.seats[other(live.state.you)].name,
    // Whoever is there sees whose turn it is.
    away = !live.friendIsHere && !live.state.clock;
  return {
    idle: true,
    nodes: [
      q(friend ? t('waitNamed', friend) : t('waitFriend')),
      acts(
        away ? button('remind', t('remind'), { icon: 'bell' }) : notify,
        button('greet', t('greet'), { icon: 'wave' }),
      ),
    ],
  };
}

/** Whether somebody could be told when it is their turn, and has not been asked yet. */
const mayNotify = () => 'Notification' in globalThis && Notification.permission === 'default';

/** @param {GameSession} session @param {LiveSource} live @returns {Prompt} */
function invitation(session, { state, offered }) {
  const free = offered ?? 'dark',
    { clock } = state,
    who = state.seats[other(free)].name,
    rules = ruleWords(session);
  const timed = clock && (!clock.only || clock.only === free);
  const text = sentencesOf([
    t('joinText', pick(session.info.name), sideName(session, free)),
    timed ? t('sentence', t('optionValue', t('clock'), clockWords(clock))) : t('joinUntimed'),
    rules ? t('sentence', rules) : t('joinSheet'),
  ]);
  return {
    idle: false,
    sheet: true,
    nodes: [
      h('h2.head', { 'data-key': 'head' }, who ? t('joinNamed', who) : t('joinTitle')),
      h('p.hint', { 'data-key': 'help' }, text),
      h(
        'div.acts',
        { 'data-key': 'acts' },
        button('join', t('join'), { cls: 'primary' }),
        button('rules', t('rules'), { icon: 'rules', cls: 'roomy' }),
        button('watch', t('watch')),
        button('my-name', settings.name ? t('joinAs', settings.name) : t('giveName'), {
          icon: 'edit',
          cls: 'iconic',
        }),
      ),
    ],
  };
}
