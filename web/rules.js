// @ts-check
// The rules of a game, in a dialog or beside the board: the game's own text, with its examples
// drawn on small boards.

import './board/element.js';
import { h } from './dom.js';
import { ask } from './engine.js';
import { icon } from './icons.js';
import { markdown } from './markdown.js';
import { dialog } from './dialog.js';
import { complaint, lang, pick, said, t } from './words.js';

/** @typedef {import('./types').GameInfo} GameInfo */

/** @param {GameInfo} info */
export async function showRules(info) {
  const body = h('div.rules', { lang: lang() });
  dialog({ title: t('rulesOf', pick(info.name)), cls: 'text', id: 'rules', body: [body] });
  await write(body, info);
}

/** The same in a card beside the board. @param {HTMLElement} card @param {GameInfo} info */
export async function fillRules(card, info) {
  const body = h('div.rules', { lang: lang() }),
    close = t('close');
  card.setAttribute('aria-label', t('rulesOf', pick(info.name)));
  card.replaceChildren(
    h(
      'header',
      {},
      h('h2', {}, t('rules')),
      h(
        'button.tool',
        { type: 'button', 'data-action': 'rules', 'aria-label': close, title: close },
        icon('close'),
      ),
    ),
    h('div.content', { tabindex: 0, role: 'region', 'aria-label': t('rules') }, body),
  );
  await write(body, info);
}

/** Fetches the rules and writes them down. @param {HTMLElement} body @param {GameInfo} info */
async function write(body, info) {
  try {
    const answer = await fetch(`/api/v1/games/${encodeURIComponent(info.id)}/rules?lang=${lang()}`);
    if (!answer.ok) throw said(t('noServer'));
    const type = answer.headers.get('content-type') ?? '';
    const text = type.includes('json') ? (await answer.json()).markdown : await answer.text();
    // The dialog's title says the name already.
    body.replaceChildren(...markdown(text.replace(/^# .*\n/, ''), lines => example(info, lines)));
  } catch (error) {
    body.replaceChildren(
      h(
        'p.fault',
        { role: 'alert' },
        error instanceof TypeError ? t('noServer') : complaint(error),
      ),
    );
  }
}

/**
 * A position and turns that are legal or refused there.
 * @param {GameInfo} info
 * @param {string[]} lines
 */
function example(info, lines) {
  const rules = lines[0]?.startsWith('rules:') ? lines[0].slice(6).trim() : '';
  const [position, ...turns] = lines.slice(rules ? 1 : 0).filter(Boolean);
  const [x0, y0, x1, y1] = info.view.field;
  const board = /** @type {import('./board/element.js').DamierBoard} */ (
    h('damier-board', { class: (x1 - x0) / (y1 - y0) > 1.35 ? 'long' : '' })
  );
  const list = h(
    'ul',
    {},
    turns.map(line => {
      const [turn, after] = line.split(' => '),
        no = after === 'refused';
      return h(
        'li',
        { class: no ? 'no' : '' },
        no ? '✕ ' : '✓ ',
        h('code', {}, turn),
        no ? ` ${t('refused')}` : '',
      );
    }),
  );
  ask('look', { game: info.id, rules, position }).then(
    look => {
      const { pieces, marks } = look;
      board.attach(info.view, { label: position }).show({ pieces, marks });
    },
    () => board.append(h('code', {}, position)),
  );
  return h(
    'figure.example',
    {},
    board,
    h('figcaption', {}, rules ? h('p.small.muted', {}, rules) : null, list),
  );
}
