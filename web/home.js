// @ts-check
// The home page: a card for each game with its own board, and the games that wait to be finished.

import { unreadable, onAsides } from './asides.js';
import { byId, fill, h, listen, onDroppedFile } from './dom.js';
import { games } from './engine.js';
import { knowledge } from './icons.js';
import { miniature } from './miniature.js';
import { dialog } from './dialog.js';
import { frame, keepPages, onPaint } from './shell.js';
import { isWaiting, items } from './model/store.js';
import { capital, complaint, inWords, pick, t } from './words.js';

/** @typedef {import('./types').GameInfo} GameInfo */

const main = byId('main');
const offline = () => import('./offline.js');

/** @type {GameInfo[]} */
let all = [];
/** @param {GameInfo} info */
function isWide({
  view: {
    field: [x0, y0, x1, y1],
  },
}) {
  return (x1 - x0) / (y1 - y0) > 1.35;
}

/** @param {GameInfo} info */
function card(info) {
  const name = pick(info.name),
    wide = isWide(info);
  return h(
    'article.card.game',
    { class: wide ? 'wide' : '', 'data-key': info.id, 'data-game': info.id },
    h('div.table', {}, miniature(info, '', info.sample, info.id)),
    h(
      'div.body',
      {},
      h(
        'div',
        {},
        h('h2', {}, name),
        h('p.small.muted', {}, t('sizeLine', info.size[1], info.size[0], info.pawns[0])),
      ),
      h('p', {}, pick(info.about)),
      h('p.state', {}, h('span.state', {}, knowledge(info.value)), pick(info.known)),
      h(
        'div.acts',
        {},
        h(
          'a.btn.primary',
          { href: `/play#new=${info.id}`, 'data-play': info.id, 'aria-label': t('playGame', name) },
          t('play'),
        ),
        h(
          'button.btn.quiet',
          {
            type: 'button',
            'data-action': 'rules',
            'data-id': info.id,
            'aria-label': t('rulesOf', name),
          },
          t('rules'),
        ),
      ),
    ),
  );
}

/** The game to go on with. @param {import('./model/store.js').Item} item */
function resume(item) {
  const { kept } = item,
    info = all.find(g => g.id === kept.game);
  if (!info) return null;
  const side = (/** @type {string} */ s) => pick(info.sides[s === 'light' ? 0 : 1].name);
  const count = item.kind === 'game' ? item.kept.turns.length : item.kept.turns;
  const people =
    item.kind === 'game'
      ? /** @type {('light' | 'dark')[]} */ (['light', 'dark']).filter(
          s => item.kept.players[s].kind === 'person',
        )
      : [item.kept.side];
  const text = isWaiting(item)
    ? t('friendWaits')
    : people.length === 1
      ? t('resumeYou', count + 1, side(people[0]))
      : t('resumeLine', count + 1, side(kept.toMove));
  const href = item.kind === 'game' ? `/play#local=${kept.id}` : `/play/${kept.id}`;
  return h(
    'div.card.resume',
    { 'data-key': kept.id },
    h(
      'div.thumb',
      { 'aria-hidden': 'true' },
      miniature(info, kept.rules ?? '', kept.position || info.start, `${kept.id}${kept.position}`),
    ),
    h('div.text', {}, h('p.small.muted', {}, t('yourGame', pick(info.name))), h('p', {}, text)),
    h('a.btn', { href, 'data-resume': kept.id }, t('resume')),
  );
}

function page() {
  const mine = items(),
    unfinished = mine.filter(({ kept }) => !kept.over),
    [next] = [...unfinished.filter(isWaiting), ...unfinished];
  return [
    h(
      'div.wrap',
      {},
      h(
        'div.lead',
        {},
        h(
          'div',
          {},
          h('h1', {}, t('homeTitle', capital(inWords(all.length)))),
          h('p', {}, t('homeLead')),
        ),
        mine.length
          ? h(
              'div.resumes',
              {},
              next ? resume(next) : null,
              h('a.link.small.more', { href: '/games' }, t('moreGames', mine.length)),
            )
          : null,
      ),
      unreadable(),
      // Long boards get a row of their own, below the others.
      h('div.shelf', {}, [...all].sort((a, b) => Number(isWide(a)) - Number(isWide(b))).map(card)),
      h(
        'footer.foot',
        {},
        h('button.link', { type: 'button', 'data-action': 'open-record' }, t('openRecord')),
        h('a', { href: '/api' }, t('api')),
        h('button.link', { type: 'button', 'data-action': 'offline' }, t('worksOffline')),
      ),
    ),
  ];
}

async function showOffline() {
  const { canKeep, isKept, startOffline, whenKept } = await offline();
  const state = !canKeep() ? 'notOffline' : (await isKept()) ? 'installed' : 'storing';
  const text = h('p', { role: 'status' }, t(state));
  dialog({ title: t('worksOffline'), id: 'offline', cls: 'short', body: [text] });
  if (!canKeep()) return;
  startOffline();
  whenKept().then(() => {
    text.textContent = t('installed');
  });
}

const rules = () => import('./rules.js');

/** The rules of a game. @param {string | null | undefined} id @param {boolean} [page] */
async function showRules(id, page) {
  const info = all.find(g => g.id === id);
  if (info) (await rules()).showRules(info, page);
}

/** The game whose rules an address such as `/#rules=kono` asks for. */
const wanted = () => new URLSearchParams(location.hash.slice(1)).get('rules');

function route() {
  const id = wanted();
  if (id) showRules(id, true);
}

// Rules that are asked for load while the games do.
const early = wanted();
if (early)
  rules().then(
    ({ prepare }) => prepare(early),
    () => {},
  );

frame();
listen(document.body, {
  rules: el => showRules(el.dataset.id),
  'open-record': async () => {
    const { askForRecord, pass } = await import('./record.js');
    askForRecord(pass);
  },
  offline: showOffline,
});
onAsides(() => fill(main, page()));
onDroppedFile(async text => {
  const { pass, readRecord } = await import('./record.js');
  try {
    await readRecord(text);
    pass(text);
  } catch (error) {
    dialog({
      title: t('openRecord'),
      id: 'fault',
      cls: 'short',
      body: [h('p.fault', { role: 'alert' }, complaint(error))],
    });
  }
});
try {
  all = await games();
  onPaint(() => {
    document.title = `Damier · ${t('homeTitle', capital(inWords(all.length)))}`;
    fill(main, page());
  });
  route();
} catch {
  main.replaceChildren(h('div.wrap', {}, h('p.fault', { role: 'alert' }, t('noEngine'))));
}
addEventListener('hashchange', route);
addEventListener('pageshow', e => {
  if (e.persisted) fill(main, page());
});
keepPages();
