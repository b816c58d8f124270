// @ts-check
// The Play page: finds out which game the address means, puts it on the table, and connects what
// people press with what happens.

import { byId, h, listen, onDroppedFile } from '../dom.js';
import { ask, games } from '../engine.js';
import { choose, settings } from '../settings.js';
import { frame, lazy, onPaint } from '../shell.js';
import { gameFrom, isGame, loadGame, loadSeat, saveGame, saveSeat, unfinished } from '../store.js';
import { capital, t } from '../words.js';
import { onKeys } from './keys.js';
import { LocalMatch, newKept } from './local.js';
import { SIDES } from './match.js';
import { Table } from './table.js';

/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Side} Side */
/** @typedef {import('../store.js').Kept} Kept */
/** @typedef {import('./live.js').LiveMatch} LiveMatch */

const main = byId('main');

// What is not needed to play is loaded when it is.
const parts = {
  rules: lazy(() => import('../rules.js')),
  more: lazy(() => import('./more.js')),
  fresh: lazy(() => import('./newgame.js')),
  invite: lazy(() => import('./invite.js')),
  record: lazy(() => import('../record.js')),
  live: lazy(() => Promise.all([import('./live.js'), import('../server.js')])),
};

/** @param {import('./match.js').Match | undefined} match @returns {match is LiveMatch} */
const isLive = match => match?.kind === 'live';

/** @type {Table | null} */
let table = null;
/** What went wrong, if there is no table. @type {unknown} */
let fault = null;
/** The address that is shown, to tell own changes from others. */
let shown = '';

/**
 * Counts where people went, so that what comes late does not take the place of what came after it.
 */
let visit = 0;

// ---- putting games on the table ----------------------------------------------------------------

/**
 * Puts a match on the table, unless somebody has gone elsewhere meanwhile.
 * @param {LocalMatch | LiveMatch} match @param {number} here the visit @param {string} [note]
 */
async function show(match, here, note = '') {
  if (here !== visit) return match.leave();
  table?.leave();
  const held = main.contains(document.activeElement);
  document.body.classList.add('playing');
  const mine = (table = new Table(main, match));
  if (settings.rules && hasRoomForRules(mine)) standRules(mine, true);
  fault = null;
  await match.open();
  if (table !== mine) return;
  await mine.update({ fresh: true });
  if (note) mine.tell(note);
  if (held) mine.board.grid?.focus();
  if (match instanceof LocalMatch) match.goOn();
  else if (!match.invited) match.line.open();
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
  if (!info) throw new Error(t('unknownGame'));
  return info;
}

/** A game of this browser. @param {Kept} kept @param {{stored?: boolean, note?: string}} [how] */
async function showLocal(kept, { stored = true, note = '' } = {}) {
  const here = ++visit,
    info = await infoOf(kept.game);
  const match = new LocalMatch(info, kept, stored);
  match.onKept = () => {
    if (here === visit) setAddress(`/play#local=${kept.id}`, true);
  };
  await show(match, here, note);
}

/**
 * A live game.
 * @param {string} id @param {string | null} [linked] the token of the seat that the link gives
 */
async function showLive(id, linked = null) {
  const here = ++visit;
  const [{ LiveMatch }, { server }] = await parts.live();
  const state = await server(`live/${id}`),
    info = await infoOf(state.game);
  // The seat that is kept comes first: a link never takes it away.
  const tokens = [loadSeat(id)?.token, linked].filter(
    (token, i, all) => !!token && all.indexOf(token) === i,
  );
  const match = new LiveMatch(info, state, /** @type {string[]} */ (tokens));
  match.invited = !match.token && !match.ready && !state.over;
  match.follow = next => {
    if (here !== visit) return;
    if (match.token) saveSeat({ ...NEW_SEAT, id: next, token: match.token, game: state.game });
    setAddress(`/play/${next}`);
    route();
  };
  await show(match, here, match.token || match.invited ? '' : t('seatFull'));
}

const LIGHT = /** @type {const} */ ('light');
/** What is known of a seat before its game was seen. */
const NEW_SEAT = { side: LIGHT, over: false, position: '', turns: 0, toMove: LIGHT, at: 0 };

// ---- new games ---------------------------------------------------------------------------------

/** @param {GameInfo} info */
async function askNew(info) {
  const { newGame } = await parts.fresh();
  newGame(
    info,
    choice => begin(info, choice),
    navigator.onLine !== false || location.hostname === 'localhost',
  );
}

/**
 * Begins a game; gives what is to be done once the dialog is gone.
 * @param {GameInfo} info @param {import('./newgame.js').Choice} choice
 * @returns {Promise<() => void>}
 */
async function begin(info, choice) {
  const { rulesText } = await parts.fresh();
  const values = info.options.find(o => o.name === 'first')?.values ?? [],
    lot = choice.first === 'lot';
  if (choice.opponent === 'link') {
    const [{ showInvitation }, { server }] = await Promise.all([
      parts.invite(),
      import('../server.js'),
    ]);
    const made = await server('live', {
      game: info.id,
      rules: rulesText(info, choice, lot ? '' : choice.first),
      side: choice.side,
      clock: choice.clock,
      lot,
    });
    const { id, token, side } = made;
    saveSeat({ ...NEW_SEAT, id, token, side, game: info.id, position: info.start });
    setAddress(`/play/${made.id}`, isDialog());
    await showLive(made.id);
    return () => showInvitation(made.id, made.token);
  }
  const first = lot
    ? (values[Math.floor(Math.random() * values.length)]?.name ?? '')
    : choice.first;
  const you = choice.side === 'random' ? SIDES[Math.floor(Math.random() * 2)] : choice.side;
  const person = { kind: /** @type {const} */ ('person') },
    machine = { kind: /** @type {const} */ ('computer'), level: choice.level };
  const players =
    choice.opponent === 'here'
      ? { light: person, dark: { ...person } }
      : you === 'light'
        ? { light: person, dark: machine }
        : { light: machine, dark: person };
  await start(newKept({ game: info.id, rules: rulesText(info, choice, first), players }), lot);
  return () => table?.board.grid?.focus();
}

/**
 * Whether the address asks for a new game: whoever has begun one does not want to come back to the
 * question.
 */
const isDialog = () => new URLSearchParams(location.hash.slice(1)).has('new');

/** @param {Kept} kept @param {boolean} [lot] whether who begins was drawn */
async function start(kept, lot = false) {
  saveGame(kept);
  setAddress(`/play#local=${kept.id}`, isDialog());
  await showLocal(kept);
  if (lot && table) table.tell(t('lotDrawn', table.match.sideName(table.match.snap.first)));
}

/**
 * The same players again with colours exchanged, or the sequel that the rules grant.
 * @param {boolean} sequel
 */
async function again(sequel) {
  const match = table?.match;
  if (isLive(match)) return match.wish('rematch-offer', { sequel });
  if (!(match instanceof LocalMatch)) return;
  const { kept } = match,
    winner = match.over?.outcome;
  let { start: position, players } = kept;
  if (sequel && winner && winner !== 'draw')
    position = (await ask('sequel', { ...match.base, winner })).position;
  else players = { light: kept.players.dark, dark: kept.players.light };
  await start(
    newKept({ game: kept.game, rules: kept.rules, start: sequel ? position : null, players }),
  );
}

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
    if (id) return await showLive(id, hash.get('seat'));
    if (hash.has('open')) return await openText((await parts.record()).passed() ?? '');
    const local = hash.get('local'),
      kept = local ? loadGame(local) : null;
    if (kept) return await showLocal(kept);
    if (local) throw new Error(t('notHere'));
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

/** @param {string} text */
async function openText(text) {
  const { hold, readRecord } = await parts.record();
  const kept = newKept(await readRecord(text));
  hold(text);
  setAddress('/play#open', true);
  await showLocal(kept, { stored: false });
}

/** Says what went wrong in place of the board. @param {unknown} error */
function fail(error) {
  fault = error;
  document.body.classList.remove('playing');
  const message =
    /** @type {any} */ (error)?.status === 404
      ? t('unknownGame')
      : error instanceof Error
        ? error.message
        : String(error);
  table?.leave();
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
  table = null;
}

// ---- what people press -------------------------------------------------------------------------

/** Rules stand beside the board where there is room for both. */
const roomy = matchMedia('(min-width: 1024px) and (min-height: 561px)');

/** @param {Table} here */
async function showRules(here) {
  const rules = await parts.rules();
  if (!roomy.matches) return rules.showRules(here.info);
  const open = byId('rules-card').hidden;
  choose('rules', open);
  standRules(here, open);
}

/**
 * Puts the rules beside the board, or takes them away.
 * @param {Table} here
 * @param {boolean} open
 */
async function standRules(here, open) {
  here.stage.classList.toggle('with-rules', open);
  byId('rules-card').hidden = !open;
  if (open) (await parts.rules()).fillRules(byId('rules-card'), here.info);
}

/**
 * Whether so much room is left beside the board that it would be empty without the rules.
 * @param {Table} here
 */
function hasRoomForRules({ stage }) {
  const ratio = Number(stage.style.getPropertyValue('--ratio')),
    height = innerHeight - 200;
  return roomy.matches && innerWidth - height * ratio - 80 >= 640;
}

/** @param {(t: Table) => unknown} act */
const on = act => () => {
  if (table) act(table);
};
/**
 * What changes the game, or the turn being entered, happens in its order.
 * @param {(t: Table) => unknown} act
 */
const input = act => () => {
  const here = table;
  here?.input(() => act(here));
};
/** @param {(m: LiveMatch) => unknown} act */
const live = act => () => {
  if (isLive(table?.match)) act(table.match);
};
/** @param {(m: LocalMatch, t: Table) => unknown} act */
const local = act => () => {
  if (table?.match instanceof LocalMatch) act(table.match, table);
};

listen(document.body, {
  click: el => table?.click(el.dataset.click ?? '', false),
  back: input(here => here.back()),
  finish: input(here => here.finish([])),
  ply: el => table?.goTo(Number(el.dataset.ply)),
  first: on(here => here.goTo(0)),
  last: on(here => here.goTo(here.match.turns.length)),
  'step-back': on(here => here.step(-1)),
  'step-forward': on(here => here.step(1)),
  undo: input(here => here.match.undo()),
  redo: input(here => here.match.redo()),
  'take-over': local(m => m.takeOver()),
  hint: on(here => here.showHint()),
  flip: on(here => here.flip()),
  rotate: on(here => here.rotate()),
  draw: on(here => {
    here.pending = 'draw';
    here.paint();
  }),
  resign: on(here => {
    here.pending =
      isLive(here.match) && (!here.match.ready || here.match.turns.length < 2) ? 'abort' : 'resign';
    here.paint();
  }),
  abort: on(here => {
    here.pending = 'abort';
    here.paint();
  }),
  'pending-no': on(here => {
    here.pending = '';
    here.paint();
  }),
  'resign-yes': input(here => {
    here.pending = '';
    here.paint();
    return here.match.resign();
  }),
  'abort-yes': live(m => m.wish('abort')),
  'draw-agree': input(here =>
    here.match instanceof LocalMatch ? here.match.agreeDraw() : undefined,
  ),
  'draw-offer': input(here => {
    here.pending = '';
    if (!(here.match instanceof LocalMatch)) here.match.offerDraw();
    else if (here.match.acceptsDraw) return here.match.agreeDraw();
    else here.note = t('computerDeclines');
    here.paint();
  }),
  'draw-accept': live(m => m.wish('draw-accept')),
  'draw-decline': live(m => m.wish('draw-decline')),
  'takeback-accept': live(m => m.wish('takeback-accept')),
  'takeback-decline': live(m => m.wish('takeback-decline')),
  'rematch-accept': live(m => m.wish('rematch-accept')),
  'rematch-decline': live(m => m.wish('rematch-decline')),
  'next-game': live(m => {
    if (m.state.next) m.follow(m.state.next);
  }),
  'claim-win': live(m => m.wish('claim', { result: 'win' })),
  'claim-abort': live(m => m.wish('claim', { result: 'abort' })),
  invite: live(async m => {
    if (m.token) (await parts.invite()).showInvitation(m.id, m.token);
  }),
  join: live(async m => {
    try {
      const { token, side } = await (await parts.invite()).join(m.id);
      saveSeat({ ...NEW_SEAT, id: m.id, token, side, game: m.info.id, position: m.position });
    } catch (error) {
      m.notice = error instanceof Error ? error.message : String(error);
    }
    await showLive(m.id).catch(fail);
  }),
  watch: live(m => {
    m.invited = false;
    m.line.open();
    m.changed({});
  }),
  hurry: local(m => m.hurry()),
  'think-again': local(m => m.goOn()),
  rematch: () => {
    again(false);
  },
  sequel: () => {
    again(true);
  },
  'play-from': local((m, here) =>
    start(
      newKept({
        game: m.kept.game,
        rules: m.rules,
        start: m.start,
        turns: m.turns.slice(0, here.ply ?? undefined),
      }),
    ),
  ),
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
  legal: el => {
    const here = table;
    here?.input(() => here.type(el.dataset.turn ?? ''));
  },
  reload: () => location.reload(),
});

main.addEventListener(
  'toggle',
  e => {
    if (e.target === byId('typed')) table?.list(/** @type {HTMLDetailsElement} */ (e.target).open);
  },
  true,
);
main.addEventListener('input', e => {
  if (!table || !(e.target instanceof HTMLInputElement) || e.target.id !== 'type-input') return;
  table.typed = e.target.value;
  table.paint();
});
main.addEventListener('submit', async e => {
  e.preventDefault();
  const here = table,
    field = /** @type {HTMLInputElement} */ (byId('type-input'));
  await here?.input(() => here.type(field.value));
  field.value = table?.typed ?? '';
});

frame();
onKeys(() => table, {
  rules: showRules,
  fresh: here => {
    askNew(here.info);
  },
});
onDroppedFile(text => {
  openText(text).catch(error => (table ? table.refuse(error) : fail(error)));
});
let first = true;
onPaint(() => {
  if (!first && table) {
    table.reword();
    if (!byId('rules-card').hidden) standRules(table, true);
  } else if (!first && fault) fail(fault);
  first = false;
});
addEventListener('popstate', () => {
  if (location.href !== shown) route();
});
addEventListener('hashchange', () => {
  if (location.href !== shown) route();
});
addEventListener('storage', e => {
  // The same game in another tab.
  const match = table?.match;
  if (!(match instanceof LocalMatch) || !isGame(e.key, match.kept.id)) return;
  const kept = gameFrom(e.newValue);
  if (kept) match.adopt(kept);
});
// A page that was left has let its game go; on the way back it claims it again.
addEventListener('pageshow', e => {
  if (e.persisted && table?.match instanceof LocalMatch) route();
});
route();
// Without the server there is nothing to keep, and nothing that misses it.
setTimeout(
  () => import('../offline.js').then(({ startOffline }) => startOffline()).catch(() => {}),
  1500,
);
