// @ts-check
// A game that is open: one object, wherever the game is kept. Whatever changes it is a command of
// its queue, and raises its revision; a turn, a hint or a computer's answer that was meant for
// another revision is dropped. Where the game is kept, who plays which side and what may be done is
// told by its source (local.js, record.js, live.js); what turns lead to, by the rules, through the
// one handle that `openGame` of engine.js gives.

import { CommandQueue } from './commands.js';
import { between } from './effects.js';
import { GameTree } from './tree.js';

/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Side} Side */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../engine.js').OpenGame} OpenGame */
/** @typedef {import('../engine.js').Opening} Opening */
/** @typedef {import('./store.js').End} End */
/** @typedef {import('./tree.js').TurnNode} TurnNode */

/**
 * What happened, for those who hear the game.
 * @typedef {object} Happening
 * @property {'turn' | 'undone' | 'redone'} what
 * @property {Side} side of the first of the turns
 * @property {string[]} turns
 */

/**
 * What a change of the game looks like.
 * @typedef {object} Change
 * @property {Effect[][]} [steps] what happened on the board, click by click
 * @property {Happening} [happened]
 * @property {boolean} [fresh] whether the position is another one
 * @property {boolean} [walked] whether somebody only looks elsewhere in the game
 */

/**
 * Something to tell whoever sits here, until something else is to be told: why a click was refused,
 * a note, what the server says, or why the computer stopped. It has a text or is a key of words.js.
 * @typedef {object} Status
 * @property {'refusal' | 'note' | 'notice' | 'fault'} kind
 * @property {string} [text]
 * @property {string} [key]
 * @property {(string | number)[]} [args]
 */

/**
 * How a game ended; `outcome` is null if it was aborted.
 * @typedef {End & {words?: string} | {outcome: null, how: string}} Over
 */

/**
 * Where a game is kept. Methods that change the game run as commands of the session's queue.
 * @typedef {object} Source
 * @property {'local' | 'record' | 'live'} kind
 * @property {GameInfo} info
 * @property {string} rules
 * @property {string | null} start
 * @property {GameSession} session set by the session
 * @property {() => Promise<unknown>} open makes the session show the game for the first time
 * @property {() => void} close
 * @property {Side[]} mine the sides that are played by whoever sits here
 * @property {boolean} readOnly whether the game can only be looked at, for now
 * @property {boolean} canMove whether a turn of whoever sits here would be accepted now
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {boolean} canHint
 * @property {Over | null} over how it ended here, if it did
 * @property {boolean} branches whether one may go anywhere in the tree, and what is played there
 *   becomes a variation
 * @property {import('./edits.js').Variations} variations what can be done with those
 * @property {(choose: (node: TurnNode) => TurnNode | null | undefined) => Promise<unknown>} walk
 * @property {(turn: string, steps: Effect[][], revision: number) => Promise<unknown>} play
 * @property {() => Promise<unknown>} undo
 * @property {() => Promise<unknown>} redo
 * @property {() => Promise<unknown>} resign
 * @property {() => Promise<unknown>} offerDraw
 */

/** @type {[Side, Side]} */
export const SIDES = ['light', 'dark'];

/** @param {Side} side @returns {Side} */
export const other = side => (side === 'light' ? 'dark' : 'light');

export class GameSession {
  /**
   * @param {Source} source
   * @param {{openGame: (opening: Opening) => Promise<OpenGame>}} rules
   */
  constructor(source, { openGame }) {
    this.source = source;
    this.info = source.info;
    this.openGame = openGame;
    this.queue = new CommandQueue();
    this.tree = new GameTree();
    /**
     * Where the game stands: at its last turn, or wherever somebody went who may go anywhere.
     * @type {TurnNode}
     */
    this.node = this.tree.root;
    /** @type {OpenGame | null} */
    this.game = null;
    /** @type {Status | null} */
    this.status = null;
    /** @type {Set<(change: Change) => Promise<void>>} */
    this.listeners = new Set();
    this.closed = false;
    source.session = this;
  }

  // ---- what there is ---------------------------------------------------------------------------

  /** Counts the changes of the game. */
  get revision() {
    return this.queue.revision;
  }

  /** Whether the rules have answered for the first time. */
  get isOpen() {
    return this.game !== null;
  }

  /** The open game. */
  get rules() {
    if (!this.game) throw new Error('the game is not open yet');
    return this.game;
  }

  /** What the rules say of the game as it stands. */
  get snapshot() {
    return this.rules.state;
  }

  /** @returns {string[]} */
  get turns() {
    return this.game ? this.snapshot.moves.map(({ turn }) => turn) : [];
  }

  get position() {
    return this.snapshot.look.position;
  }

  /** The position after so many turns. @param {number} n */
  positionAt(n) {
    return n === 0 ? this.snapshot.start : this.snapshot.positions[n - 1];
  }

  /** How it ended, if it did. */
  get over() {
    return this.source.over;
  }

  get mine() {
    return this.source.mine;
  }

  get readOnly() {
    return this.source.readOnly;
  }

  /** Whether whoever sits here is to move. */
  get myTurn() {
    const { source } = this,
      mine = source.branches || source.mine.includes(this.snapshot.to_move);
    return !this.over && !source.readOnly && source.canMove && mine;
  }

  /** The only side that is played here, if it is one. @returns {Side | null} */
  get you() {
    return this.mine.length === 1 ? this.mine[0] : null;
  }

  /** Whether one may go anywhere in the tree, and play there. */
  get branches() {
    return this.source.branches;
  }

  /** The line that is looked at: the turns that lead here, and those that follow. */
  get line() {
    return [...this.node.path, ...this.node.line.slice(1)];
  }

  /** The turn after which so many have been played, on the way here. @param {number} n */
  nodeAt(n) {
    return n ? this.node.path[n - 1] : this.tree.root;
  }

  /** The side that plays the turn of this number, from 0. @param {number} ply @returns {Side} */
  sideAt(ply) {
    const { first } = this.snapshot;
    return ply % 2 ? other(first) : first;
  }

  get canUndo() {
    return this.source.canUndo;
  }

  get canRedo() {
    return this.source.canRedo;
  }

  get canHint() {
    return this.source.canHint;
  }

  // ---- who is told -----------------------------------------------------------------------------

  /**
   * Tells somebody about changes, until the function that is returned is called.
   * @param {(change: Change) => Promise<void>} listener
   */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Done when everybody has painted the change. @param {Change} [change] */
  async changed(change = {}) {
    if (!this.closed) await Promise.all([...this.listeners].map(tell => tell(change)));
  }

  /** @param {Status['kind']} kind @param {Omit<Status, 'kind'>} what */
  tell(kind, what) {
    this.status = { kind, ...what };
  }

  /** What was told is settled, if it was of these kinds. @param {Status['kind'][]} kinds */
  settle(...kinds) {
    if (this.status && kinds.includes(this.status.kind)) this.status = null;
  }

  // ---- commands --------------------------------------------------------------------------------

  /** Puts the game on the table. */
  open() {
    return this.source.open();
  }

  /** The game is taken off the table: what it still has to say is nothing to anybody. */
  close() {
    this.closed = true;
    this.listeners.clear();
    this.source.close();
    this.queue.run(() => this.game?.close());
  }

  /** Asks for all texts again, in the language that was chosen meanwhile. */
  reword() {
    return this.queue.run(() => this.game?.reword());
  }

  /**
   * Plays a turn whose last steps have not been shown yet, if the game is still at that revision.
   * @param {string} turn @param {Effect[][]} steps @param {number} revision
   */
  play(turn, steps, revision) {
    return this.source.play(turn, steps, revision);
  }

  /**
   * Goes elsewhere in the tree, seen from where one is when it comes to that.
   * @param {(node: TurnNode) => TurnNode | null | undefined} choose
   */
  walk(choose) {
    return this.source.walk(choose);
  }

  undo() {
    return this.source.undo();
  }

  redo() {
    return this.source.redo();
  }

  resign() {
    return this.source.resign();
  }

  offerDraw() {
    return this.source.offerDraw();
  }

  /**
   * Makes these turns the game; only a command of the queue may do so. Until the rules have
   * answered, everything stays as it was: the page may be painted meanwhile.
   * @param {string[]} turns @param {number} [most] how many new turns are shown one by one
   * @param {GameTree} [tree] another tree that they are part of
   * @returns {Promise<{same: boolean, steps: Effect[][]}>}
   */
  async become(turns, most = 1, tree = this.tree) {
    const before = this.game?.state.moves ?? null;
    if (!this.game) {
      const { info, source } = this;
      const opening = { game: info.id, rules: source.rules, start: source.start, turns };
      this.game = await this.openGame(opening);
    } else await this.game.line(turns);
    const { moves } = this.snapshot;
    this.tree = tree;
    this.node = tree.reach(this.turns);
    const same =
      before?.length === moves.length && moves.every(({ turn }, i) => before[i].turn === turn);
    if (!same) this.queue.changed();
    return { same, steps: before ? between(before, moves, most) : [] };
  }
}
