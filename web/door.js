// @ts-check
// The text door in JavaScript: loads the WebAssembly module and asks it. The same file serves
// pages, workers and node. What can be asked is written down in types.d.ts.

/** @typedef {import("./types").Request} Request */
/** @typedef {import("./types").Added} Added */
/** @typedef {import("./types").Refusal} Refusal */
/**
 * @template {Request} R
 * @typedef {import("./types").AnswerTo<R>} AnswerTo
 */

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

/** Somebody who answers requests. */
export class Door {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    /** @type {Exports} */
    this.exports = /** @type {any} */ (instance.exports);
  }

  /**
   * A door from the module: its bytes, a response that brings them, or the compiled module.
   * @param {BufferSource | Response | PromiseLike<Response> | WebAssembly.Module} source
   * @returns {Promise<Door>}
   */
  static async open(source) {
    const given = await source;
    if (given instanceof WebAssembly.Module) {
      return new Door(await WebAssembly.instantiate(given, {}));
    }
    if (typeof Response !== "undefined" && given instanceof Response) {
      if (!given.ok) throw new Error(`${given.url}: ${given.status} ${given.statusText}`);
      // Compiling while loading needs the right content type; bytes do not.
      const typed = given.headers.get("content-type")?.startsWith("application/wasm");
      const loaded = typed
        ? await WebAssembly.instantiateStreaming(given, {})
        : await WebAssembly.instantiate(await given.arrayBuffer(), {});
      return new Door(loaded.instance);
    }
    const loaded = await WebAssembly.instantiate(/** @type {BufferSource} */ (given), {});
    return new Door(loaded.instance);
  }

  /**
   * Asks.
   * @template {Request} R
   * @param {R} request
   * @returns {AnswerTo<R> | Refusal}
   */
  answer(request) {
    return JSON.parse(this.text(JSON.stringify(request)));
  }

  /**
   * Asks in text, as it goes over the wire.
   * @param {string} request
   * @returns {string}
   */
  text(request) {
    return this.#give(encoder.encode(request), this.exports.answer);
  }

  /**
   * Hands a table in.
   * @param {ArrayBuffer | Uint8Array} bytes
   * @returns {Added | Refusal}
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
    const room = alloc(bytes.length) >>> 0;
    // The memory may have moved to grow: always a fresh view.
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
    const place = BigInt.asUintN(64, to(room, bytes.length));
    const address = Number(place >> 32n);
    const length = Number(place & 0xffffffffn);
    const text = decoder.decode(new Uint8Array(memory.buffer, address, length));
    free(address, length);
    return text;
  }
}
