// @ts-check
// The Play page: finds out which game the address means, shows it, and connects what
// people press with what happens.

import { byId, h, listen, onDroppedFile } from '../dom.js';
import { ask, games, openGame } from '../engine.js';
import { SearchBroker } from '../model/broker.js';
import { LocalSource, newKept } from '../model/local.js';
import { RecordSource } from '../model/record.js';
import { GameSession, SIDES } from '../model/session.js';
import { gameFrom, isGame, loadGame, unfinished } from '../model/store.js';
import { choose, settings } from '../settings.js';
import { frame, keepPages, lazy, onPaint, stylesheet } from '../shell.js';
import { capital, complaint, said, t } from '../words.js';
import { PlayController } from './controller.js';
import { gameActions, onKeys, onTyped } from './input.js';
import { liveOf, localOf } from './wording.js';

/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Side} Side */
/** @typedef {import('../model/store.js').Kept} Kept */
/** @typedef {import('../model/live.js').LiveSource} LiveSource */

const main = byId('main');

/** A part that has dialogs. @template T @param {() => Promise<T>} load @returns {() => Promise<T>} */
const above = load =>
  lazy(() => Promise.all([load(), stylesheet('dialogs.css')]).then(([part]) => part));

// What is not needed to play is loaded when it is.
const parts = {
  rules: above(() => import('../rules.js')),
  more: above(() => import('./more.js')),
  fresh: above(() => import('./newgame.js')),
  begin: above(() => import('./begin.js')),
  clock: lazy(() => import('./clock.js')),
  hint: lazy(() => import('./hinting.js')),
  invite: above(() => import('./invite.js')),
  record: above(() => import('../record.js')),
  live: lazy(() => import('./live-page.js')),
};

/** All searches of this page. */
const broker = new SearchBroker();

/** The game that is shown. @type {PlayController | null} */
let play = null;
/** What went wrong, if there is no game. @type {unknown} */
let fault = null;
/** The address that is shown, to tell own changes from others. */
let shown = '';

/**
 * Counts where people went, so that what comes late does not take the place of what came after it.
 */
let visit = 0;

// ---- showing games -----------------------------------------------------------------------------

/**
 * Shows a game, unless somebody has gone elsewhere meanwhile.
 * @param {import('../model/session.js').Source} source @param {number} here the visit
 * @param {string} [note]
 */
async function show(source, here, note = '') {
  const session = new GameSession(source, { openGame });
  if (here !== visit) return session.close();
  play?.leave();
  const held = main.contains(document.activeElement),
    read = rulesAt(session.info);
  document.body.classList.add('playing');
  const mine = (play = new PlayController(main, session, broker));
  if (read !== null || (settings.rules && hasRoomForRules(mine))) standRules(mine, true, read ?? 0);
  fault = null;
  await session.open();
  if (play !== mine) return;
  await mine.update({ fresh: true });
  recognise(mine).catch(() => {});
  if (note) mine.tell(note);
  if (held) mine.board.grid?.focus();
  localOf(session)?.goOn();
}

/**
 * Finds out whether a game began as the rematch that the rules grant after a win.
 * @param {PlayController} here
 */
async function recognise(here) {
  const { info, session } = here,
    { start: from } = session.snapshot;
  if (!info.sequel || from === info.start) return;
  const { rules } = session.source,
    ways = SIDES.map(winner => ask('sequel', { game: info.id, rules, winner }));
  here.isSequel = (await Promise.all(ways)).some(({ position }) => position === from);
  here.paint();
}

/** @param {string} address @param {boolean} [replace] */
function setAddress(address, replace = false) {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  shown = location.href;
}

/** @param {string} id @returns {Promise<GameInfo>} */
async function infoOf(id) {
  const info = (await games()).find(g => g.id === id);
  if (!info) throw said(t('unknownGame'));
  return info;
}

/** A game of this browser. @param {Kept} kept @param {{stored?: boolean, note?: string}} [how] */
async function showLocal(kept, { stored = true, note = '' } = {}) {
  const here = ++visit,
    info = await infoOf(kept.game);
  if (kept.clock) await parts.clock();
  const keep = () => {
    if (here === visit) setAddress(`/play#local=${kept.id}`, true);
  };
  const source = stored
    ? new LocalSource(info, kept, { broker })
    : new RecordSource(info, kept, { broker, kept: keep });
  await show(source, here, note);
}

/**
 * A live game.
 * @param {string} id @param {string | null} [linked] the token of the seat that the link gives
 */
async function showLive(id, linked = null) {
  const here = ++visit;
  const { openLive } = await parts.live();
  await openLive(desk, id, linked, here);
}

// ---- new games ---------------------------------------------------------------------------------

/** @param {GameInfo} info */
async function askNew(info) {
  const { newGame } = await parts.fresh();
  newGame(
    info,
    async choice => (await parts.begin()).begin(desk, info, choice),
    navigator.onLine !== false || location.hostname === 'localhost',
    isDialog(),
  );
}

/**
 * Whether the address asks for a new game: whoever has begun one does not want to come back to the
 * question.
 */
const isDialog = () => new URLSearchParams(location.hash.slice(1)).has('new');

/** What the parts of this page that are loaded later need of it. */
const desk = {
  parts,
  setAddress: (/** @type {string} */ address) => setAddress(address, isDialog()),
  showLocal: (/** @type {Kept} */ kept) => showLocal(kept),
  showLive: (/** @type {string} */ id) => showLive(id),
  current: () => play,
  isHere: (/** @type {number} */ here) => here === visit,
  show,
  infoOf,
  fail,
  /** Goes to another game that has an address. @param {string} address */
  goTo: address => {
    setAddress(address);
    route();
  },
};

/** @typedef {typeof desk} Desk */

// ---- which game --------------------------------------------------------------------------------

async function route() {
  shown = location.href;
  // Whoever goes back or follows a link is done with what lies above the page.
  for (const box of document.querySelectorAll('dialog')) box.close();
  const id = location.pathname.match(/^\/play\/([\w-]+)/)?.[1],
    hash = new URLSearchParams(location.hash.slice(1));
  // A seat's secret leaves the address before anything else happens.
  if (id && hash.has('seat')) setAddress(`/play/${id}`, true);
  const here = ++visit;
  try {
    if (id) {
      await showLive(id, hash.get('seat'));
      return await replay(hash);
    }
    if (hash.has('open')) return await openText((await parts.record()).passed() ?? '');
    const local = hash.get('local'),
      kept = local ? loadGame(local) : null;
    if (kept) {
      await showLocal(kept);
      return await replay(hash);
    }
    if (local) throw said(t('notHere'));
    const fresh = hash.get('new');
    if (fresh) {
      const info = await infoOf(fresh);
      await showLocal(newKept({ game: info.id }), { stored: false });
      return await askNew(info);
    }
    const game = hash.get('game');
    if (game) {
      const turns = (hash.get('turns') ?? '').split(' ').filter(Boolean),
        start = hash.get('start');
      return await showLocal(
        newKept({ game, rules: hash.get('rules') ?? '', start, turns, shown: turns.length > 0 }),
        { stored: false },
      );
    }
    const [latest] = unfinished();
    if (!latest) return location.replace('/');
    if (latest.kind === 'game') setAddress(`/play#local=${latest.kept.id}`, true);
    else setAddress(`/play/${latest.kept.id}`, true);
    return await route();
  } catch (error) {
    // Whoever has gone on is not told what went wrong before.
    if (visit - here <= 1) fail(error);
  }
}

/** Shows a game from where a link says. @param {URLSearchParams} hash */
async function replay(hash) {
  const ply = hash.get('ply');
  if (ply !== null && play) await play.goTo(Number(ply) || 0);
}

/** @param {string} text */
async function openText(text) {
  const { hold, leaveDialogs, readRecord } = await parts.record();
  const kept = newKept(await readRecord(text));
  hold(text);
  await leaveDialogs();
  setAddress('/play#open', true);
  await showLocal(kept, { stored: false });
}

/** Says what went wrong in place of the board. @param {unknown} error */
function fail(error) {
  fault = error;
  document.body.classList.remove('playing');
  const message = /** @type {any} */ (error)?.status === 404 ? t('unknownGame') : complaint(error);
  play?.leave();
  main.replaceChildren(
    h(
      'div.wrap',
      {},
      h('h1', {}, t('problem')),
      h(
        'div.fault',
        { role: 'alert', id: 'fault' },
        h('p', {}, capital(message)),
        h(
          'div.acts',
          {},
          h('button.btn', { type: 'button', 'data-action': 'reload' }, t('retry')),
          h('a.btn', { href: '/' }, t('games')),
        ),
      ),
    ),
  );
  play = null;
}

// ---- what people press -------------------------------------------------------------------------

/** Rules stand beside the board where there is room for both. */
const roomy = matchMedia('(min-width: 1024px) and (min-height: 561px)');

/** @param {PlayController} here */
async function showRules(here) {
  const rules = await parts.rules();
  if (!roomy.matches) return rules.showRules(here.info);
  const open = byId('rules-card').hidden;
  choose('rules', open);
  standRules(here, open);
}

/**
 * Puts the rules beside the board, or takes them away.
 * @param {PlayController} here
 * @param {boolean} open
 * @param {number} [top] how far they have been read
 */
async function standRules(here, open, top = 0) {
  const card = byId('rules-card');
  here.stage.classList.toggle('with-rules', open);
  card.hidden = !open;
  if (!open) return;
  await (await parts.rules()).fillRules(card, here.info);
  if (top) card.lastElementChild?.scrollTo(0, top);
}

/**
 * How far the rules of a game have been read that stand beside the board: whoever puts an example
 * on the board reads on. Null: they do not stand there.
 * @param {GameInfo} info
 */
function rulesAt({ id }) {
  const card = document.getElementById('rules-card');
  if (!card || card.hidden || play?.info.id !== id || !roomy.matches) return null;
  return card.lastElementChild?.scrollTop ?? 0;
}

/**
 * Whether so much room is left beside the board that it would be empty without the rules.
 * @param {PlayController} here
 */
function hasRoomForRules({ stage }) {
  const ratio = Number(stage.style.getPropertyValue('--ratio')),
    height = innerHeight - 200;
  return roomy.matches && innerWidth - height * ratio - 80 >= 640;
}

/** @param {(here: PlayController) => unknown} act */
const on = act => () => {
  if (play) act(play);
};
/**
 * What changes the game, or the turn being entered, happens in its order.
 * @param {(here: PlayController) => unknown} act
 */
const input = act => () => {
  const here = play;
  here?.input(() => act(here));
};
/** @param {(source: LocalSource, here: PlayController) => unknown} act */
const local = act => () => {
  const source = play && localOf(play.session);
  if (play && source) act(source, play);
};
/** Asks before something is done. @param {PlayController['pending']} what */
const confirm = what =>
  on(here => {
    here.pending = what;
    here.paint();
  });

listen(document.body, {
  ...gameActions(() => play),
  'take-over': local(source => source.takeOver()),
  hint: on(async here => (await parts.hint()).showHint(here)),
  rotate: on(here => here.rotate()),
  draw: confirm('draw'),
  resign: on(here => {
    const source = liveOf(here.session),
      early = source && (!source.ready || here.session.turns.length < 2);
    here.pending = early ? 'abort' : 'resign';
    here.paint();
  }),
  abort: confirm('abort'),
  'pending-no': confirm(''),
  'resign-yes': input(here => {
    here.pending = '';
    here.paint();
    return here.session.resign();
  }),
  'draw-agree': input(here => localOf(here.session)?.agreeDraw()),
  'draw-offer': input(async here => {
    here.pending = '';
    await here.session.offerDraw();
    here.paint();
  }),
  hurry: local(source => source.hurry()),
  'think-again': local(source => source.goOn()),
  rematch: async () => (await parts.begin()).again(desk, false),
  sequel: async () => (await parts.begin()).again(desk, true),
  'play-from': on(async ({ info, session, ply }) => {
    const { rules, start } = session.source,
      turns = session.turns.slice(0, ply ?? undefined);
    (await parts.begin()).start(desk, newKept({ game: info.id, rules, start, turns }));
  }),
  'sound-yes': () => {
    choose('soundOffered', true);
    choose('sound', true);
  },
  'sound-no': () => choose('soundOffered', true),
  'new-game': on(here => askNew(here.info)),
  rules: on(here => showRules(here)),
  turns: on(here => here.openTurns()),
  menu: on(async here => (await parts.more()).menu(here)),
  more: on(async here => {
    const { more, showKeys } = await parts.more();
    more(here, {
      open: async () => (await parts.record()).askForRecord(openText),
      keys: () => showKeys(here.info.view),
    });
  }),
  'save-record': on(async here => (await parts.more()).saveRecord(here)),
  analyse: on(async ({ session }) => (await parts.more()).analyse(session)),
  review: on(async ({ session }) => (await parts.more()).review(session)),
});

onTyped(main, () => play);
frame();
onKeys(() => play, {
  rules: showRules,
  fresh: here => {
    askNew(here.info);
  },
});
onDroppedFile(text => {
  openText(text).catch(error => (play ? play.refuse(error) : fail(error)));
});
let first = true;
onPaint(() => {
  if (!first && play) {
    play.reword();
    if (!byId('rules-card').hidden) standRules(play, true);
  } else if (!first && fault) fail(fault);
  first = false;
});
addEventListener('popstate', () => {
  if (location.href !== shown) route();
});
addEventListener('hashchange', () => {
  if (location.href !== shown) route();
});
addEventListener('settings', e => {
  // Whoever is called otherwise from now on says so.
  if (/** @type {CustomEvent} */ (e).detail === 'name' && play) liveOf(play.session)?.introduce();
});
addEventListener('storage', e => {
  // The same game in another tab.
  const source = play && localOf(play.session);
  if (!source || !isGame(e.key, source.kept.id)) return;
  const kept = gameFrom(e.newValue);
  if (kept) source.adopt(kept);
});
// Nobody's time runs at a screen that is dark.
document.addEventListener('visibilitychange', () => {
  if (play) localOf(play.session)?.hide(document.hidden);
});
addEventListener('pagehide', () => {
  if (play) localOf(play.session)?.hide(true);
});
// A page that was left has let its game go; on the way back it claims it again.
addEventListener('pageshow', e => {
  if (e.persisted && play && localOf(play.session)) route();
});
route();
keepPages();
