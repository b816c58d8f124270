// @ts-check
// The line to a live game: a WebSocket that comes back by itself. A wish that was not acknowledged
// is sent again under the same name, so nothing is lost and nothing happens twice.

import { freshId } from '../store.js';
import { lang } from '../words.js';

/** How long to wait before trying again, at first and at most, in milliseconds. */
const FIRST = 500,
  LAST = 15_000;
/** How often to ask whether the other end is there, and how long to wait for an answer. */
const EVERY = 15_000,
  PATIENCE = 8000;

/** @typedef {{nonce: string, at: number, do: string} & Record<string, unknown>} Wish */

export class Line {
  /**
   * @param {string} id
   * @param {string | null} token
   * @param {{hear: (message: any) => void, moved: () => void}} hooks what comes in; up or down
   */
  constructor(id, token, hooks) {
    this.id = id;
    this.token = token;
    this.hooks = hooks;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Whether the game's state has come since the last connection. */
    this.up = false;
    this.wait = FIRST;
    /** When the next try is made. */
    this.retryAt = 0;
    /** @type {Wish[]} */
    this.unanswered = [];
    this.closed = false;
    /** Whether nobody has asked for the line yet, or it was put to rest. */
    this.resting = true;
    this.timers = { retry: 0, ping: 0, dead: 0 };
    this.now = () => {
      if (!this.up && !this.closed && !this.resting) this.open();
    };
    this.seen = () => {
      if (!document.hidden) {
        this.now();
        if (this.up) this.ping();
      }
    };
    // A page that is left may be kept for the way back, and its line with it: nobody would see that
    // the player is gone.
    this.left = () => {
      if (!this.closed) this.drop();
    };
    this.back = (/** @type {PageTransitionEvent} */ e) => {
      if (e.persisted) this.now();
    };
    addEventListener('online', this.now);
    addEventListener('pagehide', this.left);
    addEventListener('pageshow', this.back);
    document.addEventListener('visibilitychange', this.seen);
  }

  open() {
    this.drop();
    this.resting = false;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = (this.socket = new WebSocket(
      `${scheme}//${location.host}/api/v1/live/${this.id}/socket`,
    ));
    socket.onopen = () =>
      socket.send(JSON.stringify({ do: 'hello', token: this.token, lang: lang() }));
    socket.onmessage = event => {
      if (socket !== this.socket) return;
      clearTimeout(this.timers.dead);
      this.hear(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.again();
    };
    this.timers.dead = window.setTimeout(() => socket.close(), PATIENCE);
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === 'pong') return;
    if (message.type === 'ack')
      this.unanswered = this.unanswered.filter(w => w.nonce !== message.nonce);
    if (message.type === 'error' && message.nonce)
      this.unanswered = this.unanswered.filter(w => w.nonce !== message.nonce);
    const first = message.type === 'state' && !this.up;
    if (first) {
      this.up = true;
      this.wait = FIRST;
      clearInterval(this.timers.ping);
      this.timers.ping = window.setInterval(() => this.ping(), EVERY);
      // What was said on a line that broke may or may not have arrived.
      this.unanswered = this.unanswered.filter(w => w.at === message.turns.length);
    }
    this.hooks.hear(message);
    if (first) {
      for (const wish of this.unanswered) this.socket?.send(JSON.stringify(wish));
      this.hooks.moved();
    }
  }

  /**
   * Says what a player wants.
   * @param {string} what @param {number} at the number of turns it answers
   * @param {Record<string, unknown>} [more]
   * @returns {string} its name
   */
  say(what, at, more = {}) {
    const wish = { do: what, nonce: freshId(), at, ...more };
    this.unanswered.push(wish);
    if (this.up) this.socket?.send(JSON.stringify(wish));
    return wish.nonce;
  }

  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const socket = this.socket;
    socket.send('{"do":"ping"}');
    clearTimeout(this.timers.dead);
    this.timers.dead = window.setTimeout(() => {
      if (socket === this.socket) {
        this.drop();
        this.again();
      }
    }, PATIENCE);
  }

  /** Tries again after a while, longer each time. */
  again() {
    this.drop();
    if (this.closed) return;
    this.retryAt = Date.now() + this.wait;
    this.timers.retry = window.setTimeout(
      () => this.open(),
      this.wait * (0.8 + 0.4 * Math.random()),
    );
    this.wait = Math.min(LAST, this.wait * 2);
    this.hooks.moved();
  }

  drop() {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.up = false;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** Until it is opened again. */
  rest() {
    this.drop();
    this.resting = true;
    this.retryAt = 0;
  }

  /** For good. */
  close() {
    this.closed = true;
    removeEventListener('online', this.now);
    removeEventListener('pagehide', this.left);
    removeEventListener('pageshow', this.back);
    document.removeEventListener('visibilitychange', this.seen);
    this.drop();
  }
}
