// @ts-check
// The protocol in JavaScript. `Session` loads the WebAssembly module and asks it, in a page, a worker
// or node; `request` and `search` let a page ask through the worker, so that it never waits. What can
// be asked is written down in types.d.ts.

/** @typedef {import('./types').Request} Request */
/** @typedef {import('./types').Added} Added */
/** @typedef {import('./types').Report} Report */
/** @typedef {import('./types').FromWorker} FromWorker */

/**
 * What the module exports; see crates/wasm.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} alloc
 * @property {(address: number, length: number) => void} free
 * @property {(address: number, length: number) => bigint} answer
 * @property {(address: number, length: number) => bigint} add_table
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Somebody who answers requests, and holds the games that are open. */
export class Session {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  }

  /**
   * A session from the module: its bytes, or a response that brings them.
   * @param {BufferSource | Response | PromiseLike<Response>} source
   * @returns {Promise<Session>}
   */
  static async open(source) {
    const given = await source;
    if (!(given instanceof Response)) {
      return new Session((await WebAssembly.instantiate(given, {})).instance);
    }
    if (!given.ok) throw new Error(`${given.url}: ${given.status} ${given.statusText}`);
    // Compiling while it loads needs the right content type.
    const streams = given.headers.get('content-type')?.startsWith('application/wasm');
    const loaded = streams
      ? await WebAssembly.instantiateStreaming(given, {})
      : await WebAssembly.instantiate(await given.arrayBuffer(), {});
    return new Session(loaded.instance);
  }

  /**
   * Asks.
   * @template {Request} R
   * @param {R} request
   * @returns {import('./types').AnswerTo<R>}
   */
  answer(request) {
    return JSON.parse(this.text(JSON.stringify(request)));
  }

  /**
   * Asks in text.
   * @param {string} request
   * @returns {string}
   */
  text(request) {
    return this.#give(encoder.encode(request), this.exports.answer);
  }

  /**
   * Hands a table in.
   * @param {ArrayBuffer | Uint8Array} bytes
   * @returns {Added}
   */
  addTable(bytes) {
    const given = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
    return JSON.parse(this.#give(given, this.exports.add_table));
  }

  /**
   * Gives bytes to a function of the module, which frees them, and takes its answer.
   * @param {Uint8Array} bytes
   * @param {(address: number, length: number) => bigint} to
   * @returns {string}
   */
  #give(bytes, to) {
    const { alloc, free, memory } = this.exports;
    try {
      const room = alloc(bytes.length) >>> 0;
      new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
      const place = BigInt.asUintN(64, to(room, bytes.length));
      const address = Number(place >> 32n),
        length = Number(place & 0xffffffffn);
      // The memory may have grown, and then the buffer is another one.
      const text = decoder.decode(new Uint8Array(memory.buffer, address, length));
      free(address, length);
      return text;
    } catch (error) {
      throw new Trap(String(error));
    }
  }
}

/** The module has broken down: this session must not be used any more. */
export class Trap extends Error {}

/**
 * Somebody who waits for the worker.
 * @typedef {object} Waiting
 * @property {import('./types').ToWorker} message what was asked
 * @property {(answer: any) => void} done
 * @property {(report: Report) => void} [report]
 * @property {(waiting: boolean) => void} [waits]
 * @property {boolean} [again] whether the module has broken down over it once
 * @property {boolean} [open] whether it is about an open game
 */

/** By the number of what they asked. @type {Map<number, Waiting>} */
const waiting = new Map();
let asked = 0;
/** @type {Worker | null} */
let worker = null;
/** How often the worker was lost, and with it the games that were open there. */
let lost = 0;

/** Which worker it is: a game that was opened in another one is not open any more. */
export const generation = () => lost;

/** What went wrong outside the rules, as an answer. @param {string} message */
const failed = message => ({ error: { code: 'bad-request', message } });

/**
 * What `early.js` has left.
 * @typedef {{damierWorker?: Worker | null, damierScript?: (address: URL) => string}} Early
 */

/** The worker, which is started by the first request. */
function hands() {
  if (worker) return worker;
  // The page may have begun to load it before this module was there.
  const early = /** @type {Early} */ (globalThis),
    address = new URL('./worker.js', import.meta.url);
  const script = early.damierScript?.(address) ?? address;
  const hands = early.damierWorker ?? new Worker(script, { type: 'module' });
  early.damierWorker = null;
  hands.onmessage = ({ data }) => {
    const message = /** @type {FromWorker} */ (data),
      one = waiting.get(message.id);
    if (worker !== hands) return;
    if ('report' in message) return one?.report?.(message.report);
    if ('waiting' in message) return one?.waits?.(message.waiting);
    if ('trap' in message) return restart(message.id, message.trap);
    waiting.delete(message.id);
    one?.done(JSON.parse(message.text));
  };
  // It could not even be loaded: whoever waits is told so, and the next request tries again.
  hands.onerror = event => {
    for (const { done } of waiting.values()) done(failed(event.message || 'worker.js'));
    waiting.clear();
    worker = null;
    lost++;
  };
  return (worker = hands);
}

/**
 * The module has broken down, and nothing it says can be relied on any more: a new worker does what
 * is still to be done. What it broke down over is tried once more, and fails the second time. What
 * was asked of an open game is for whoever asked to ask again, since the game is open no more.
 * @param {number} id @param {string} why
 */
function restart(id, why) {
  worker?.terminate();
  worker = null;
  lost++;
  const one = waiting.get(id);
  if (one?.again) {
    waiting.delete(id);
    one.done(failed(why));
  } else if (one) one.again = true;
  for (const [id, { open, done }] of [...waiting]) {
    if (!open) continue;
    waiting.delete(id);
    done({ error: { code: 'not-open', message: why } });
  }
  for (const { message } of waiting.values()) hands().postMessage(message);
}

/**
 * Sends something to the worker and waits for its answer.
 * @param {Waiting} one
 * @param {number} id
 */
function send(one, id) {
  waiting.set(id, one);
  hands().postMessage(one.message);
}

/**
 * Asks through the worker.
 * @param {Record<string, unknown>} request
 * @returns {Promise<any>}
 */
export function request(request) {
  const id = ++asked;
  return new Promise(done => {
    const open = 'session' in request;
    send({ message: { id, text: JSON.stringify(request) }, done, open }, id);
  });
}

/**
 * Lets the worker search: it tells now and then what it has found, and answers with the last
 * report when the search is done, when its time is over or when it is told to stop.
 * @param {import('./types').Search} search
 * @param {object} [how]
 * @param {number} [how.time] in milliseconds
 * @param {(report: Report) => void} [how.report]
 * @param {(waiting: boolean) => void} [how.waits]
 *   time in milliseconds; who is told whether it waits for tables
 * @returns {{stop: () => void, answer: Promise<import('./types').Reply<{report: Report}>>}}
 */
export function search(search, { time, report, waits } = {}) {
  const id = ++asked;
  const answer = new Promise(done => {
    send({ message: { id, search, time }, done, report, waits, open: true }, id);
  });
  return { stop: () => hands().postMessage({ stop: id }), answer };
}
