// @ts-check
// The Analyse page: finds out which game or position the address means, shows it with what is known
// of it, and connects what people press with what happens.

import { byId, copy, h, listen, onDroppedFile } from '../dom.js';
import { ask, games, openGame } from '../engine.js';
import { SearchBroker } from '../model/broker.js';
import { newKept } from '../model/local.js';
import { GameSession } from '../model/session.js';
import { loadGame, saveGame, unfinished } from '../model/store.js';
import { gameActions, onKeys, onTyped } from '../play/input.js';
import { gameLink } from '../play/link.js';
import { hold, passed, readRecord } from '../record.js';
import { settings } from '../settings.js';
import { frame, keepPages, lazy, onPaint, say } from '../shell.js';
import { capital, complaint, learnWords, pick, said, t } from '../words.js';
import { AnalyseController } from './controller.js';
import { plyAt } from './curve.js';
import { Knowledge } from './knowledge.js';
import { AnalysisSource } from './source.js';

/** @typedef {import('../model/store.js').Kept} Kept */

const main = byId('main');
const broker = new SearchBroker();

const parts = {
  more: lazy(() => import('../play/more.js')),
  rules: lazy(() => import('../rules.js')),
  record: lazy(() => import('../record.js')),
};

/** The game that is shown. @type {AnalyseController | null} */
let play = null;
/** What the address says besides where one is. @type {{review: string | null, of: string | null}} */
let source = { review: null, of: null };
/** Counts where people went, so that what comes late does not take the place of what came after it. */
let visit = 0;
/** The address that is shown, to tell own changes from others. */
let shown = '';

/** @param {string} id */
async function infoOf(id) {
  const info = (await games()).find(game => game.id === id);
  if (!info) throw said(t('unknownGame'));
  return info;
}

/**
 * What an address asks for besides a game.
 * @typedef {object} How
 * @property {number} [ply] the number of turns after which it is shown
 * @property {string | null} [review] whether it is reviewed, and by whom: a side or nobody
 * @property {string | null} [of] the game of this browser that a record comes from
 */

/** Shows a game, a position or a record. @param {Partial<Kept> & {game: string}} what @param {How} [how] */
async function show(what, { ply, review = null, of = null } = {}) {
  const here = ++visit,
    info = await infoOf(what.game),
    // Everything is a tree here, with nobody to play against.
    kept = newKept({ ...what, players: people(what.players), shown: true });
  const session = new GameSession(new AnalysisSource(info, kept, { broker }), { openGame });
  const base = { game: info.id, rules: kept.rules },
    asked = (/** @type {string} */ position) =>
      new URLSearchParams({ rules: kept.rules, position });
  const knowledge = new Knowledge({
    here: position => ask('value', { ...base, position }),
    server: async position =>
      (await import('../server.js')).server(`games/${info.id}/value?${asked(position)}`),
  });
  if (here !== visit) return;
  play?.leave();
  const toReview = review === null ? null : { players: players(what, of), you: sideOf(review) };
  const mine = (play = new AnalyseController(
    main,
    session,
    broker,
    knowledge,
    () => running(info.id),
    toReview,
  ));
  source = { review, of };
  await session.open();
  if (play !== mine) return;
  await mine.update({ fresh: true });
  if (ply !== undefined) await mine.goTo(ply);
  session.subscribe(async () => remember(mine));
}

/**
 * Where games with friends stand that are being played here: nothing is said about those.
 * @param {string} game
 */
const running = game =>
  unfinished().flatMap(({ kind, kept }) =>
    kind === 'seat' && kept.game === game && kept.position ? [kept.position] : [],
  );

/** Which side a word of the address means. @param {string} word @returns {import('../types').Side | ''} */
const sideOf = word => (word === 'light' || word === 'dark' ? word : '');

/** Who played: a record knows only their names. @param {Partial<Kept>} what @param {string | null} of */
const players = (what, of) => (of && loadGame(of)?.players) || what.players || {};

/** Whoever played, nobody does now. @param {Kept['players'] | undefined} players @returns {Kept['players']} */
const people = players => ({
  light: { ...players?.light, kind: 'person' },
  dark: { ...players?.dark, kind: 'person' },
});

/** The window remembers the tree until it is closed. @param {AnalyseController} mine */
async function remember(mine) {
  const { session } = mine,
    text = await (await parts.more()).recordOf(session).catch(() => null);
  if (text === null || play !== mine) return;
  hold(text);
  const { review, of } = source;
  const fields = new URLSearchParams({ open: '', ply: String(mine.here.ply) });
  if (review !== null) fields.set('review', review);
  if (of) fields.set('of', of);
  setAddress(`/analyse#${fields}`);
}

/** @param {string} address */
function setAddress(address) {
  history.replaceState(null, '', address);
  shown = location.href;
}

// ---- what the address means --------------------------------------------------------------------

async function route() {
  shown = location.href;
  const hash = new URLSearchParams(location.hash.slice(1)),
    how = {
      ply: hash.has('ply') ? Number(hash.get('ply')) || 0 : undefined,
      review: hash.get('review'),
    };
  try {
    const local = hash.get('local'),
      kept = local ? loadGame(local) : null;
    if (local && !kept) throw said(t('notHere'));
    // What is being played is not analysed while it is.
    if (kept && !kept.over && kept.players.light.kind !== kept.players.dark.kind)
      throw said(t('analyse.notYet'));
    if (kept) return await show(kept, { ...how, of: local });
    const live = hash.get('live');
    if (live) return await show(await readRecord(await finished(live)), how);
    if (hash.has('open'))
      return await show(await readRecord(passed() ?? ''), { ...how, of: hash.get('of') });
    const game = hash.get('game');
    if (!game) return await choose();
    const turns = (hash.get('turns') ?? '').split(' ').filter(Boolean);
    await show({ game, rules: hash.get('rules') ?? '', start: hash.get('start'), turns }, how);
  } catch (error) {
    fail(error);
  }
}

/** The record of a game with a friend that is over. @param {string} id @returns {Promise<string>} */
async function finished(id) {
  const { server } = await import('../server.js'),
    { over } = await server(`live/${encodeURIComponent(id)}`);
  if (!over) throw said(t('analyse.notYet'));
  const answer = await fetch(`/api/v1/live/${encodeURIComponent(id)}/record`);
  if (!answer.ok) throw said(t('noServer'));
  return answer.text();
}

/** Asks which game, where the address names none. */
async function choose() {
  visit++;
  play?.leave();
  play = null;
  const all = await games();
  document.title = t('tabOf', t('analysis'));
  main.replaceChildren(
    h(
      'div.wrap',
      {},
      h('h1', {}, t('analysis')),
      h('p', {}, t('analyse.about')),
      h(
        'div.acts',
        { id: 'choose' },
        all.map(info => h('a.btn', { href: `/analyse#game=${info.id}` }, pick(info.name))),
        h('button.btn', { type: 'button', 'data-action': 'open-record' }, t('openRecord')),
      ),
    ),
  );
}

/** @param {unknown} error */
function fail(error) {
  visit++;
  play?.leave();
  play = null;
  main.replaceChildren(
    h(
      'div.wrap',
      {},
      h('h1', {}, t('problem')),
      h('div.fault', { role: 'alert', id: 'fault' }, h('p', {}, capital(complaint(error)))),
      h('div.acts', {}, h('a.btn', { href: '/analyse' }, t('analysis'))),
    ),
  );
}

/** Shows a record. @param {string} text */
async function openText(text) {
  const read = await readRecord(text);
  hold(text);
  setAddress('/analyse#open=');
  await show(read);
}

// ---- what people press -------------------------------------------------------------------------

/** @param {(here: AnalyseController) => unknown} act */
const on = act => () => {
  if (play) act(play);
};
const sourceOf = () => /** @type {AnalysisSource | undefined} */ (play?.session.source);

/** The link to what is shown. @param {AnalyseController} here */
const linkOf = ({ session, info }) =>
  gameLink({
    game: info.id,
    rules: session.source.rules,
    start: session.source.start,
    turns: session.turns,
  }).replace('/play#', '/analyse#');

listen(document.body, {
  ...gameActions(() => play),
  values: on(here => here.toggleValues()),
  card: el => {
    if (!play) return;
    play.tab = el.dataset.card ?? 'values';
    play.paint();
  },
  glyph: el => {
    const glyph = el.dataset.glyph ?? '',
      source = sourceOf();
    source?.annotate({ glyphs: source.session.node.glyphs.includes(glyph) ? [] : [glyph] });
  },
  curve: (el, event) => {
    if (!play || !(event instanceof MouseEvent)) return;
    const box = el.getBoundingClientRect();
    play.goTo(plyAt(event.clientX - box.left, box.width, play.session.line.length + 1));
  },
  moment: el => {
    play?.showMoment(Number(el.dataset.moment));
  },
  'next-moment': on(here => here.nextMoment()),
  'try-again': el => {
    if (play) tryAgain(play, Number(el.dataset.ply));
  },
  'play-from': on(({ session, info }) => {
    location.href = gameLink({
      game: info.id,
      rules: session.source.rules,
      start: session.position,
      turns: [],
    });
  }),
  'copy-position': on(async ({ session }) => {
    if (await copy(session.position)) say(t('copied'));
  }),
  share: on(async here => {
    const done = await copy(linkOf(here));
    here.tell(done ? t('copied') : linkOf(here));
  }),
  'save-record': on(async here => (await parts.more()).saveRecord(here)),
  'open-record': async () =>
    (await parts.record()).askForRecord(text => openText(text).catch(fail)),
});

/** Plays on from before a turn, against whoever it was. @param {AnalyseController} here @param {number} ply */
function tryAgain({ info, session, review }, ply) {
  const { rules, start } = session.source,
    turns = session.tree.main.slice(0, ply - 1).map(({ turn }) => turn);
  const person = { kind: /** @type {const} */ ('person') };
  const kept = newKept({
    game: info.id,
    rules,
    start,
    turns,
    players: { light: person, dark: person, ...review?.players },
  });
  saveGame(kept);
  location.href = `/play#local=${kept.id}`;
}

document.addEventListener('keydown', e => {
  const field = e.target instanceof Element && e.target.closest('input, textarea, select');
  if (!play || field || e.ctrlKey || e.metaKey || e.altKey || !settings.shortcuts) return;
  if (e.key === 'v' || e.key === 'V') play.toggleValues();
  if (e.key === 'm' || e.key === 'M') play.nextMoment();
});
main.addEventListener('change', e => {
  const field = e.target;
  if (!(field instanceof HTMLInputElement) || field.id !== 'comment') return;
  // Braces enclose comments in records.
  const comment = field.value.replace(/[{}]/g, '').trim(),
    node = play?.session.node;
  if (node && String(node.id) === field.dataset.node && comment !== node.comment)
    sourceOf()?.annotate({ comment });
});
onTyped(main, () => play);
main.addEventListener('submit', e => {
  if (play && /** @type {HTMLElement} */ (e.target).dataset.form === 'position')
    enterPosition(play);
});

/** A position was typed: it is shown, or why it is none is said. @param {AnalyseController} here */
async function enterPosition({ info, session }) {
  const field = /** @type {HTMLInputElement} */ (byId('position')),
    start = field.value.trim(),
    { rules } = session.source;
  try {
    await ask('look', { game: info.id, rules, position: start });
    const parts = new URLSearchParams({ game: info.id, ...(rules ? { rules } : {}), start });
    setAddress(`/analyse#${parts}`);
    await route();
  } catch (error) {
    play?.refuse(error);
  }
}

frame();
await learnWords('analyse');
onKeys(() => play, {
  rules: async here => (await parts.rules()).showRules(here.info),
  fresh: () => {},
});
onDroppedFile(text => {
  openText(text).catch(error => (play ? play.refuse(error) : fail(error)));
});
let first = true;
onPaint(() => {
  if (!first && play) play.reword();
  else if (!first) route();
  first = false;
});
addEventListener('hashchange', () => {
  if (location.href !== shown) route();
});
addEventListener('popstate', () => {
  if (location.href !== shown) route();
});
route();
keepPages();
