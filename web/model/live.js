// @ts-check
// Games between two browsers. The server is right: it says who sits where, what has been played and
// what the clocks show; an own turn is shown at once and kept until the server has it. Once it is
// over the game is a tree as others are (afterwards.js).

import { Afterwards, treeOf } from './afterwards.js';
import { SIDES, other } from './session.js';
import * as stored from './store.js';

/** @typedef {import('./session.js').GameSession} GameSession */
/** @typedef {import('./socket.js').LiveSocket} LiveSocket */
/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Side} Side */
/** @typedef {import('../types').Effect} Effect */
/** What the server says of a game. @typedef {import('../types').LiveState} State */

/** @typedef {typeof import('../play/live-prompt.js')} Prompts */

/** From how many seconds on somebody who is away is said to be. */
const AWAY = 10;

/**
 * @typedef {(id: string, token: string | null, hooks: import('./socket.js').SocketHooks) => LiveSocket} Connect
 */

/**
 * What a live game needs from outside; tests bring their own.
 * @typedef {object} Means
 * @property {Connect} connect
 * @property {Pick<typeof stored, 'saveSeat' | 'loadSeat'>} [store]
 * @property {() => string} [name] what the other player is told one is called
 */

export class LiveSource {
  /**
   * @param {GameInfo} info @param {State} state
   * @param {string[]} tokens what may open a seat: the one that is kept, then that of a link
   * @param {Means} means
   */
  constructor(info, state, tokens, { connect, store = stored, name = () => '' }) {
    this.kind = /** @type {const} */ ('live');
    this.info = info;
    this.rules = state.rules;
    this.start = state.start;
    this.session = /** @type {GameSession} */ (/** @type {unknown} */ (null));
    this.store = store;
    this.name = name;
    /** The name that was last told to the server. */
    this.told = '';
    this.id = state.id;
    /** Tokens that have not been tried yet. */
    this.tokens = tokens.slice(1);
    this.state = state;
    /** When clocks and presence were last told. */
    this.clockAt = this.seatsAt = performance.now();
    /** An own turn that is on its way. @type {{turn: string, nonce: string, at: number} | null} */
    this.sent = null;
    /** What can be done with the game once it is over. */
    this.afterwards = new Afterwards(this);
    /** What the page says of it, which is loaded with it. @type {Prompts | null} */
    this.prompts = null;
    /** Where to go when the next game is there. @type {(id: string) => void} */
    this.follow = () => {};
    this.socket = connect(state.id, tokens[0] ?? null, {
      hear: message => {
        this.command(() => this.heard(message));
      },
      moved: () => {
        this.session.changed();
      },
    });
    /** Whether an invitation waits for an answer. */
    this.invited = !this.token && !this.ready && !state.over;
    /** Absences and retries count seconds; nothing else changes by itself. */
    this.ticker = setInterval(() => {
      const counts = this.goneFor > AWAY || this.socket.isLost;
      if (counts && !this.state.over) this.session.changed();
    }, 1000);
  }

  /** What proves the seat, or is being tried. */
  get token() {
    return this.socket.token;
  }

  close() {
    clearInterval(this.ticker);
    this.socket.close();
  }

  /** Shows the game as the server has told it. */
  open() {
    return this.session.queue.run(() => this.take(this.state));
  }

  // ---- what the server says --------------------------------------------------------------------

  /**
   * A command whose failure is told in the page.
   * @param {() => Promise<void> | void} act
   * @returns {Promise<void>}
   */
  command(act) {
    return this.session.queue.run(act).catch(error => {
      const { said, message } = /** @type {any} */ (error);
      this.session.tell('notice', said ? { text: message } : { key: 'unexpected' });
      this.session.changed();
    });
  }

  /** @param {import('../types').ServerMessage} message @returns {Promise<void> | void} */
  heard(message) {
    if (message.type === 'state') return this.take(message);
    if (message.type === 'presence') {
      const { seats, clock = this.state.clock } = message;
      return this.take({ ...this.state, seats, clock });
    }
    if (message.type === 'event') return this.happened(message);
    if (message.type === 'error') {
      if (this.sent && message.nonce === this.sent.nonce) this.sent = null;
      this.session.tell('notice', { text: message.message });
      if (message.code === 'wrong-token') this.tryNext();
      return this.take(this.state);
    }
  }

  /**
   * The token is none of this game: perhaps another one is; otherwise one may join or watch. What
   * is kept stays: a link that is wrong, or was meant to harm, takes nobody's seat.
   */
  tryNext() {
    this.socket.token = this.tokens.shift() ?? null;
    this.invited = !this.token && !this.ready && !this.state.over;
    if (this.invited) this.socket.rest();
    else this.socket.open();
  }

  /** @param {import('../types').LiveEvent} event */
  happened(event) {
    const { state, session } = this;
    if (event.version <= state.version) return;
    if (event.version !== state.version + 1) return this.socket.open();
    session.settle('notice');
    const turns =
      event.kind === 'turn'
        ? [...state.turns, event.turn]
        : event.kind === 'takeback'
          ? state.turns.slice(0, -event.count)
          : state.turns;
    const declined = /** @type {Record<string, string>} */ ({
      'draw-decline': 'drawDeclined',
      'takeback-decline': 'takebackDeclined',
      'rematch-decline': 'rematchDeclined',
    })[event.kind];
    if (declined && event.by && event.by !== state.you) session.tell('notice', { key: declined });
    return this.take({ ...state, ...event.now, turns });
  }

  /** Takes over what the server says. @param {State} state */
  async take(state) {
    const { session } = this,
      { isOpen } = session,
      // Once it is over somebody may look elsewhere in it.
      before = session.tree.main.map(({ turn }) => turn),
      { next, over } = this.state;
    // What is only repeated has been running since it was told.
    if (state.clock !== this.state.clock) this.clockAt = performance.now();
    if (state.seats !== this.state.seats) this.seatsAt = performance.now();
    this.state = state;
    if (this.sent && state.turns.length > this.sent.at) this.sent = null;
    const turns = this.sent ? [...state.turns, this.sent.turn] : state.turns;
    const known =
      isOpen && turns.length === before.length && turns.every((turn, i) => turn === before[i]);
    const notes = isOpen || !state.over ? undefined : this.store.loadSeat?.(this.id)?.notes,
      tree = treeOf(notes, turns);
    const { same, steps } = known
      ? { same: true, steps: [] }
      : await session.become(turns, 1, tree ?? session.tree);
    if (!same && !tree) session.tree.prune(session.node);
    const ended = !over !== !state.over;
    if (ended) session.queue.changed();
    this.keepSeat();
    this.introduce();
    const last = session.snapshot.moves[turns.length - 1];
    const happened =
      isOpen && !known && turns.length === before.length + 1
        ? { what: /** @type {const} */ ('turn'), side: last.side, turns: [last.turn] }
        : undefined;
    await session.changed({ steps, fresh: !same || ended, happened });
    // Whoever was here when the next game began goes there; whoever comes back to this one stays.
    if (state.next && !next && state.you) this.follow(state.next);
  }

  /** Tells what one is called, if the server does not know. */
  introduce() {
    const { state, socket } = this,
      name = this.name();
    if (!state.you || !name || name === this.told || !socket.up) return;
    const known = state.seats[state.you].name;
    // A server of an earlier version knows no names.
    if (known === undefined || known === name) return;
    this.told = name;
    socket.say('name', state.turns.length, { name });
  }

  /** Keeps the token that the server has accepted. */
  keepSeat() {
    const { state, token } = this,
      { tree } = this.session;
    if (!token || !state.you) return;
    if (this.tokens.length) this.session.tell('notice', { key: 'seatKept' });
    this.tokens = [];
    this.store.saveSeat({
      id: this.id,
      token,
      side: state.you,
      game: state.game,
      over: !!state.over,
      position: state.position,
      turns: state.turns.length,
      toMove: state.to_move,
      at: 0,
      rules: state.rules,
      friend: state.seats[other(state.you)].name,
      ready: this.ready,
      result: state.over && { outcome: state.over.outcome, how: state.over.how },
      notes: tree.hasVariations ? tree.stored() : undefined,
    });
  }

  // ---- who is who ------------------------------------------------------------------------------

  /**
   * How it ended, which the server decides; elsewhere in a finished game, how it would have ended.
   */
  get over() {
    const { session } = this,
      over = /** @type {import('./session.js').Over | null} */ (this.state.over);
    return this.branches && session.node !== session.tree.last ? session.snapshot.over : over;
  }

  /** While it is played there is one line of turns. */
  get branches() {
    return !!this.state.over && this.session.isOpen;
  }

  get variations() {
    return this.afterwards.variations;
  }

  /** @returns {Side[]} */
  get mine() {
    return this.state.you ? [this.state.you] : [];
  }

  get readOnly() {
    return false;
  }

  /** Whether both seats are taken. */
  get ready() {
    return SIDES.every(side => this.state.seats[side].taken);
  }

  get canMove() {
    return !!this.state.over || (this.ready && !this.sent);
  }

  /** Whether there is somebody to play again with, and nothing has been asked yet. */
  get mayAskAgain() {
    return !!this.state.you && this.ready && !this.state.offers.rematch;
  }

  // ---- clocks and absences ---------------------------------------------------------------------

  /**
   * How long a side has left now, in milliseconds, and whether that becomes less; what was told,
   * and when.
   * @param {Side} side
   */
  clockOf(side) {
    const clock = this.state.clock;
    if (!clock || (clock.only && clock.only !== side)) return null;
    const on = clock.running === side,
      told = clock.left[side],
      at = this.clockAt,
      since = on ? performance.now() - at : 0;
    return { on, left: Math.max(0, told - since), told, at };
  }

  /** The side that whoever is invited would play. @returns {Side | null} */
  get offered() {
    return (this.invited && SIDES.find(side => !this.state.seats[side].taken)) || null;
  }

  /** Whether the other player has the game open. */
  get friendIsHere() {
    const { you, seats } = this.state;
    return !!you && seats[other(you)].connected;
  }

  /** What the other player said last, if that has not been answered by a turn. */
  get greeting() {
    const { you, greeting } = this.state;
    return greeting && you && greeting.by !== you ? greeting.word : '';
  }

  /** For how many seconds the other player has been away. */
  get goneFor() {
    const { you, seats } = this.state;
    if (!you || !seats[other(you)].taken || seats[other(you)].connected) return 0;
    return (seats[other(you)].gone ?? 0) + (performance.now() - this.seatsAt) / 1000;
  }

  /** For how long the other one is said to be away, and how long until the game can be claimed. */
  get absence() {
    const gone = this.goneFor;
    if (gone <= AWAY || this.state.over) return null;
    return { gone, left: Math.max(0, this.state.claim_after - gone) };
  }

  // ---- what a player wants ---------------------------------------------------------------------

  get canUndo() {
    const { state, session } = this;
    if (state.over) return this.afterwards.edits.done.length > 0;
    const own = session.snapshot.moves.some(m => m.side === state.you);
    return !!state.you && own && !state.offers.takeback;
  }

  get canRedo() {
    return !!this.state.over && this.afterwards.edits.undone.length > 0;
  }

  /** Nobody is helped against a friend; afterwards everybody may learn. */
  get canHint() {
    return this.branches && this.session.myTurn;
  }

  /** @param {string} turn @param {Effect[][]} steps @param {number} revision */
  play(turn, steps, revision) {
    if (this.state.over) return this.afterwards.play(turn, steps, revision);
    return this.command(async () => {
      const { session } = this;
      // It was meant for another position.
      if (revision !== session.revision) return session.changed();
      const at = this.state.turns.length,
        side = session.snapshot.to_move;
      session.settle('notice');
      this.sent = { turn, at, nonce: this.socket.say('turn', at, { turn }) };
      await session.become([...this.state.turns, turn]);
      const happened = { what: /** @type {const} */ ('turn'), side, turns: [turn] };
      await session.changed({ steps, fresh: true, happened });
    });
  }

  /**
   * Tells the server what a player wants.
   * @param {string} what
   * @param {Record<string, unknown>} [more]
   */
  send(what, more) {
    this.session.settle('notice');
    this.socket.say(what, this.state.turns.length, more);
  }

  /** @param {(node: import('./tree.js').TurnNode) => import('./tree.js').TurnNode | null | undefined} choose */
  walk(choose) {
    return this.afterwards.walk(choose);
  }

  async undo() {
    if (this.state.over) await this.afterwards.undo();
    else this.send('takeback-offer');
  }

  redo() {
    return this.afterwards.redo();
  }

  async resign() {
    this.send('resign');
  }

  async offerDraw() {
    this.send('draw-offer');
  }
}
