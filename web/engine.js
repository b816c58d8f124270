// @ts-check
// The rules, as the page asks for them: requests go to the worker, answers come back in the
// language of the page, and a refusal becomes an error with the reason in it.

import { request, search as seek } from './door.js';
import { lang } from './words.js';

/** @typedef {import('./types').GameInfo} GameInfo */
/** @typedef {import('./types').Report} Report */
/** @typedef {import('./types').Verbs} Verbs */

export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** @param {any} answer */
function good(answer) {
  if (!answer.ok) throw new Refusal(answer.error.code, answer.error.message);
  return answer;
}

/**
 * Asks the rules.
 * @template {keyof Verbs} V
 * @param {V} what
 * @param {Verbs[V][0]} fields
 * @returns {Promise<Verbs[V][1]>}
 */
export const ask = (what, fields) =>
  request({ v: 1, do: what, lang: lang(), ...fields }).then(good);

/** @type {Promise<GameInfo[]> | null} */
let all = null;

/** The games, asked for once. @returns {Promise<GameInfo[]>} */
export const games = () => (all ??= ask('games', {}).then(answer => answer.games));

// ---- games that are open ------------------------------------------------------------------------

/** @typedef {import('./types').Game} Snapshot */
/** @typedef {import('./types').Look} Look */
/** @typedef {import('./types').Effect} Effect */

/**
 * What to open: a game and its options, from its usual start or another position, with turns that
 * have been played.
 * @typedef {object} Opening
 * @property {string} game
 * @property {string} [rules]
 * @property {string | null} [start]
 * @property {string[]} [turns]
 */

/**
 * How to search: which player, for how many milliseconds at most.
 * @typedef {object} Thinking
 * @property {string} player
 * @property {number} time
 * @property {number} [seed]
 */

/**
 * What a search has found, and what its turn does on the board.
 * @typedef {Report & {effects: Effect[][]}} Found
 */

/**
 * A game that is open with the rules. Everything a page wants to know about a game in progress, and
 * everything it does with it, goes through here and nowhere else: how requests are put (today the
 * whole game with each of them) is nobody else's business. What is asked counts for the game as it
 * stands when it is asked; the caller sees to it that answers to older questions are dropped
 * (`GameSession.revision`).
 */
export class OpenGame {
  /** @param {Opening} opening */
  constructor({ game, rules = '', start = null }) {
    /** What every request about this game says. */
    this.base = { game, rules };
    this.start = start;
    /** What the rules say of the game as it stands. @type {Snapshot} */
    this.state = /** @type {any} */ (null);
  }

  get turns() {
    return this.state.moves.map(({ turn }) => turn);
  }

  get position() {
    return this.state.look.position;
  }

  /**
   * Makes these the turns of the game; one that is not legal is refused.
   * @param {string[]} turns
   */
  async line(turns) {
    this.state = await ask('game', { ...this.base, start: this.start, turns });
    return this.state;
  }

  /** Plays a turn. @param {string} turn */
  play(turn) {
    return this.line([...this.turns, turn]);
  }

  /** Takes turns back. @param {number} [count] */
  undo(count = 1) {
    return this.line(this.turns.slice(0, this.turns.length - count));
  }

  /** Asks for all texts again, in the language of the page. */
  reword() {
    return this.line(this.turns);
  }

  /** What the board looks like after so many turns. @param {number} ply @returns {Promise<Look>} */
  async goto(ply) {
    if (ply === this.turns.length) return this.state.look;
    const at = (/** @type {number} */ n) => (n ? this.state.positions[n - 1] : this.state.start);
    const last = ply ? { position: at(ply - 1), turn: this.turns[ply - 1] } : null;
    return ask('look', { ...this.base, position: at(ply), last });
  }

  /**
   * A way to enter a turn for the position as it is now.
   * @returns {(clicks: string[]) => Promise<import('./types').Entry>}
   */
  entering() {
    const { base, position } = this;
    return clicks => ask('enter', { ...base, position, clicks });
  }

  /** Reads a turn that is given as text. @param {string} text @param {string} [position] */
  type(text, position = this.position) {
    return ask('type', { ...this.base, position, text });
  }

  /** The legal turns. */
  legal() {
    return ask('turns', { ...this.base, position: this.position });
  }

  /** What tables know. */
  value() {
    return ask('value', { ...this.base, position: this.position });
  }

  /** What tables that take seconds can tell in this game. */
  reach() {
    return ask('reach', { ...this.base, start: this.start, turns: [] });
  }

  /**
   * Searches; only the broker (`model/broker.js`) calls this.
   * @param {Thinking} thinking
   * @param {Partial<import('./model/broker.js').Hooks>} [hooks]
   * @returns {import('./model/broker.js').Running<Found>}
   */
  think({ player, time, seed }, { progress, waits } = {}) {
    const { base, start, turns, position } = this;
    const asked = { ...base, start, turns, player, seed, lang: lang() };
    const { answer, stop } = seek(asked, { time, report: progress, waits });
    const found = answer.then(good).then(async ({ report }) => {
      const { effects } = await this.type(report.turn, position);
      return { ...report, effects };
    });
    return { found, stop };
  }

  /**
   * The record of the game.
   * @param {{tags?: Record<string, string>, over?: any, notes?: string}} more
   */
  async record(more) {
    const { base, start, turns } = this;
    return (await ask('record-write', { ...base, start, turns, ...more })).record;
  }

  /** Nobody asks any more. */
  close() {}
}

/** Opens a game. @param {Opening} opening @returns {Promise<OpenGame>} */
export async function openGame(opening) {
  const open = new OpenGame(opening);
  await open.line(opening.turns ?? []);
  return open;
}

// Asked at once: the pages name this module first, so that the rules load while the pages do.
games().catch(() => {
  all = null;
});
