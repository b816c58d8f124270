// @ts-check
// Beginning a game: with what was chosen in the dialog, again with colours exchanged, or from where
// another one is. Loaded when somebody does.

import { leaveDialogs } from '../dialog.js';
import { ask } from '../engine.js';
import { newKept } from '../model/local.js';
import { SIDES, other } from '../model/session.js';
import { newSeat, saveGame, saveSeat } from '../model/store.js';
import { t } from '../words.js';
import { liveOf, localOf, sideName } from './wording.js';

/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../model/store.js').Kept} Kept */

/**
 * The page on which a game begins.
 * @typedef {object} Desk
 * @property {{fresh: () => Promise<typeof import('./newgame.js')>, invite: () => Promise<typeof import('./invite.js')>}} parts
 * @property {(address: string) => void} setAddress
 * @property {(kept: Kept) => Promise<void>} showLocal
 * @property {(id: string) => Promise<void>} showLive
 * @property {() => import('./controller.js').PlayController | null} current the game that is shown
 */

/**
 * Begins a game; gives what is to be done once the dialog is gone.
 * @param {Desk} desk @param {GameInfo} info @param {import('./newgame.js').Choice} choice
 * @returns {Promise<() => void>}
 */
export async function begin(desk, info, choice) {
  const { parts } = desk,
    { rulesText } = await parts.fresh();
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
      ...seatAndClock(choice),
      lot,
    });
    const { id, token, side } = made;
    saveSeat({ ...newSeat(), id, token, side, game: info.id, position: info.start });
    await leaveDialogs();
    desk.setAddress(`/play/${id}`);
    await desk.showLive(id);
    return () => {
      const play = desk.current(),
        source = play && liveOf(play.session);
      if (source) showInvitation(source);
    };
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
  const clock = choice.opponent === 'here' ? freshClock(choice.clock) : null;
  const rules = rulesText(info, choice, first);
  await start(desk, newKept({ game: info.id, rules, players, clock }), lot);
  return () => desk.current()?.board.grid?.focus();
}

/**
 * Which side the inviter takes, and the clock. A clock of one player is that of a side, so that the
 * lot for the sides is drawn here.
 * @param {import('./newgame.js').Choice} choice
 */
function seatAndClock({ side, clock }) {
  if (!clock) return { side, clock };
  const { initial, increment, only = 'both' } = clock;
  if (only !== 'me' && only !== 'friend') return { side, clock: { initial, increment } };
  const mine = side === 'random' ? SIDES[Math.floor(Math.random() * 2)] : side;
  return {
    side: mine,
    clock: { initial, increment, only: only === 'me' ? mine : other(mine) },
  };
}

/** The same clock for the next game: that of one player follows them. @param {Kept['clock']} clock */
function clockAgain(clock) {
  if (!clock) return null;
  const { initial, increment, only } = clock;
  return freshClock({ initial, increment, only: only ? other(only) : 'both' });
}

/**
 * A clock for two at one screen before it has run.
 * @param {import('./clock-fields.js').ClockChoice | null} choice
 */
function freshClock(choice) {
  if (!choice) return null;
  const { initial, increment, only } = choice,
    left = initial * 1000;
  return {
    initial,
    increment,
    only: only === 'light' || only === 'dark' ? only : null,
    left: { light: left, dark: left },
  };
}

/** @param {Desk} desk @param {Kept} kept @param {boolean} [lot] whether who begins was drawn */
export async function start(desk, kept, lot = false) {
  saveGame(kept);
  await leaveDialogs();
  desk.setAddress(`/play#local=${kept.id}`);
  await desk.showLocal(kept);
  const play = desk.current();
  if (lot && play) play.tell(t('lotDrawn', sideName(play.session, play.session.snapshot.first)));
}

/**
 * The same players again with colours exchanged, or the sequel that the rules grant.
 * @param {Desk} desk @param {boolean} sequel
 */
export async function again(desk, sequel) {
  const session = desk.current()?.session,
    live = session && liveOf(session),
    local = session && localOf(session);
  if (live) return live.send('rematch-offer', { sequel });
  if (!local) return;
  const { game, rules, players } = local.kept,
    winner = local.over?.outcome;
  if (sequel && winner && winner !== 'draw') {
    const { position } = await ask('sequel', { game, rules, winner });
    const clock = freshClock(
      local.kept.clock ? { ...local.kept.clock, only: local.kept.clock.only ?? 'both' } : null,
    );
    return start(desk, newKept({ game, rules, start: position, players, clock }));
  }
  const exchanged = { light: players.dark, dark: players.light };
  return start(
    desk,
    newKept({ game, rules, players: exchanged, clock: clockAgain(local.kept.clock) }),
  );
}
