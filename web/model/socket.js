// @ts-check
// The connection to a live game: a WebSocket that comes back by itself. A command that was not
// acknowledged is sent again under the same name, so nothing is lost and nothing happens twice.
// What happens to the page (it is left, comes back, the network returns) is told by
// play/presence.js.

import { freshId } from './store.js';

/** How long to wait before trying again, at first and at most, in milliseconds. */
const FIRST = 500,
  LAST = 15_000;
/** How often to ask whether the other end is there, and how long to wait for an answer. */
const EVERY = 15_000,
  PATIENCE = 8000;

/** @typedef {{nonce: string, at: number, do: string} & Record<string, unknown>} Command */

/**
 * @typedef {object} SocketHooks
 * @property {(message: import('../types').ServerMessage) => void} hear what comes in
 * @property {() => void} moved the connection is up or down
 */

export class LiveSocket {
  /**
   * @param {string} address @param {string | null} token
   * @param {() => string} lang the language in which refusals are to come
   * @param {SocketHooks} hooks
   */
  constructor(address, token, lang, hooks) {
    this.address = address;
    this.token = token;
    this.lang = lang;
    this.hooks = hooks;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Whether the game's state has come since the last connection. */
    this.up = false;
    this.wait = FIRST;
    /** When the next try is made. */
    this.retryAt = 0;
    /** @type {Command[]} */
    this.unanswered = [];
    this.closed = false;
    /** Whether nobody has asked for the connection yet, or it was put to rest. */
    this.resting = true;
    /** @type {Record<'retry' | 'ping' | 'dead', ReturnType<typeof setTimeout> | undefined>} */
    this.timers = { retry: undefined, ping: undefined, dead: undefined };
    /** Stops listening to the page. */
    this.forgetPage = () => {};
  }

  open() {
    this.drop();
    this.resting = false;
    const socket = (this.socket = new WebSocket(this.address));
    socket.onopen = () =>
      socket.send(JSON.stringify({ do: 'hello', token: this.token, lang: this.lang() }));
    socket.onmessage = event => {
      if (socket !== this.socket) return;
      clearTimeout(this.timers.dead);
      this.hear(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.again();
    };
    this.timers.dead = setTimeout(() => socket.close(), PATIENCE);
  }

  /** @param {import('../types').ServerMessage} message */
  hear(message) {
    if (message.type === 'pong') return;
    if (message.type === 'ack' || message.type === 'error') this.answered(message);
    const first = message.type === 'state' && !this.up;
    if (first) {
      this.up = true;
      this.wait = FIRST;
      clearInterval(this.timers.ping);
      this.timers.ping = setInterval(() => this.ping(), EVERY);
      // What was said on a connection that broke may or may not have arrived.
      this.unanswered = this.unanswered.filter(w => w.at === message.turns.length);
    }
    this.hooks.hear(message);
    if (first) {
      for (const command of this.unanswered) this.socket?.send(JSON.stringify(command));
      this.hooks.moved();
    }
  }

  /**
   * A command was accepted or refused, and is not sent again. What was not even understood may be
   * answered without its name; answers come in the order of what was said.
   * @param {import('../types').ServerMessage & {type: 'ack' | 'error'}} message
   */
  answered(message) {
    const { nonce } = message;
    if (nonce) this.unanswered = this.unanswered.filter(w => w.nonce !== nonce);
    else if (message.type === 'error' && message.code === 'bad-message') this.unanswered.shift();
  }

  /**
   * Says what a player wants.
   * @param {string} what @param {number} at the number of turns it answers
   * @param {Record<string, unknown>} [more]
   * @returns {string} its name
   */
  say(what, at, more = {}) {
    const command = { do: what, nonce: freshId(), at, ...more };
    this.unanswered.push(command);
    if (this.up) this.socket?.send(JSON.stringify(command));
    return command.nonce;
  }

  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const socket = this.socket;
    socket.send('{"do":"ping"}');
    clearTimeout(this.timers.dead);
    this.timers.dead = setTimeout(() => {
      if (socket !== this.socket) return;
      this.drop();
      this.again();
    }, PATIENCE);
  }

  /** Tries again after a while, longer each time. */
  again() {
    this.drop();
    if (this.closed) return;
    this.retryAt = Date.now() + this.wait;
    this.timers.retry = setTimeout(() => this.open(), this.wait * (0.8 + 0.4 * Math.random()));
    this.wait = Math.min(LAST, this.wait * 2);
    this.hooks.moved();
  }

  /** Tries at once, where it would try later. */
  wake() {
    if (!this.up && !this.closed && !this.resting) this.open();
  }

  /** Whether it is down though somebody wants it. */
  get isLost() {
    return !this.up && !this.closed && !this.resting;
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
    this.forgetPage();
    this.drop();
  }
}
