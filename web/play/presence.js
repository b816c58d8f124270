// @ts-check
// What happens to a page decides what becomes of its connection to a live game.

import { LiveSocket } from '../model/socket.js';
import { lang } from '../words.js';

/**
 * A connection to a live game that follows this page.
 * @param {string} id @param {string | null} token
 * @param {import('../model/socket.js').SocketHooks} hooks
 */
export function connect(id, token, hooks) {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const address = `${scheme}//${location.host}/api/v1/live/${id}/socket`;
  const socket = new LiveSocket(address, token, lang, hooks);
  const wake = () => socket.wake();
  const seen = () => {
    if (document.hidden) return;
    wake();
    if (socket.up) socket.ping();
  };
  // A page that is left may be kept for the way back, and its connection with it: nobody would see
  // that the player is gone.
  const left = () => {
    if (!socket.closed) socket.drop();
  };
  const back = (/** @type {PageTransitionEvent} */ e) => {
    if (e.persisted) wake();
  };
  addEventListener('online', wake);
  addEventListener('pagehide', left);
  addEventListener('pageshow', back);
  document.addEventListener('visibilitychange', seen);
  socket.forgetPage = () => {
    removeEventListener('online', wake);
    removeEventListener('pagehide', left);
    removeEventListener('pageshow', back);
    document.removeEventListener('visibilitychange', seen);
  };
  return socket;
}
