// @ts-check
// The turns of a game: in one line, and as a list with comments and variations in their places. A
// turn that is clicked is shown.

import { h } from '../dom.js';
import { tool } from '../icons.js';
import { t } from '../words.js';
import { sideName } from './wording.js';

/** @typedef {import('./controller.js').PlayController} PlayController */
/** @typedef {import('../model/session.js').GameSession} GameSession */
/** @typedef {import('../model/tree.js').TurnNode} TurnNode */

/** How many turns the ribbon has at most; as many are seen as there is room for. */
const RIBBON = 8;

/** The number before a turn, from 0. @param {number} ply */
const number = ply => `${Math.floor(ply / 2) + 1}${ply % 2 ? '…' : '.'}`;

/** @param {TurnNode} node */
const textOf = ({ turn, glyphs }) => turn + glyphs.join('');

/** The last turns in one line, the newest at the right. @param {PlayController} play */
export function ribbon(play) {
  const { line } = play.session,
    now = play.here.ply,
    draft = draftText(play);
  const to = Math.max(now, Math.min(line.length, RIBBON)),
    from = Math.max(0, to - RIBBON);
  const cells = line.slice(from, draft ? now : to).map((node, i) => {
    const n = from + i,
      before = n % 2 ? '' : `${number(n)} `;
    return h('span', { class: n + 1 === now && !draft ? 'now' : '' }, before + textOf(node));
  });
  if (draft) cells.push(h('span.now', {}, draft));
  return [
    h('span.say', {}, t('turns')),
    h('span.last', { 'aria-hidden': 'true' }, cells.length ? cells : t('noTurns')),
  ];
}

/** The list of turns, and what one does with it. @param {PlayController} play */
export function turns(play) {
  const { session, here } = play,
    now = here.ply,
    { length } = session.line;
  const step = (
    /** @type {string} */ action,
    /** @type {Parameters<typeof tool>[1]} */ name,
    /** @type {string} */ label,
    /** @type {boolean} */ off,
  ) => tool(action, name, label, { 'aria-disabled': String(off) });
  const cells = list(play);
  if (!cells.length) cells.push(h('span.none', { 'data-key': 'none' }, t('noTurns')));
  return [
    h('h2', {}, play.listTitle),
    tool('turns', 'close', t('close'), { class: 'close' }),
    h('div.turns', { id: 'turns', tabindex: -1 }, cells),
    ...variationActs(session),
    h(
      'div.stepper',
      {},
      step('first', 'first', t('toFirst'), now === 0),
      step('step-back', 'back', t('toBack'), now === 0),
      step('replay', 'replay', t('replayTurn'), now === 0),
      step('step-forward', 'forward', t('toForward'), now === length),
      step('last', 'last', t('toLast'), now === length),
    ),
  ];
}

/** What can be done with the variation that is shown. @param {GameSession} session */
function variationActs(session) {
  const { variations } = session.source;
  const act = (
    /** @type {string} */ action,
    /** @type {string} */ words,
    /** @type {boolean} */ on,
  ) =>
    on &&
    h('button.btn.small', { type: 'button', 'data-action': action, 'data-key': action }, words);
  const acts = [
    act('promote', t('promote'), variations.canPromote),
    act('remove', t('removeVariation'), variations.canRemove),
  ].filter(one => one);
  return acts.length ? [h('div.acts.variation-acts', { 'data-key': 'variation' }, acts)] : [];
}

/** The main line in two columns, and what is said about it between. @param {PlayController} play */
function list(play) {
  const { session } = play,
    { tree } = session,
    main = tree.main;
  // A draft stands where it will stand once it is played; in a variation, in the ribbon only.
  const draft = play.here === tree.last ? draftText(play) : '';
  const cells = noteOf(tree.root, 'c0');
  for (let i = 0; i < main.length || (draft && i === main.length); i++) {
    if (i % 2 === 0)
      cells.push(h('span.num', { 'data-key': `n${i}`, 'aria-hidden': 'true' }, i / 2 + 1));
    if (i === main.length) cells.push(h('span.draft', { 'data-key': 'draft' }, draft));
    else {
      const node = main[i],
        notes = [...noteOf(node, `c${i + 1}`), ...node.variations.map(v => variation(play, v, i))];
      cells.push(button(play, node, i, { 'data-action': 'ply', 'data-ply': i + 1 }), ...notes);
      // What follows begins a new row.
      if (notes.length && i % 2 === 0 && (i + 1 < main.length || draft))
        cells.push(
          h('span.num', { 'data-key': `m${i}`, 'aria-hidden': 'true' }, i / 2 + 1),
          h('span.gap', { 'data-key': `g${i}`, 'aria-hidden': 'true' }, '…'),
        );
    }
  }
  return cells;
}

/** What a record says after a turn. @param {TurnNode} node @param {string} key */
const noteOf = ({ comment }, key) => (comment ? [h('p.note', { 'data-key': key }, comment)] : []);

/**
 * A turn that can be clicked.
 * @param {PlayController} play @param {TurnNode} node @param {number} ply of the turn, from 0
 * @param {Record<string, string | number>} action
 */
function button(play, node, ply, action) {
  const { session, here } = play,
    text = textOf(node),
    note = node.glyphs.length ? '' : play.noteOf(node);
  return h(
    'button',
    {
      type: 'button',
      'data-key': `t${node.id}`,
      'aria-current': node === here && 'step',
      'aria-label': t('turnNumber', ply + 1, sideName(session, session.sideAt(ply)), text),
      title: text.length > 16 ? text : null,
      ...action,
    },
    text,
    note ? h('span.sign', {}, note) : null,
  );
}

/**
 * A variation: its turns one after the other, and its own variations one level in.
 * @param {PlayController} play @param {TurnNode} first @param {number} ply of its first turn
 * @returns {HTMLElement}
 */
function variation(play, first, ply) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let numbered = false;
  const say = (/** @type {string} */ text) => {
    if (text) parts.push(h('span.said', { 'data-key': `s${parts.length}` }, text));
  };
  say(first.before);
  first.line.forEach((node, i) => {
    const n = ply + i;
    if (n % 2 === 0 || !numbered)
      parts.push(h('span.num', { 'data-key': `n${n}`, 'aria-hidden': 'true' }, number(n)));
    numbered = true;
    parts.push(
      play.session.branches
        ? button(play, node, n, { 'data-action': 'node', 'data-node': node.id })
        : h('span.turn', { 'data-key': `t${node.id}` }, textOf(node)),
    );
    say(node.comment);
    const inner = i ? node.variations : [];
    parts.push(...inner.map(other => variation(play, other, n)));
    numbered = !node.comment && !inner.length;
  });
  return h(
    'div.variation',
    { 'data-key': `v${first.id}`, role: 'group', 'aria-label': t('variation') },
    parts,
  );
}

/** The unfinished turn; empty if none has been begun. @param {PlayController} play */
function draftText({ entry, ply }) {
  if (ply !== null || !entry?.begun) return '';
  return `${entry.now.text || entry.now.clicks.join(' ')}…`;
}

/** Keeps the current turn in sight. @param {PlayController} play */
export function scrollTurns(play) {
  const list = document.getElementById('turns');
  if (!list) return;
  const atEnd = play.here === play.session.tree.last,
    last = atEnd ? list.lastElementChild : null,
    current = /** @type {HTMLElement | null} */ (last ?? list.querySelector('[aria-current]'));
  if (!current) {
    list.scrollTop = 0;
    return;
  }
  const top =
      current.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop,
    bottom = top + current.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top - 8;
  else if (bottom > list.scrollTop + list.clientHeight)
    list.scrollTop = bottom - list.clientHeight + 8;
}
