// @ts-check
// The prompt: the one place that says what is going on and what can be done now. It never leaves
// the page, only its words change.

import { h } from '../dom.js';
import { hasIcon, icon } from '../icons.js';
import { anyOf, capital, isWord, pick, t } from '../words.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./local.js').LocalMatch} LocalMatch */
/** @typedef {import('./live.js').LiveMatch} LiveMatch */
/**
 * What the prompt says. A sheet is what stands on a phone in place of a question: a result, an
 * invitation, something to confirm, an offer that has come before anything was entered.
 * @typedef {{idle: boolean, sheet?: boolean, offer?: boolean, nodes: (Node | string)[]}} Prompt
 */

/**
 * A button of the prompt.
 * @param {string} action @param {string} label
 * @param {object} [more]
 * @param {string} [more.cls]
 * @param {string} [more.key]
 * @param {Record<string, string>} [more.extra]
 * @param {string} [more.kbd]
 * @param {string} [more.icon]
 */
export const button = (
  action,
  label,
  { cls = '', extra = {}, kbd = '', icon: name = '', key = '' } = {},
) =>
  h(
    'button.btn',
    {
      type: 'button',
      class: cls,
      'data-action': action,
      'data-key': key || action + (extra['data-click'] ?? ''),
      ...extra,
    },
    name && hasIcon(name) ? h('span.ico-box', { 'aria-hidden': 'true' }, icon(name)) : null,
    h('span', {}, label),
    kbd ? h('kbd', { 'aria-hidden': 'true' }, kbd) : null,
  );

/** @param {...(Node | null | false)} buttons */
const acts = (...buttons) => {
  const all = buttons.filter(b => b);
  return all.length ? [h('div.acts', { 'data-key': 'acts' }, all)] : [];
};

/** @param {string} text */
const question = text => h('h2.q', { 'data-key': 'q' }, text);
/** @param {string} text @param {string} [cls] */
const line = (text, cls = 'hint') => h('p', { class: cls, 'data-key': cls + text }, text);

/** @param {Table} table @returns {Prompt} */
export function prompt(table) {
  const { match } = table,
    live = match.kind === 'live' ? /** @type {LiveMatch} */ (match) : null;
  const news = [...(live?.news(table) ?? [])];
  const offer =
    news.some(node => node instanceof Element && node.querySelector('.acts')) &&
    !table.entry?.begun;
  if (table.refusal) news.push(h('p.no', { 'data-key': 'no' }, capital(table.refusal)));
  if (table.note) news.push(line(table.note, 'hint'));
  const comment = match.noteAt(table.ply ?? match.turns.length);
  if (comment) news.push(line(comment, 'said'));
  const body =
    table.ply !== null
      ? past(table)
      : match.over
        ? over(table)
        : table.pending === 'resign' || table.pending === 'draw' || table.pending === 'abort'
          ? asked(table)
          : table.entry
            ? entering(table)
            : waiting(table);
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

/** @param {Table} table @returns {Prompt} */
function past(table) {
  const { match } = table,
    n = table.ply ?? 0;
  const on = match.kind === 'local' && !(/** @type {LocalMatch} */ (match).machine);
  return {
    idle: true,
    sheet: true,
    nodes: [
      question(n ? t('past', n, match.turns.length) : t('pastStart')),
      line(t('pastHelp'), 'hint roomy'),
      ...acts(
        button('last', t('present'), { cls: 'primary' }),
        on ? button('play-from', t('playFrom')) : null,
      ),
    ],
  };
}

/** @param {Table} table @returns {Prompt} */
function over(table) {
  const { match, info } = table,
    { head, why } = match.verdict,
    local = match.kind === 'local' ? match : null;
  const won = match.over?.outcome === 'light' || match.over?.outcome === 'dark';
  const sequel =
    info.sequel && won && match.mine.length && (local || /** @type {LiveMatch} */ (match).sequel)
      ? pick(info.sequel)
      : '';
  const live = local ? null : /** @type {LiveMatch} */ (match),
    buttons = [];
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
      why ? line(capital(why)) : '',
      sequel ? line(t('sequelHelp', sequel), 'hint roomy') : '',
      ...acts(
        ...buttons,
        button('new-game', t('newGame'), { cls: sequel ? 'roomy' : '' }),
        button('save-record', t('saveRecord'), { icon: 'save', cls: 'roomy' }),
      ),
    ],
  };
}

/** Something that must be confirmed. @param {Table} table @returns {Prompt} */
function asked({ match, pending }) {
  const mover = match.sideName(match.snap.to_move),
    here = !match.you;
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

/** @param {Table} table @returns {Prompt} */
function entering(table) {
  const { match, info } = table,
    entry = /** @type {import('./entry.js').Entry} */ (table.entry),
    now = entry.now;
  const nodes = [...chips(table)];
  if (now.turn) {
    nodes.push(question(entry.begun ? t('confirmTurn', now.turn) : t('onlyTurn', now.turn)));
    return {
      idle: false,
      nodes: [
        ...nodes,
        ...acts(
          way(table),
          button('finish', t(entry.begun ? 'play' : 'playTurn', now.turn), { cls: 'primary' }),
        ),
      ],
    };
  }
  const selected = now.preview.selected,
    own =
      selected &&
      match.snap.look.pieces.some(([c, s]) => c === selected && s === match.snap.to_move);
  // Where the turn may end, going on is an offer.
  const free = now.can_end && now.next.some(n => n.kind !== 'button');
  nodes.push(
    question(free ? t('goOn') : own && !entry.changed ? t('moveWhere', selected) : now.question),
  );
  nodes.push(...help(table).map(text => line(text)));
  if (table.hint) nodes.push(line(t('hintLine', table.hint.turn, table.hint.words)));
  if (table.seeking) nodes.push(line(t('hintSeeking'), 'hint dots'));
  if (
    match.snap.occurrences === 2 &&
    !entry.begun &&
    info.options.some(o => o.name === 'repetition') &&
    !match.rules.includes('repetition=off')
  )
    nodes.push(line(t('twice')));
  let n = 0;
  const lines = now.preview.choices.map(c =>
    button('click', c.words ?? `${c.tag}: ${c.cells.join(' ')}`, {
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
        'aria-label': label === long ? long : `${label}: ${long}`,
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
    nodes: [...nodes, ...acts(...lines, ...pressed(others), way(table), ...pressed(ends))],
  };
}

/**
 * The way back to the click before, or on to what was taken back before anything is clicked.
 * @param {Table} table
 */
function way({ entry, match }) {
  if (entry?.begun) return button('back', t('back'), { kbd: t('escKey') });
  return match.canRedo && button('redo', t('redo'), { icon: 'redo' });
}

/** The parts that have been entered, and the open one. @param {Table} table */
function chips(table) {
  const entry = /** @type {import('./entry.js').Entry} */ (table.entry),
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

/** One line of help: what the marked cells are for. @param {Table} table @returns {string[]} */
function help(table) {
  const { match } = table,
    entry = /** @type {import('./entry.js').Entry} */ (table.entry),
    { next } = entry.now;
  const remarks = entry.begun
    ? []
    : match.snap.look.remarks.map(r => (/[.!?]$/.test(r) ? r : `${r}.`));
  const of = (/** @type {string} */ kind) => next.filter(n => n.kind === kind).map(n => n.click);
  const [go, take, swap, choose] = ['go', 'take', 'swap', 'choose'].map(of);
  const goals = go.length + take.length + swap.length;
  const { forced } = match.snap.look;
  const takesOff = !entry.begun && take.length > 0 && take.length === next.length;
  if (entry.now.preview.choices.length || takesOff) return remarks;
  if (!goals) {
    if (!entry.begun && forced.length && forced.length <= 6)
      return [...remarks, t('helpForced', anyOf(forced))];
    const own = match.snap.look.pieces.filter(([, side]) => side === match.snap.to_move).length;
    if (!entry.begun && choose.length && choose.length < Math.min(own, 5))
      return [...remarks, t('helpPawns', anyOf(choose))];
    return remarks;
  }
  const end = entry.now.can_end && t('helpEnd');
  if (goals > 6) return [...remarks, t('helpAny', goals), ...(end ? [`${capital(end)}.`] : [])];
  const parts = [
    go.length && t('helpGo', anyOf(go)),
    swap.length && t('helpSwap', anyOf(swap)),
    take.length && t('helpTake', anyOf(take)),
    end,
  ];
  return [...remarks, `${capital(anyOf(parts.filter(p => typeof p === 'string')))}.`];
}

// ---- nothing to do -----------------------------------------------------------------------------

/** @param {Table} table @returns {Prompt} */
function waiting(table) {
  const { match } = table,
    local = match.kind === 'local' ? /** @type {LocalMatch} */ (match) : null;
  if (local?.readOnly) {
    const take = button('take-over', t('playHere'), { cls: 'primary' });
    return {
      idle: false,
      nodes: [question(t('elsewhere')), line(t('elsewhereHelp')), ...acts(take)],
    };
  }
  if (local?.fault) {
    const again = button('think-again', t('retry'));
    return { idle: true, nodes: [h('p.no', { 'data-key': 'no' }, local.fault), ...acts(again)] };
  }
  if (local?.thinking)
    return {
      idle: true,
      nodes: [
        h('h2.q.dots', { 'data-key': 'q' }, t(local.fetching ? 'fetching' : 'thinking')),
        ...acts(button('hurry', t('thinkingStop'))),
      ],
    };
  if (local)
    return { idle: true, nodes: [question(t('waitTurn', match.nameOf(match.snap.to_move)))] };
  return /** @type {LiveMatch} */ (match).waiting();
}
