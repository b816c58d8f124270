// @ts-check
// What the Play page does with games against a friend: opens them, joins them, tells whoever looks
// elsewhere, and connects the buttons that only such games have. Loaded with the first of them.

import { listen } from '../dom.js';
import { LiveSource } from '../model/live.js';
import { loadSeat, newSeat, saveSeat } from '../model/store.js';
import { server } from '../server.js';
import { settings } from '../settings.js';
import { complaint, t } from '../words.js';
import * as prompts from './live-prompt.js';
import { allow, news, notice } from './notify.js';
import { connect } from './presence.js';
import { liveOf } from './wording.js';

/** @typedef {import('./page.js').Desk} Desk */
/** @typedef {import('./controller.js').PlayController} PlayController */
/** @typedef {import('../model/session.js').GameSession} GameSession */

/** Whether the buttons are connected. */
let listening = false;

/**
 * Shows a live game, unless somebody has gone elsewhere meanwhile.
 * @param {Desk} desk @param {string} id
 * @param {string | null} linked the token of the seat that the link gives
 * @param {number} here the visit
 */
export async function openLive(desk, id, linked, here) {
  if (!listening) connectButtons(desk);
  listening = true;
  const state = await server(`live/${id}`),
    info = await desk.infoOf(state.game);
  // The seat that is kept comes first: a link never takes it away.
  const tokens = [loadSeat(id)?.token, linked].filter(
    (token, i, all) => !!token && all.indexOf(token) === i,
  );
  const means = { connect, name: () => settings.name };
  const live = new LiveSource(info, state, /** @type {string[]} */ (tokens), means);
  live.prompts = prompts;
  live.follow = next => {
    if (!desk.isHere(here)) return;
    if (live.token) saveSeat({ ...newSeat(), id: next, token: live.token, game: state.game });
    desk.goTo(`/play/${next}`);
  };
  await desk.show(live, here, live.token || live.invited ? '' : t('seatFull'));
  if (!desk.isHere(here)) return;
  watchFor(live.session, live);
  if (!live.invited) live.socket.open();
}

/**
 * Tells whoever looks elsewhere that a friend has come or played.
 * @param {GameSession} session @param {LiveSource} live
 */
function watchFor(session, live) {
  let { ready, greeting } = live,
    { over } = live.state;
  session.subscribe(async ({ happened }) => {
    const what =
      live.ready && !ready
        ? 'joined'
        : live.state.over && !over
          ? 'over'
          : happened?.what === 'turn' && session.myTurn
            ? 'turn'
            : live.greeting === 'your-turn' && greeting !== 'your-turn'
              ? 'turn'
              : '';
    ({ ready, greeting } = live);
    ({ over } = live.state);
    if (!what || !document.hidden || !live.state.you) return;
    notice(session, news(session, what), `/play/${live.id}`).catch(() => {});
  });
}

/** Takes the free seat of a game. @param {Desk} desk @param {LiveSource} live */
async function join(desk, { id, info, session }) {
  let trouble = '';
  try {
    const { token, side } = await (await desk.parts.invite()).join(id);
    saveSeat({ ...newSeat(), id, token, side, game: info.id, position: session.position });
  } catch (error) {
    trouble = complaint(error);
  }
  await desk.showLive(id).catch(desk.fail);
  if (trouble) desk.current()?.refuse(trouble);
}

/** What people press in games against a friend. @param {Desk} desk */
function connectButtons(desk) {
  const { parts } = desk;
  const live = (/** @type {(source: LiveSource, here: PlayController) => unknown} */ act) => () => {
    const play = desk.current(),
      source = play && liveOf(play.session);
    if (source) act(source, play);
  };
  /** What is only told to the server. @param {string} what @param {Record<string, unknown>} [more] */
  const tell = (what, more) => live(source => source.send(what, more));
  listen(document.body, {
    'abort-yes': tell('abort'),
    'draw-accept': tell('draw-accept'),
    'draw-decline': tell('draw-decline'),
    'takeback-accept': tell('takeback-accept'),
    'takeback-decline': tell('takeback-decline'),
    'rematch-accept': tell('rematch-accept'),
    'rematch-decline': tell('rematch-decline'),
    'claim-win': tell('claim', { result: 'win' }),
    'claim-abort': tell('claim', { result: 'abort' }),
    'next-game': live(source => {
      if (source.state.next) source.follow(source.state.next);
    }),
    invite: live(async source => {
      if (source.token) (await parts.invite()).showInvitation(source);
    }),
    greet: live(async source => (await parts.invite()).showGreetings(source)),
    remind: live(async source => (await parts.invite()).remind(source)),
    'my-name': live(async () => (await parts.invite()).askName()),
    notify: live(async (_, here) => {
      await allow();
      here.paint();
    }),
    join: live(source => join(desk, source)),
    watch: live(source => {
      source.invited = false;
      source.socket.open();
      source.session.changed();
    }),
  });
}
