// @ts-check
// The rules, as the page asks for them: requests go to the worker, answers come back in the
// language of the page, and a refusal becomes an error with the reason in it.

import { generation, request, search as seek } from './protocol.js';
import { lang } from './words.js';

/** @typedef {import('./types').GameInfo} GameInfo */
/** @typedef {import('./types').Report} Report */
/** @typedef {import('./types').Verbs} Verbs */

export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
    /** Whether people understand the message: the rules speak the language of the page. */
    this.said = true;
  }
}

/** @param {any} answer */
function good(answer) {
  if (answer.error) throw new Refusal(answer.error.code, answer.error.message);
  return answer.ok;
}

/**
 * Asks the rules.
 * @template {keyof Verbs} V
 * @param {V} what
 * @param {Verbs[V][0]} fields
 * @returns {Promise<Verbs[V][1]>}
 */
export const ask = (what, fields) =>
  request({ v: 2, do: what, lang: lang(), ...fields }).then(good);

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
 * A game as the page keeps it.
 * @param {Pick<Snapshot, 'start' | 'first'>} began
 * @param {import('./types').Move[]} moves
 * @param {import('./types').State} state
 * @returns {Snapshot}
 */
const snapshot = ({ start, first }, moves, state) => ({
  ...state,
  start,
  first,
  moves,
  positions: moves.map(({ after }) => after),
  to_move: state.look.to_move,
  over: state.look.over,
});

/** What is asked of a position the game has left. */
const stale = () => new Refusal('stale', '');

/**
 * A game that is open with the rules. Everything a page wants to know about a game in progress, and
 * everything it does with it, goes through here and nowhere else. The game is opened once in the
 * module (again if that breaks down); what is played and taken back comes back as what it changed.
 * What is asked counts for the game as it stands when it is asked; the caller sees to it that answers
 * to older questions are dropped (`GameSession.revision`).
 */
export class OpenGame {
  /** Its number in the module, and which worker has that. */
  #number = 0;
  #generation = -1;

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

  /** Opens the game with these turns; a game that was open before is closed. @param {string[]} turns */
  async #open(turns) {
    const now = generation();
    const opened = await ask('open', { ...this.base, start: this.start, turns });
    const before = this.#number,
      was = this.#generation;
    this.#number = opened.session;
    this.#generation = now;
    const { start, first, made, state } = opened;
    this.state = snapshot({ start, first }, made, state);
    if (was === generation()) ask('close', { session: before }).catch(() => {});
  }

  /** Opens the game again if the worker that had it is lost. */
  async #ready() {
    if (this.#generation !== generation()) await this.#open(this.turns);
  }

  /**
   * Asks about the game; once more if the module breaks down meanwhile.
   * @template {keyof import('./types').OfOpenGame} V
   * @param {V} what
   * @param {import('./types').OfOpenGame[V][0]} fields
   * @returns {Promise<import('./types').OfOpenGame[V][1]>}
   */
  async #ask(what, fields) {
    const once = async () => {
      await this.#ready();
      const asked = /** @type {any} */ ({ session: this.#number, ...fields });
      return /** @type {any} */ (await ask(what, asked));
    };
    return once().catch(error => {
      if (!(error instanceof Refusal) || error.code !== 'not-open') throw error;
      return once();
    });
  }

  /** Makes these the turns of the game; one that is not legal is refused. @param {string[]} turns */
  async line(turns) {
    const now = this.state ? this.turns : null;
    const kept = now?.findIndex((turn, i) => turn !== turns[i]) ?? 0;
    const goesOn = now && kept < 0 && turns.length === now.length + 1;
    const goesBack = now && (kept < 0 || kept === turns.length) && turns.length <= now.length;
    if (goesOn) {
      const { made, state } = await this.#ask('play', { turn: turns[now.length] });
      this.state = snapshot(this.state, [...this.state.moves, made], state);
    } else if (goesBack) {
      const state = await this.#ask('undo', { to: turns.length });
      this.state = snapshot(this.state, this.state.moves.slice(0, turns.length), state);
    } else await this.#open(turns);
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
    return ply === this.turns.length ? this.state.look : this.#ask('show', { at: ply });
  }

  /**
   * A way to enter a turn for the position as it is now.
   * @returns {(clicks: string[]) => Promise<import('./types').Enter>}
   */
  entering() {
    const { position } = this;
    return async clicks => {
      if (position !== this.position) throw stale();
      return this.#ask('enter', { clicks });
    };
  }

  /** Reads a turn that is given as text. @param {string} turn @param {string} [position] */
  async type(turn, position = this.position) {
    if (position !== this.position) throw stale();
    return this.#ask('resolve', { turn });
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
    return ask('coverage', { ...this.base, position: this.start });
  }

  /**
   * Searches; only the broker (`model/broker.js`) calls this.
   * @param {Thinking} thinking
   * @param {Partial<import('./model/broker.js').Hooks>} [hooks]
   * @returns {import('./model/broker.js').Running<Found>}
   */
  think(thinking, hooks = {}) {
    const { position } = this;
    /** @type {{stop: () => void} | null} */
    let running = null;
    let halted = false;
    const once = async () => {
      await this.#ready();
      if (position !== this.position) throw stale();
      const { player, time, seed } = thinking,
        { progress, waits } = hooks;
      const asked = { session: this.#number, of: this.base, player, seed, lang: lang() };
      const search = seek(asked, { time, report: progress, waits });
      running = search;
      if (halted) search.stop();
      return search.answer;
    };
    const found = once()
      .then(answer => ('error' in answer && answer.error.code === 'not-open' ? once() : answer))
      .then(good)
      .then(async ({ report }) => {
        const { effects } = await this.type(report.turn, position);
        return { ...report, effects };
      });
    const stop = () => {
      halted = true;
      running?.stop();
    };
    return { found, stop };
  }

  /** Nobody asks any more. */
  close() {
    if (this.#generation === generation()) ask('close', { session: this.#number }).catch(() => {});
    this.#generation = -1;
  }
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
