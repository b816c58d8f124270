// @ts-check
// The examples of a rule sheet as pictures: a small real board for each turn, with the way of the
// pawn, pale pawns where others were taken, and a red way where the rules refuse it. What is drawn
// and said comes from the rules, so one way of writing examples serves every game: a position, then
// `turn => position after` or `turn => refused`, as rule_texts.rs plays them.

import '../board/element.js';
import { Layout } from '../board/layout.js';
import { draw, element } from '../board/svg.js';
import { h } from '../dom.js';
import { ask, openGame } from '../engine.js';
import { traceOf } from '../model/trace.js';
import { didWords } from '../play/wording.js';
import { capital, pick, sentencesOf, t } from '../words.js';
import { refusal } from './refusal.js';

/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../board/element.js').DamierBoard} DamierBoard */
/** @typedef {{info: GameInfo, rules: string, position: string}} Example */

/** Draws what has come into view. @type {WeakMap<Element, () => unknown>} */
const waiting = new WeakMap();
const seen = new IntersectionObserver(
  entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      waiting.get(target)?.();
    }
  },
  { rootMargin: '300px' },
);

/** Draws what has not come into view yet, for paper. @param {Element} sheet */
export const drawAll = sheet =>
  Promise.all(
    Array.from(sheet.querySelectorAll('[aria-busy]'), el => {
      seen.unobserve(el);
      return waiting.get(el)?.();
    }),
  );

/**
 * An example as a figure.
 * @param {GameInfo} info @param {string[]} lines @returns {HTMLElement}
 */
export function example(info, lines) {
  const rules = lines[0]?.startsWith('rules:') ? lines[0].slice(6).trim() : '';
  const [position, ...turns] = lines.slice(rules ? 1 : 0).filter(Boolean),
    of = { info, rules, position };
  const [x0, y0, x1, y1] = info.view.field,
    isLong = (x1 - x0) / (y1 - y0) > 1.35;
  return h(
    'figure.example',
    {},
    rules ? h('p.small.muted', {}, t('sentence', optionWords(info, rules))) : null,
    h(
      'div.shows',
      { class: isLong ? 'long' : '' },
      turns.map(line => {
        const [turn, after] = line.split(' => ');
        return shown(of, turn, after !== 'refused');
      }),
    ),
    h('a.btn.small', { href: addressOf(of), 'data-try': '' }, t('sheet.tryIt')),
  );
}

/** The board as a picture, with a position on it. @param {GameInfo} info @param {string} position */
export function picture(info, position) {
  const board = empty(info);
  later(board, async () => {
    const { pieces } = await ask('look', { game: info.id, rules: '', position });
    board.attach(info.view, { label: t('boardOf', pick(info.name)) }).show({ pieces });
  });
  return h('figure.example', {}, h('div.shows', {}, board));
}

/** Where the position can be played. @param {Example} example */
function addressOf({ info, rules, position }) {
  const fields = { game: info.id, ...(rules ? { rules } : {}), start: position };
  return `/play#${new URLSearchParams(fields)}`;
}

/** The options of an example in words. @param {GameInfo} info @param {string} rules */
function optionWords({ options }, rules) {
  const [name, value] = rules.split('='),
    option = options.find(one => one.name === name),
    words = option?.values.find(one => one.name === value)?.words;
  return option && words ? t('optionValue', pick(option.words), pick(words)) : rules;
}

/** A board that is not drawn yet, as large as it will be. @param {GameInfo} info */
function empty(info) {
  const { w, h: high } = new Layout(info.view).outer,
    board = /** @type {DamierBoard} */ (h('damier-board', { 'aria-busy': 'true' }));
  board.style.aspectRatio = `${w} / ${high}`;
  return board;
}

/** @param {Element} el @param {() => Promise<unknown>} draw */
function later(el, draw) {
  const done = () => el.removeAttribute('aria-busy');
  waiting.set(el, () => draw().then(done, done));
  seen.observe(el);
}

/** One turn of an example: what it does, or that it is refused. @param {Example} of @param {string} turn @param {boolean} legal */
function shown(of, turn, legal) {
  const board = empty(of.info),
    words = h('span', {}, t('sentence', capital(t(legal ? 'sheet.allowed' : 'sheet.refused'))));
  later(board, () =>
    legal ? drawPlayed(of, turn, board, words) : drawRefused(of, turn, board, words),
  );
  return h(
    'div.show',
    { class: legal ? '' : 'no' },
    board,
    h(
      'p.small',
      {},
      h('b', { 'aria-hidden': 'true' }, legal ? '✓' : '✕'),
      words,
      h('code', {}, turn),
    ),
  );
}

/** @param {Example} of @param {string} turn @param {DamierBoard} board @param {HTMLElement} words */
async function drawPlayed({ info, rules, position }, turn, board, words) {
  const game = { game: info.id, rules };
  const [before, open] = await Promise.all([
    ask('look', { ...game, position }),
    openGame({ ...game, start: position, turns: [turn] }),
  ]);
  const { look, moves, over } = open.state,
    [{ side, effects }] = moves,
    trace = traceOf(effects, before.pieces);
  open.close();
  const { pieces, marks } = look;
  board
    .attach(info.view, { label: t('labelled', t('boardOf', pick(info.name)), look.position) })
    .show({ pieces, marks, trace, decided: over?.cells ?? [] });
  const did = didWords({ info }, side, trace);
  const said = [did, over?.why ?? ''].filter(Boolean).map(one => t('sentence', capital(one)));
  if (said.length) words.textContent = sentencesOf(said);
}

/** @param {Example} of @param {string} turn @param {DamierBoard} board @param {HTMLElement} words */
async function drawRefused({ info, rules, position }, turn, board, words) {
  const game = { game: info.id, rules };
  const { pieces, marks } = await ask('look', { ...game, position });
  const drawn = board.attach(info.view, {
    label: t('labelled', t('boardOf', pick(info.name)), position),
  });
  drawn.show({ pieces, marks });
  const layer = element('g');
  draw(layer, refusal(drawn.layout, turn));
  drawn.above.append(layer);
  const why = await openGame({ ...game, start: position }).then(async open => {
    const reason = await open.type(turn).then(
      () => '',
      error => String(error.message),
    );
    open.close();
    return reason;
  });
  if (why) words.textContent = t('sentence', capital(why.replace(/[.!]$/, '')));
}
