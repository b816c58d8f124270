// @ts-check
// My games: everything kept in this browser and every seat in friends' games. Those in which a
// friend waits come first, then those that can be gone on with, then those that are over.

import { onAsides, unreadable } from './asides.js';
import { byId, download, fill, h, listen } from './dom.js';
import { games } from './engine.js';
import { icon } from './icons.js';
import { SIDES } from './model/session.js';
import { dropGame, dropSeat, isWaiting, items, restore, saveSeat } from './model/store.js';
import { button, rowOf, titleOf, usualTitle } from './games-row.js';
import { choose, settings } from './settings.js';
import { dialog } from './dialog.js';
import { frame, keepPages, onPaint, repaint, say } from './shell.js';
import { server } from './server.js';
import { capital, complaint, pick, said, t } from './words.js';

/** @typedef {import('./types').GameInfo} GameInfo */
/** @typedef {import('./model/store.js').Item} Item */
/** @typedef {import('./model/store.js').Seat} Seat */

const main = byId('main');
/** How many finished games are shown at once. */
const PAGE = 30;
/** How many friends' games are asked about at once. */
const ASKED = 24;
/** The longest name, in characters, as the server has it. */
const LONGEST_NAME = 24;

/** @type {GameInfo[]} */
let all = [];
/** The game whose games are shown; empty: all. */
let only = '';
/** How many finished games are shown. */
let shown = PAGE;
/** What was deleted here and can be brought back, by its name. @type {Map<string, Item>} */
const deleted = new Map();
/** Games that the server does not have any more. @type {Set<string>} */
const gone = new Set();

/** @param {string} id */
const infoOf = id => all.find(info => info.id === id);

/** Everything there is to show, what was just deleted in its place. */
function everything() {
  const kept = items();
  const back = [...deleted.values()].filter(
    ({ kept: { id } }) => !kept.some(i => i.kept.id === id),
  );
  return [...kept, ...back]
    .filter(({ kept: { game } }) => infoOf(game))
    .sort((a, b) => b.kept.at - a.kept.at);
}

// ---- what the page looks like ------------------------------------------------------------------

/** @param {Item[]} found */
function filter(found) {
  const kinds = all.filter(({ id }) => found.some(({ kept }) => kept.game === id));
  if (kinds.length < 2 && !only) return null;
  const option = (/** @type {string} */ value, /** @type {string} */ words) =>
    h('option', { value, selected: value === only }, words);
  return h(
    'select.btn',
    { 'data-key': 'filter', id: 'filter', 'aria-label': t('filterGame') },
    option('', t('allGames')),
    kinds.map(info => option(info.id, pick(info.name))),
  );
}

/** @param {string} key @param {string} title @param {Item[]} found */
const section = (key, title, found) =>
  found.length
    ? h(
        'section.mine',
        { 'data-key': key, id: key, class: key, 'aria-labelledby': `${key}-title` },
        h('h2', { id: `${key}-title` }, title),
        h(
          'div.list',
          {},
          found.map(item => {
            const info = /** @type {GameInfo} */ (infoOf(item.kept.game)),
              { id } = item.kept;
            return rowOf(info, item, { deleted: deleted.has(id), gone: gone.has(id) }, redraw);
          }),
        ),
      )
    : null;

/** What friends are told one is called, and what is done with all games together. */
const foot = (/** @type {boolean} */ some) =>
  h(
    'section.about-me.card',
    { 'data-key': 'me' },
    h(
      'form',
      { id: 'name-form' },
      h('label.label', { for: 'my-name' }, t('myName')),
      h(
        'div.row',
        {},
        h('input.input', {
          id: 'my-name',
          maxlength: LONGEST_NAME,
          value: settings.name,
          autocomplete: 'nickname',
          spellcheck: 'false',
          'aria-describedby': 'my-name-help',
        }),
        h('button.btn', { type: 'submit' }, t('save')),
      ),
      h('p.small.muted', { id: 'my-name-help' }, t('myNameHelp')),
    ),
    h(
      'div.acts',
      {},
      some ? button('export-all', t('exportAll'), 'save') : null,
      button('import', t('importGames'), 'open'),
    ),
  );

/** Nothing has been played here yet. */
const empty = () =>
  h(
    'div.none.card',
    { 'data-key': 'none' },
    h('h2', {}, t('noGames')),
    h('p', {}, t('noGamesHelp')),
    h('a.btn.primary', { href: '/' }, t('chooseGame')),
  );

function page() {
  const found = everything(),
    these = found.filter(({ kept }) => !only || kept.game === only),
    waiting = these.filter(isWaiting),
    open = these.filter(item => !item.kept.over && !isWaiting(item)),
    over = these.filter(({ kept }) => kept.over);
  return [
    h(
      'div.wrap.my-games',
      {},
      h(
        'div.lead',
        {},
        h('div', {}, h('h1', {}, t('myGames')), h('p', {}, t('myGamesLead', waiting.length))),
        h(
          'div.acts',
          {},
          filter(found),
          h('a.btn.primary', { href: '/' }, icon('plus'), h('span', {}, t('newGame'))),
        ),
      ),
      unreadable(),
      found.length ? null : empty(),
      section('your-turn', t('yourTurn'), waiting),
      section('unfinished', t('unfinished'), open),
      section('finished', t('finished'), over.slice(0, shown)),
      over.length > shown ? button('show-more', t('showMore', over.length - shown)) : null,
      foot(found.length > 0),
    ),
  ];
}

function redraw() {
  document.title = t('tabOf', t('myGames'));
  fill(
    main,
    page().filter(node => node),
  );
}

// ---- what people press -------------------------------------------------------------------------

/** @param {HTMLElement} el */
const itemOf = el => {
  const id = el.closest('[data-mine]')?.getAttribute('data-mine') ?? '';
  return everything().find(({ kept }) => kept.id === id);
};

/** @param {Item} item */
const drop = ({ kind, kept }) => (kind === 'game' ? dropGame(kept.id) : dropSeat(kept.id));

/** Everything that can be done with a game. @param {Item} item */
function menu(item) {
  const info = /** @type {GameInfo} */ (infoOf(item.kept.game)),
    name = titleOf(info, item);
  const box = dialog({
    title: name,
    id: 'game-menu',
    cls: 'short',
    body: [
      h(
        'div.menu',
        { 'data-mine': item.kept.id },
        button('rename', t('rename'), 'edit'),
        button('export', t('saveRecord'), 'save'),
        button('delete', t('discard'), 'close', 'danger'),
      ),
    ],
  });
  box.addEventListener('click', e => {
    if (e.target instanceof Element && e.target.closest('.menu [data-action]')) box.close();
  });
}

/** Asks what a game is to be called. @param {Item} item */
function rename(item) {
  const { kept } = item,
    info = /** @type {GameInfo} */ (infoOf(kept.game));
  const field = /** @type {HTMLInputElement} */ (
    h('input.input', {
      id: 'title',
      maxlength: 60,
      value: kept.title ?? '',
      'aria-label': t('gameTitle'),
    })
  );
  field.placeholder = usualTitle(info, item);
  const form = h('form', { id: 'rename-form' }, field, h('p.small.muted', {}, t('gameTitleHelp')));
  const box = dialog({
    title: t('renameTitle'),
    id: 'rename',
    cls: 'short',
    body: [form],
    foot: [
      h('button.btn.quiet', { type: 'button', 'data-action': 'close-dialog' }, t('cancel')),
      h('button.btn.primary', { type: 'submit', form: 'rename-form' }, t('save')),
    ],
  });
  form.addEventListener('submit', e => {
    e.preventDefault();
    kept.title = field.value.trim();
    restore(item);
    box.close();
    redraw();
  });
  field.focus();
}

/** The record of a game. @param {Item} item @returns {Promise<string>} */
async function recordOf(item) {
  if (item.kind === 'game') return (await import('./record.js')).recordOf(item.kept);
  const answer = await fetch(`/api/v1/live/${item.kept.id}/record`).catch(() => null);
  if (!answer?.ok) throw said(t('noServer'));
  return answer.text();
}

/** @param {string} text @param {string} name */
const saveText = (text, name) =>
  download(
    new Blob([text], { type: 'text/plain' }),
    `${name}-${new Date().toISOString().slice(0, 10)}.txt`,
  );

/** Says what could not be done. @param {unknown} error */
const trouble = error =>
  dialog({
    title: t('problem'),
    id: 'fault',
    cls: 'short',
    body: [h('p.fault', { role: 'alert' }, capital(complaint(error)))],
  });

/** All games as one file; it says how many could not be had. */
async function exportAll() {
  const done = await Promise.allSettled(items().map(recordOf));
  const records = done.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  if (records.length) saveText(records.join('\n'), 'damier');
  const missing = done.length - records.length;
  if (missing) trouble(t('exportMissing', missing));
  else say(t('exported', records.length));
}

/** Keeps the games of files. @param {File[]} files */
async function importFiles(files) {
  const { keepRecords } = await import('./record.js');
  let count = 0;
  try {
    for (const file of files) count += await keepRecords(await file.text());
  } catch (error) {
    trouble(error);
  }
  redraw();
  if (count) say(t('imported', count));
}

const files = /** @type {HTMLInputElement} */ (
  h('input', {
    type: 'file',
    accept: '.txt,.pgn,text/plain',
    multiple: true,
    hidden: true,
    id: 'import-files',
  })
);
files.addEventListener('change', async () => {
  await importFiles([...(files.files ?? [])]);
  files.value = '';
});

/** @param {(item: Item) => unknown} act */
const withItem = act => (/** @type {HTMLElement} */ el) => {
  const item = itemOf(el);
  if (item) act(item);
};

frame();
document.body.append(files);
listen(document.body, {
  'game-menu': withItem(menu),
  rename: withItem(rename),
  export: withItem(item => recordOf(item).then(text => saveText(text, item.kept.game), trouble)),
  delete: withItem(item => {
    deleted.set(item.kept.id, item);
    drop(item);
    redraw();
    say(t('deleted'));
    /** @type {HTMLElement | null} */ (
      document.querySelector(`[data-mine="${item.kept.id}"] [data-action="restore"]`)
    )?.focus();
  }),
  restore: withItem(item => {
    deleted.delete(item.kept.id);
    restore(item);
    redraw();
  }),
  'show-more': () => {
    shown += PAGE;
    redraw();
  },
  'export-all': exportAll,
  import: () => files.click(),
});
onAsides(redraw);
main.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || target.id !== 'filter') return;
  only = target.value;
  shown = PAGE;
  redraw();
});
main.addEventListener('submit', e => {
  e.preventDefault();
  const field = /** @type {HTMLInputElement} */ (byId('my-name'));
  field.value = field.value.trim();
  choose('name', field.value);
  say(t('nameSaved'));
});

// ---- what the server knows ---------------------------------------------------------------------

/** Asks how a friend's game stands by now. @param {Seat} seat */
async function refresh(seat) {
  try {
    const state = await server(`live/${seat.id}`),
      friend = SIDES.find(side => side !== seat.side) ?? 'dark';
    saveSeat({
      ...seat,
      over: !!state.over,
      position: state.position,
      turns: state.turns.length,
      toMove: state.to_move,
      rules: state.rules,
      friend: state.seats[friend].name ?? null,
      ready: SIDES.every(side => state.seats[side].taken),
      result: state.over && { outcome: state.over.outcome, how: state.over.how },
    });
  } catch (error) {
    // The server has answered, and does not have it.
    if (/** @type {any} */ (error).status === 404) gone.add(seat.id);
  }
}

/** Asks about the latest games that are not over, and shows what has changed. */
async function refreshAll() {
  const seats = items().flatMap(item =>
    item.kind === 'seat' && !item.kept.over ? [item.kept] : [],
  );
  if (!seats.length) return;
  await Promise.all(seats.slice(0, ASKED).map(refresh));
  repaint();
}

try {
  all = await games();
  onPaint(redraw);
  refreshAll();
} catch {
  main.replaceChildren(h('div.wrap', {}, h('p.fault', { role: 'alert' }, t('noEngine'))));
}
// Whoever comes back to this page wants to know what has happened meanwhile.
addEventListener('pageshow', e => {
  if (e.persisted) refreshAll();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) refreshAll();
});
addEventListener('storage', e => {
  if (e.key === null || /^damier\.(game|seat|aside)\./.test(e.key)) redraw();
});
keepPages();
