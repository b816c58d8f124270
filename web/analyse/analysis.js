// @ts-check
// What is known, or found out meanwhile, about the position that is shown and about the line it lies
// in. Whatever comes late, for a position that nobody looks at any more, is dropped.

import { way } from '../model/hint.js';
import { isMistake, turned } from './knowledge.js';

/** @typedef {import('../types').Report} Report */
/** @typedef {import('../types').Value} Value */
/** @typedef {import('./knowledge.js').Known} Known */
/** @typedef {import('./knowledge.js').Knowledge} Knowledge */
/** @typedef {import('../model/session.js').GameSession} GameSession */
/** @typedef {import('../model/broker.js').SearchBroker} SearchBroker */

/** How long the shown position is searched if no table knows it, and each other, in milliseconds. */
const HERE = 20_000,
  ELSEWHERE = 250;

/** Of how many turns the way over the board is found out, the best first. */
const WAYS = 400;

/**
 * What a position of the line is worth to whoever is to move there.
 * @typedef {{value: Value | import('../types').Score, exact: boolean}} Judged
 */
/**
 * A whole line, each position of which has been judged.
 * @typedef {object} Line
 * @property {{game: string, rules: string, start: string | null}} opening
 * @property {string[]} turns
 * @property {string[]} positions one more than turns
 * @property {(Judged | undefined)[]} judged
 * @property {boolean} over whether its last turn ended the game
 */

export class Analysis {
  /**
   * @param {GameSession} session @param {Knowledge} knowledge @param {SearchBroker} broker
   * @param {() => string[]} running positions of games with friends that are being played
   * @param {() => void} changed
   */
  constructor(session, knowledge, broker, running, changed) {
    this.session = session;
    this.running = running;
    this.knowledge = knowledge;
    this.broker = broker;
    this.changed = changed;
    /** The position that is looked at. */
    this.position = '';
    /** Whether nothing is said: the line comes from a game that is being played. */
    this.withheld = false;
    /** @type {Known | null} */
    this.known = null;
    /** How many replies to drawn turns lose. @type {Map<string, import('./knowledge.js').Trap>} */
    this.traps = new Map();
    /** The cells that turns go through. @type {Map<string, string[]>} */
    this.ways = new Map();
    /** What a search has found so far. @type {Report | null} */
    this.report = null;
    this.searching = false;
    /** The turns of the line, and what its positions are worth, from the start on. */
    this.line = '';
    /** @type {(Judged | undefined)[]} */
    this.judged = [];
    this.closed = false;
    /** What somebody waits for before the position that is shown is searched. */
    this.first = Promise.resolve();
    /** The game itself, once each of its positions has been judged. @type {Promise<Line>} */
    this.main = new Promise(done => {
      this.judgedMain = done;
    });
  }

  close() {
    this.closed = true;
    this.broker.abort(this);
    if (this.session.game) this.broker.abort(this.session.game, 'analysis');
  }

  /** The game stands elsewhere, or has other turns. */
  follow() {
    const { position, snapshot } = this.session,
      running = this.running();
    this.withheld = [snapshot.start, ...snapshot.positions].some(one => running.includes(one));
    if (position !== this.position) {
      this.position = position;
      this.known = this.report = null;
      this.traps = new Map();
      this.ways = new Map();
      this.searching = false;
      this.broker.abort(this.session.rules, 'analysis');
      this.look(position).catch(() => {});
    }
    const line = this.session.line.map(({ turn }) => turn).join(' ');
    if (line !== this.line || !this.judged.length) {
      this.line = line;
      this.judge(line).catch(() => {});
    }
  }

  /** The turns of the game itself. */
  get mainLine() {
    return this.session.tree.main.map(({ turn }) => turn).join(' ');
  }

  /** Whether somebody still looks at this position. @param {string} position */
  wanted(position) {
    return !this.closed && position === this.position;
  }

  /** @param {string} position */
  async look(position) {
    if (this.session.snapshot.over || this.withheld) return;
    const known = await this.knowledge.of(position);
    if (!this.wanted(position)) return;
    this.known = known;
    this.changed();
    if (!known.from) return this.search(position);
    await this.findWays(position, known);
    for await (const [turn, trap] of this.knowledge.traps(known, () => this.wanted(position))) {
      if (!this.wanted(position)) return;
      this.traps.set(turn, trap);
      this.changed();
    }
  }

  /** Where turns go: the first of each way is the best. @param {string} position @param {Known} known */
  async findWays(position, { turns }) {
    const { rules } = this.session;
    for (const { turn } of turns.slice(0, WAYS)) {
      if (!this.wanted(position)) return;
      const { effects } = await rules.type(turn, position);
      if (this.wanted(position)) this.ways.set(turn, way(effects));
    }
    if (this.wanted(position)) this.changed();
  }

  /** No table knows the position: the computer looks ahead. @param {string} position */
  async search(position) {
    const game = this.session.rules;
    this.searching = true;
    if (this.line === this.mainLine) await this.first;
    if (!this.wanted(position)) return;
    const job = this.broker.submit({
      owner: game,
      purpose: 'analysis',
      start: hooks => game.think({ player: 'search', time: HERE }, hooks),
      progress: report => this.heard(position, report),
    });
    const found = await job.found.catch(() => null);
    if (!this.wanted(position)) return;
    this.searching = false;
    if (found) this.heard(position, found);
    else this.changed();
  }

  /** @param {string} position @param {Report} report */
  heard(position, report) {
    if (!this.wanted(position)) return;
    this.report = report;
    this.changed();
  }

  /** What the positions of the line are worth. @param {string} line */
  async judge(line) {
    const { session } = this,
      turns = session.line.map(({ turn }) => turn),
      { source, info } = session;
    const opening = { game: info.id, rules: source.rules, start: source.start };
    const wanted = () => !this.closed && this.line === line;
    const game = await session.openGame({ ...opening, turns });
    const { start, positions, over } = game.state,
      all = [start, ...positions];
    game.close();
    if (!wanted()) return;
    const running = this.running();
    if (all.some(one => running.includes(one))) {
      this.judged = [];
      return this.changed();
    }
    this.judged = this.judged.slice(0, all.length);
    for (let ply = 0; ply < all.length; ply++) {
      // Whoever is to move when the game is over has lost it, unless it is a draw.
      if (over && ply === turns.length) {
        const kind = over.outcome === 'draw' ? 'draw' : 'loss';
        this.judged[ply] = { value: { kind, turns: 0 }, exact: true };
      } else {
        const { value, from } = await this.knowledge.of(all[ply]);
        if (!wanted()) return;
        this.judged[ply] = from ? { value, exact: true } : undefined;
      }
    }
    this.changed();
    // What nobody knows for certain is estimated afterwards.
    for (let ply = 0; ply < all.length; ply++) {
      if (this.judged[ply]) continue;
      const sought = await this.seek(this, { ...opening, turns: turns.slice(0, ply) }, ELSEWHERE);
      if (!wanted()) return;
      const score = sought?.found.score;
      if (score) this.judged[ply] = { value: score, exact: score.kind !== 'score' };
      this.changed();
    }
    if (line === this.mainLine)
      this.judgedMain?.({
        opening,
        turns,
        positions: all,
        judged: [...this.judged],
        over: !!over,
      });
  }

  /**
   * Lets the computer look ahead from somewhere in the game; nothing if that was the end of it.
   * @param {object} owner whose search it is
   * @param {import('../engine.js').Opening} opening @param {number} time in milliseconds
   */
  async seek(owner, opening, time) {
    const game = await this.session.openGame(opening);
    try {
      if (game.state.over) return null;
      const job = this.broker.submit({
        owner,
        purpose: 'analysis',
        start: hooks => game.think({ player: 'search', time }, hooks),
      });
      const found = await job.found;
      return found && { found, pieces: game.state.look.pieces };
    } finally {
      game.close();
    }
  }

  /** Exact values of the line's positions, to whoever is to move. @returns {(Value | undefined)[]} */
  get values() {
    return this.judged.map(judged =>
      judged?.exact ? /** @type {Value} */ (judged.value) : undefined,
    );
  }

  /** Whether the turn after so many gave something away. @param {number} ply from 1 */
  isMistake(ply) {
    return !!isMistake(this.values[ply - 1], this.values[ply]);
  }

  /** What the curve shows, seen by the player of the light pawns. */
  get points() {
    return this.judged.map((judged, ply) => {
      if (!judged) return null;
      const light = this.session.sideAt(ply) === 'light';
      return {
        value: light ? judged.value : opposite(judged.value),
        exact: judged.exact,
        mistake: this.isMistake(ply),
      };
    });
  }
}

/** A value as the other player sees it. @param {Judged['value']} value @returns {Judged['value']} */
export const opposite = value =>
  value.kind === 'score'
    ? { ...value, points: -(value.points ?? 0) }
    : turned(/** @type {Value} */ (value));
