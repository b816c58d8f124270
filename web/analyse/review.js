// @ts-check
// A review of a game that was played: the three turns that decided it, each with what was better
// and what shows it. Where tables know the positions nothing is guessed; elsewhere the computer
// looks once more, longer than for the curve, and what it would have played itself is no mistake.

import { way } from '../model/hint.js';
import { traceOf } from '../model/trace.js';
import { opposite } from './analysis.js';
import { LEAST, MOST, cost, drops } from './moments.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('../types').Value} Value */
/** @typedef {import('../types').Score} Score */
/** @typedef {import('../engine.js').Found} Found */
/** @typedef {import('../engine.js').OpenGame} OpenGame */
/** @typedef {import('./analysis.js').Analysis} Analysis */
/** @typedef {import('./analysis.js').Line} Line */

/** How long the computer looks at a position of which an estimate is all there is, in milliseconds. */
const LONGER = 1500;
/** How many turns it looks at so: a game that swings to and fro must not keep it busy for minutes. */
const LOOKED_AT = 6;
/** How many turns of what it expects are told. */
const EXPECTED = 4;

/**
 * A turn that decided the game.
 * @typedef {object} Moment
 * @property {number} ply the number of the turn, from 1
 * @property {Side} side who made it
 * @property {string} turn
 * @property {string} better
 * @property {boolean} exact whether tables know both: nothing is estimated
 * @property {Value | Score} before what the position was worth to that side, with the better turn
 * @property {Value | Score} after what it is worth to that side after the turn
 * @property {{played: string[], better: string[]}} ways the cells both turns go through
 * @property {{kept: number, of: number} | null} choice how many turns would have kept the value
 * @property {{holds: number, of: number} | null} replies how many replies do not lose, after the turn
 * @property {{turn: string, takes: number} | null} reply what the computer expects, and how many pawns
 *   it takes from that side
 * @property {string[]} line what the computer expects after the better turn, itself included
 * @property {number} depth how many turns ahead it looked
 */

export class Review {
  /**
   * @param {Analysis} analysis
   * @param {() => void} changed
   * @param {Partial<Record<Side, import('../model/store.js').Player>>} players who played
   * @param {Side | ''} you the side of whoever reads it
   */
  constructor(analysis, changed, players, you) {
    this.analysis = analysis;
    this.changed = changed;
    this.players = players;
    this.you = you;
    /** In the order of the game. @type {Moment[]} */
    this.moments = [];
    /** Whether all have been found. */
    this.done = false;
    /** Whether tables know the whole game, so that no turn can have been overlooked. */
    this.exact = false;
    /** The moment that is shown; 0: none. */
    this.shown = 0;
    /** Settled when everything is known. */
    this.found = analysis.main.then(line => this.find(line));
    this.found.catch(() => {});
  }

  /** The side whose turns can be tried again: the computer does not learn. @param {Side} side */
  canTry(side) {
    return this.players[side]?.kind !== 'computer';
  }

  /** The moment that the board shows, if it does. @param {number} ply where the game is */
  at(ply) {
    return this.moments.find(moment => moment.ply === this.shown && ply === moment.ply - 1) ?? null;
  }

  /** @param {Line} line */
  async find(line) {
    this.exact = line.judged.every(judged => judged?.exact);
    let left = LOOKED_AT;
    for (const { ply } of drops(line.judged)) {
      if (this.moments.length === MOST || !left) break;
      const known = await this.known(line, ply);
      if (!known) left--;
      const moment = known ?? (await this.searched(line, ply));
      if (this.analysis.closed) return;
      if (!moment) continue;
      this.moments = [...this.moments, moment].sort((a, b) => a.ply - b.ply);
      this.changed();
    }
    this.done = true;
    this.changed();
  }

  /**
   * Asks the game as it stood before a turn.
   * @template T
   * @param {Line} line @param {number} ply @param {(game: OpenGame) => Promise<T>} asking
   */
  async before({ opening, turns }, ply, asking) {
    const game = await this.analysis.session.openGame({
      ...opening,
      turns: turns.slice(0, ply - 1),
    });
    try {
      return await asking(game);
    } finally {
      game.close();
    }
  }

  /** What both turns are called and where they go. @param {Line} line @param {number} ply @param {string} better */
  both(line, ply, better) {
    const turn = line.turns[ply - 1];
    return this.before(line, ply, async game => {
      const [played, other] = [await game.type(turn), await game.type(better)];
      return {
        ply,
        turn,
        better,
        side: game.state.to_move,
        ways: { played: way(played.effects), better: way(other.effects) },
      };
    });
  }

  /** The moment by the tables, if they know it. @param {Line} line @param {number} ply @returns {Promise<Moment | null>} */
  async known(line, ply) {
    const { knowledge } = this.analysis,
      before = await knowledge.of(line.positions[ply - 1]),
      last = ply === line.turns.length && line.over,
      after = last ? null : await knowledge.of(line.positions[ply]);
    if (!before.from || (after && !after.from) || !before.turns.length) return null;
    const [best] = before.turns,
      judged = /** @type {import('./analysis.js').Judged} */ (line.judged[ply]);
    const { kind } = before.value;
    return {
      ...(await this.both(line, ply, best.turn)),
      exact: true,
      before: best.value,
      after: opposite(judged.value),
      choice: {
        kept: before.turns.filter(({ value }) => value.kind === kind).length,
        of: before.turns.length,
      },
      replies: after && {
        holds: after.turns.filter(({ value }) => value.kind !== 'loss').length,
        of: after.turns.length,
      },
      reply: null,
      line: [],
      depth: 0,
    };
  }

  /** The moment as the computer sees it, if it is one. @param {Line} line @param {number} ply @returns {Promise<Moment | null>} */
  async searched(line, ply) {
    const { opening, turns, over } = line,
      look = (/** @type {number} */ to) =>
        this.analysis.seek(this, { ...opening, turns: turns.slice(0, to) }, LONGER);
    const better = await look(ply - 1);
    // It would have played so itself.
    if (!better || better.found.turn === turns[ply - 1]) return null;
    const last = ply === turns.length && over,
      reply = last ? null : await look(ply);
    const judged = line.judged[ply];
    const after = reply?.found.score ?? judged?.value;
    if (!after || cost(better.found.score, after) < LEAST) return null;
    const both = await this.both(line, ply, better.found.turn);
    const taken = reply ? traceOf(reply.found.effects, reply.pieces).taken : [];
    return {
      ...both,
      exact: false,
      before: better.found.score,
      after: opposite(after),
      choice: null,
      replies: null,
      reply: reply && {
        turn: reply.found.turn,
        takes: taken.filter(({ side }) => side === both.side).length,
      },
      line: better.found.line.slice(0, EXPECTED),
      depth: better.found.depth,
    };
  }
}
