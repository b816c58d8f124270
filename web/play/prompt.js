// @ts-check
// The prompt: the one place that says what is going on and what can be done now. It never leaves
// the page, only its words change.

import { h } from '../dom.js';
import { button, icon } from '../icons.js';
import { settings } from '../settings.js';
import { anyOf, capital, isWord, pick, t } from '../words.js';
import { knows } from './learnt.js';
import { liveOf, localOf, nameOf, sideName, statusText, verdict } from './wording.js';

/** @typedef {import('./controller.js').PlayController} PlayController */
/** @typedef {import('../model/entry.js').Entry} Entry */
/**
 * What the prompt says. A sheet is what stands on a phone in place of a question: a result, an
 * invitation, something to confirm, an offer that has come before anything was entered.
 * @typedef {{idle: boolean, sheet?: boolean, offer?: boolean, nodes: (Node | string)[]}} Prompt
 */

/** @param {...(Node | null | false)} buttons */
const acts = (...buttons) => {
  const all = buttons.filter(b => b);
  return all.length ? [h('div.acts', { 'data-key': 'acts' }, all)] : [];
};

/** @param {string} text */
const question = text => h('h2.q', { 'data-key': 'q' }, text);
/** @param {string} text @param {string} [cls] */
const line = (text, cls = 'hint') => h('p', { class: cls, 'data-key': cls + text }, text);

/** @param {PlayController} play @returns {Prompt} */
export function prompt(play) {
  const { session } = play,
    live = liveOf(session),
    { status } = session;
  const news = live?.prompts?.banners(play, live) ?? [];
  const offer =
    news.some(node => node instanceof Element && node.querySelector('.acts')) && !play.entry?.begun;
  if (status?.kind === 'refusal')
    news.push(h('p.no', { 'data-key': 'no' }, capital(statusText(status))));
  if (status?.kind === 'note') news.push(line(statusText(status), 'hint'));
  const { comment } = play.here;
  if (comment) news.push(line(comment, 'said'));
  const walks = session.branches && play.here !== session.tree.last && !play.entry?.begun;
  const body =
    play.ply !== null
      ? past(play)
      : session.over && !(walks && play.here.variation)
        ? over(play)
        : walks
          ? walking(play)
          : play.pending
            ? asked(play)
            : play.entry
              ? entering(play)
              : waiting(play);
  return {
    idle: body.idle && !news.length,
    sheet: offer || body.sheet,
    offer,
    nodes: [...news, ...apart(body.nodes)],
  };
}

/** Words and buttons apart: on a phone they stand side by side. @param {(Node | string)[]} nodes */
function apart(nodes) {
  const isActs = (/** @type {Node | string} */ node) =>
    node instanceof Element && node.classList.contains('acts');
  const words = nodes.filter(node => node && !isActs(node));
  return [h('div.words', { 'data-key': 'words' }, words), ...nodes.filter(isActs)];
}

/** @param {PlayController} play @returns {Prompt} */
function past(play) {
  const local = localOf(play.session);
  return {
    idle: true,
    sheet: true,
    nodes: [
      question(play.whereabouts),
      line(t('pastHelp'), 'hint roomy'),
      ...acts(
        button('present', t('present'), { cls: 'primary' }),
        local && !local.machine ? button('play-from', t('playFrom')) : null,
      ),
    ],
  };
}

/**
 * Somewhere in a tree, where any turn can be played, and becomes a variation if it is another one.
 * @param {PlayController} play @returns {Prompt}
 */
function walking(play) {
  const { session, entry } = play;
  return {
    idle: true,
    sheet: true,
    nodes: [
      question(play.whereabouts),
      session.over ? line(ended(session)) : '',
      entry ? line(t(play.here.children.length ? 'walkHelp' : 'walkOn'), 'hint roomy') : '',
      ...hinted(play),
      ...acts(
        button('present', t('present'), { cls: 'primary' }),
        button('play-from', t('playFrom'), { cls: session.canRedo ? 'roomy' : '' }),
        session.canRedo && button('redo', t('redo'), { icon: 'redo' }),
      ),
    ],
  };
}

/**
 * Why it ended; a star stands before it as on the board.
 * @param {import('../model/session.js').GameSession} session @param {string} why
 */
function reason({ snapshot }, why) {
  const text = capital(/\p{P}$/u.test(why) ? why : t('sentence', why));
  return h(
    'p.hint.why',
    { 'data-key': 'why' },
    snapshot.over?.cells.length ? icon('star') : '',
    text,
  );
}

/** How the game would have ended here. @param {import('../model/session.js').GameSession} session */
function ended(session) {
  const { head, why } = verdict(session);
  return t('sentence', why ? t('labelled', head, why) : head);
}

/** @param {PlayController} play @returns {Prompt} */
function over(play) {
  const { session, info } = play,
    { head, why } = verdict(session),
    live = liveOf(session),
    outcome = session.over?.outcome;
  const won = outcome === 'light' || outcome === 'dark';
  const sequel =
    info.sequel && won && session.mine.length && (!live || live.state.sequel)
      ? pick(info.sequel)
      : '';
  const buttons = [];
  if (live?.state.next) buttons.push(button('next-game', t('nextGame'), { cls: 'primary' }));
  else if (!live || live.mayAskAgain)
    buttons.push(
      button('rematch', t('rematch'), { cls: 'primary' }),
      sequel ? button('sequel', sequel) : null,
    );
  return {
    idle: false,
    sheet: true,
    nodes: [
      h('h2.head', { 'data-key': 'head' }, head),
      why ? reason(session, why) : '',
      sequel ? line(t('sequelHelp', sequel), 'hint roomy') : '',
      ...acts(
        ...buttons,
        button('new-game', t('newGame'), { cls: sequel ? 'roomy' : '' }),
        session.turns.length
          ? button('review', t('review'), { icon: 'star', cls: 'iconic' })
          : null,
        button('analyse', t('analysis'), { cls: 'roomy' }),
        button('save-record', t('saveRecord'), { icon: 'save', cls: 'roomy' }),
        live?.state.you ? button('greet', t('greet'), { icon: 'wave', cls: 'roomy' }) : null,
      ),
    ],
  };
}

/** Something that must be confirmed. @param {PlayController} play @returns {Prompt} */
function asked({ session, pending }) {
  const mover = sideName(session, session.snapshot.to_move),
    here = !session.you;
  if (pending === 'resign') {
    return {
      idle: false,
      sheet: true,
      nodes: [
        question(here ? t('askResign', mover) : t('askResignYou')),
        ...acts(
          button('resign-yes', t('resign'), { cls: 'danger', icon: 'resign' }),
          button('pending-no', t('keepPlaying')),
        ),
      ],
    };
  }
  if (pending === 'abort') {
    return {
      idle: false,
      sheet: true,
      nodes: [
        question(t('askAbort')),
        ...acts(
          button('abort-yes', t('abort'), { cls: 'danger' }),
          button('pending-no', t('keepPlaying')),
        ),
      ],
    };
  }
  const [action, words] = here ? ['draw-agree', t('accept')] : ['draw-offer', t('offerDrawDo')];
  const yes = button(action, words, { cls: 'primary' });
  return {
    idle: false,
    sheet: true,
    nodes: [
      question(here ? t('offersDraw', mover) : t('offerDraw')),
      ...acts(yes, button('pending-no', here ? t('decline') : t('cancel'))),
    ],
  };
}

// ---- a turn being entered ----------------------------------------------------------------------

/** @param {PlayController} play @returns {Prompt} */
function entering(play) {
  const { session, info } = play,
    { snapshot } = session,
    entry = /** @type {Entry} */ (play.entry),
    now = entry.now;
  const nodes = [...chips(play)];
  if (now.turn) {
    nodes.push(question(entry.begun ? t('confirmTurn', now.turn) : t('onlyTurn', now.turn)));
    return {
      idle: false,
      nodes: [
        ...nodes,
        ...acts(
          way(play),
          button('finish', t(entry.begun ? 'play' : 'playTurn', now.turn), { cls: 'primary' }),
        ),
      ],
    };
  }
  const selected = now.preview.selected,
    own =
      selected && snapshot.look.pieces.some(([c, s]) => c === selected && s === snapshot.to_move);
  // Where the turn may end, going on is an offer.
  const free = now.can_end && now.next.some(n => n.kind !== 'button');
  nodes.push(
    question(free ? t('goOn') : own && !entry.changed ? t('moveWhere', selected) : now.question),
  );
  const first = !entry.begun;
  const special = remarks(play),
    isNew = play.teaches && first && !special.length && !knows(info.id);
  // Beside buttons there is no room for it on a phone.
  const roomy = now.next.some(({ kind }) => kind === 'button') ? ' roomy' : '';
  if (isNew) nodes.push(line(t('aim', pick(info.aim)), `hint aim${roomy}`));
  const did = first ? play.telling.did(session.sideAt(session.turns.length - 1)) : '';
  if (did) nodes.push(line(did, 'hint roomy'));
  if (!isNew || roomy) nodes.push(...help(play).map(text => line(text)));
  nodes.push(...hinted(play));
  if (
    snapshot.occurrences === 2 &&
    !entry.begun &&
    info.options.some(o => o.name === 'repetition') &&
    !session.source.rules.includes('repetition=off')
  )
    nodes.push(line(t('twice')));
  let n = 0;
  const lines = now.preview.choices.map(c =>
    button('click', c.words ?? t('labelled', c.tag, c.cells.join(' ')), {
      cls: 'primary',
      extra: { 'data-click': c.click, 'data-digit': String(++n) },
    }),
  );
  const offered = info.buttons.filter(b =>
    now.next.some(o => o.kind === 'button' && o.click === b.name),
  );
  const pressed = (/** @type {typeof offered} */ some) =>
    some.map(({ name, words }) => {
      const word = `button_${name}`,
        long = pick(words),
        label = isWord(word) ? t(word) : long;
      const extra = {
        'data-click': name,
        'data-digit': String(++n),
        'aria-label': label === long ? long : t('labelled', label, long),
      };
      return button('click', label, {
        cls: now.can_end && name === 'done' ? 'primary' : '',
        icon: name,
        extra,
      });
    });
  // What ends the turn stands last, after the way back.
  const [ends, others] = [
    offered.filter(b => b.name === 'done'),
    offered.filter(b => b.name !== 'done'),
  ];
  return {
    idle: false,
    nodes: [
      ...nodes,
      ...acts(...lines, ...pressed(others), way(play), ...pressed(ends), ...sounds(play)),
    ],
  };
}

/**
 * Sounds are offered once, until somebody has played their first turn: here where there is room for
 * it, on a phone beside the title.
 * @param {PlayController} play
 */
export function offersSound({ session: { mine, over, snapshot } }) {
  if (settings.sound || settings.soundOffered || over) return false;
  return mine.length > 0 && !snapshot.moves.some(({ side }) => mine.includes(side));
}

/** @param {PlayController} play */
const sounds = play =>
  offersSound(play) && !play.entry?.begun
    ? [
        button('sound-yes', t('soundYes'), { icon: 'sound', cls: 'roomy' }),
        button('sound-no', t('soundNo'), { cls: 'quiet roomy' }),
      ]
    : [];

/** What a hint says, or that one is looked for. @param {PlayController} play */
const hinted = ({ hint, seeking }) => [
  ...(hint ? [line(t('hintLine', hint.turn, hint.words))] : []),
  ...(seeking ? [line(t('hintSeeking'), 'hint dots')] : []),
];

/**
 * The way back to the click before, or on to what was taken back before anything is clicked.
 * @param {PlayController} play
 */
function way({ entry, session }) {
  if (entry?.begun) return button('back', t('back'), { kbd: t('escKey') });
  return session.canRedo && button('redo', t('redo'), { icon: 'redo' });
}

/** The parts that have been entered, and the open one. @param {PlayController} play */
function chips(play) {
  const entry = /** @type {Entry} */ (play.entry),
    text = entry.now.text;
  if (!entry.begun || !entry.changed || !text) return [];
  const parts = text.split(/(?<=\w),|(?<=[A-Z])-/).filter(Boolean),
    done = !!entry.now.turn;
  const open = done ? '' : '…';
  return [
    h(
      'ol.steps',
      { 'data-key': 'steps' },
      parts.map((part, i) =>
        h(
          'li',
          { class: i === parts.length - 1 && !done ? 'now' : '' },
          h('b', {}, part + (i === parts.length - 1 ? open : '')),
        ),
      ),
    ),
  ];
}

/**
 * The special rules in force, before anything is entered.
 * @param {PlayController} play
 * @returns {string[]}
 */
const remarks = ({ session, entry }) =>
  entry?.begun
    ? []
    : session.snapshot.look.remarks.map(r => (/\p{P}$/u.test(r) ? r : t('sentence', r)));

/**
 * One line of help: what the marked cells are for.
 * @param {PlayController} play
 * @returns {string[]}
 */
function help(play) {
  const { snapshot } = play.session,
    entry = /** @type {Entry} */ (play.entry),
    { next } = entry.now;
  const told = remarks(play);
  const of = (/** @type {string} */ kind) => next.filter(n => n.kind === kind).map(n => n.click);
  const [go, take, swap, choose] = ['go', 'take', 'swap', 'choose'].map(of);
  const goals = go.length + take.length + swap.length;
  const { forced } = snapshot.look;
  const takesOff = !entry.begun && take.length > 0 && take.length === next.length;
  if (entry.now.preview.choices.length || takesOff) return told;
  if (!goals) {
    if (!entry.begun && forced.length && forced.length <= 6)
      return [...told, t('helpForced', anyOf(forced))];
    const own = snapshot.look.pieces.filter(([, side]) => side === snapshot.to_move).length;
    if (!entry.begun && choose.length && choose.length < Math.min(own, 5))
      return [...told, t('helpPawns', anyOf(choose))];
    return told;
  }
  const end = entry.now.can_end && t('helpEnd');
  if (goals > 6)
    return [...told, t('helpAny', goals), ...(end ? [t('sentence', capital(end))] : [])];
  const parts = [
    go.length && t('helpGo', anyOf(go)),
    swap.length && t('helpSwap', anyOf(swap)),
    take.length && t('helpTake', anyOf(take)),
    end,
  ];
  return [...told, t('sentence', capital(anyOf(parts.filter(p => typeof p === 'string'))))];
}

// ---- nothing to do -----------------------------------------------------------------------------

/** @param {PlayController} play @returns {Prompt} */
function waiting({ session }) {
  const live = liveOf(session),
    local = localOf(session);
  if (live?.prompts) return live.prompts.waitingLive(session, live);
  if (session.readOnly) {
    const take = button('take-over', t('playHere'), { cls: 'primary' });
    return {
      idle: false,
      nodes: [question(t('elsewhere')), line(t('elsewhereHelp')), ...acts(take)],
    };
  }
  if (session.status?.kind === 'fault') {
    const why = h('p.no', { 'data-key': 'no' }, statusText(session.status));
    return { idle: true, nodes: [why, ...acts(button('think-again', t('retry')))] };
  }
  if (local?.thinking)
    return {
      idle: true,
      nodes: [
        h('h2.q.dots', { 'data-key': 'q' }, t(local.fetching ? 'fetching' : 'thinking')),
        ...acts(button('hurry', t('thinkingStop'))),
      ],
    };
  return {
    idle: true,
    nodes: [
      question(
        local?.machine === session.snapshot.to_move
          ? t('notYoursComputer')
          : t('waitTurn', nameOf(session, session.snapshot.to_move)),
      ),
    ],
  };
}
