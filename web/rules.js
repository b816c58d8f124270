// @ts-check
// The rules of a game, in a dialog or beside the board: what it is about first, then the game's own
// text, which can be searched, with its examples drawn on small boards.

import { dialog, leaveDialogs } from './dialog.js';
import { h } from './dom.js';
import { tool } from './icons.js';
import { markdown } from './markdown.js';
import { drawAll, example, picture } from './rules/example.js';
import { searchField } from './rules/search.js';
import { stylesheet } from './shell.js';
import { complaint, lang, learnWords, pick, said, t } from './words.js';

/** @typedef {import('./types').GameInfo} GameInfo */

/**
 * The rules in a dialog.
 * @param {GameInfo} info
 * @param {boolean} [page] whether the address asks for them
 */
export async function showRules(info, page = false) {
  await stylesheet('rules.css');
  const body = h('div.rules', { lang: lang() }),
    title = t('rulesOf', pick(info.name));
  const box = dialog({ title, cls: 'text', id: 'rules', body: [body], page });
  // What lies above the page is gone before the board is set up.
  box.addEventListener('click', async e => {
    const link = e.target instanceof Element ? e.target.closest('[data-try]') : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    e.preventDefault();
    box.close();
    await leaveDialogs();
    location.href = link.href;
  });
  await write(body, info);
}

/** The same in a card beside the board. @param {HTMLElement} card @param {GameInfo} info */
export async function fillRules(card, info) {
  await stylesheet('rules.css');
  const body = h('div.rules', { lang: lang() });
  card.setAttribute('aria-label', t('rulesOf', pick(info.name)));
  card.replaceChildren(
    h('header', {}, h('h2', {}, t('rules')), tool('rules', 'close', t('close'))),
    h('div.content', { tabindex: 0, role: 'region', 'aria-label': t('rules') }, body),
  );
  await write(body, info);
}

/** Texts that were asked for before somebody could read them. @type {Map<string, Promise<string>>} */
const prepared = new Map();

/** Asks for what showing the rules of a game needs, before it is known more of. @param {string} game */
export function prepare(game) {
  stylesheet('rules.css').catch(() => {});
  const asked = fetchText(addressOf(game));
  // Whoever reads them is told what went wrong.
  asked.catch(() => {});
  prepared.set(addressOf(game), asked);
}

/** @param {string} game */
const addressOf = game => `/api/v1/games/${encodeURIComponent(game)}/rules?lang=${lang()}`;

/** @param {string} address @returns {Promise<string>} */
async function fetchText(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw said(t('noServer'));
  const type = answer.headers.get('content-type') ?? '';
  return type.includes('json') ? (await answer.json()).markdown : answer.text();
}

/** Fetches the rules and writes them down. @param {HTMLElement} body @param {GameInfo} info */
async function write(body, info) {
  const address = addressOf(info.id),
    asked = prepared.get(address);
  prepared.delete(address);
  try {
    const [text] = await Promise.all([asked ?? fetchText(address), learnWords('sheet')]);
    const sheet = h('div.sheet', {}, sheetOf(text, info));
    body.replaceChildren(
      h('p.goal', {}, h('b', {}, t('sheet.goal')), h('span', {}, pick(info.aim))),
      h('div.find', {}, searchField(sheet), printButton(sheet)),
      sheet,
    );
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

/** Prints the sheet, with all that has not been looked at yet. @param {HTMLElement} sheet */
function printButton(sheet) {
  const button = h(
    'button.btn.small',
    { type: 'button', 'data-action': 'print' },
    t('sheet.print'),
  );
  button.addEventListener('click', async () => {
    await drawAll(sheet);
    // Paper is light.
    const { dataset } = document.documentElement,
      { theme } = dataset;
    dataset.theme = 'light';
    print();
    if (theme) dataset.theme = theme;
    else delete dataset.theme;
  });
  return button;
}

/** A sheet as elements. @param {string} text @param {GameInfo} info */
function sheetOf(text, info) {
  // The title above says the name already.
  return markdown(text.replace(/^# .*\n/, ''), {
    example: lines => example(info, lines),
    // What is drawn with letters for those who only have letters.
    diagram: () => picture(info, info.start),
  });
}
