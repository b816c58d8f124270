// @ts-check
// A game with a friend over the server. Own turns are shown at once, but what counts is what the
// server has acknowledged: whatever it says replaces what is shown here.

import { h } from '../dom.js';
import { saveSeat } from '../store.js';
import { capital, pick, span, t } from '../words.js';
import { clockText, clockWords } from './clock.js';
import { undoing } from './entry.js';
import { Line } from './line.js';
import { Match, SIDES, other } from './match.js';
import { button } from './prompt.js';

/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Side} Side */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('./table.js').Table} Table */
/** @typedef {{taken: boolean, connected: boolean, gone: number | null}} SeatState */

/**
 * @typedef {object} ClockState
 * @property {number} initial
 * @property {number} increment
 * @property {{light: number, dark: number}} left
 * @property {Side | null} running
 */
/**
 * @typedef {object} Offers
 * @property {Side | null} draw
 * @property {Side | null} takeback
 * @property {{by: Side, sequel: boolean} | null} rematch
 */

/**
 * What the server says of a game.
 * @typedef {object} State
 * @property {string} id
 * @property {string} game
 * @property {string} rules
 * @property {string} start
 * @property {string[]} turns
 * @property {Side | null} you
 * @property {number} version
 * @property {Side} to_move
 * @property {{outcome: Side | 'draw' | null, how: string} | null} over
 * @property {{light: SeatState, dark: SeatState}} seats
 * @property {ClockState | null} clock
 * @property {Offers} offers
 * @property {{en: string, fr: string} | null} sequel
 * @property {string | null} next
 * @property {number} claim_after
 * @property {string} position
 */

export class LiveMatch extends Match {
  /**
   * @param {GameInfo} info @param {State} state
   * @param {string[]} tokens what may open a seat: the one that is kept, then that of a link
   */
  constructor(info, state, tokens) {
    super(info, state.rules, state.start, state.turns, 'live');
    this.id = state.id;
    /** Tokens that have not been tried yet. */
    this.tokens = tokens.slice(1);
    this.state = state;
    /** When clocks and presence were last told. */
    this.clockAt = this.seatsAt = performance.now();
    /** An own turn that is on its way. @type {{turn: string, nonce: string, at: number} | null} */
    this.sent = null;
    /** Something to tell once. */
    this.notice = '';
    /** Whether an invitation waits for an answer. */
    this.invited = false;
    /** Where to go when the next game is there. @type {(id: string) => void} */
    this.follow = () => {};
    const hear = (/** @type {any} */ message) => {
      this.after(() => this.heard(message));
    };
    this.line = new Line(state.id, tokens[0] ?? null, {
      hear,
      moved: () => {
        this.changed({});
      },
    });
    /** The last second that was painted. */
    this.second = 0;
    this.ticker = setInterval(() => this.tick(), 200);
  }

  /** What proves the seat, or is being tried. */
  get token() {
    return this.line.token;
  }

  leave() {
    clearInterval(this.ticker);
    this.line.close();
  }

  /** Shows the game as the server has told it. */
  open() {
    return this.commands.run(() => this.become(this.state));
  }

  // ---- what the server says --------------------------------------------------------------------

  /**
   * A command whose failure is told in the page.
   * @param {() => Promise<void> | void} act
   * @returns {Promise<void>}
   */
  after(act) {
    return this.commands.run(act).catch(error => {
      this.notice = error instanceof Error ? error.message : String(error);
      this.changed({});
    });
  }

  /** @param {any} message @returns {Promise<void> | void} */
  heard(message) {
    if (message.type === 'state') return this.become(message);
    if (message.type === 'presence') {
      return this.become({
        ...this.state,
        seats: message.seats,
        clock: message.clock ?? this.state.clock,
      });
    }
    if (message.type === 'event') return this.happened(message);
    if (message.type === 'error') {
      if (this.sent && message.nonce === this.sent.nonce) this.sent = null;
      this.notice = message.message;
      if (message.code === 'wrong-token') this.tryNext();
      return this.become(message.state ?? this.state);
    }
  }

  /**
   * The token is none of this game: perhaps another one is; otherwise one may join or watch. What
   * is kept stays: a link that is wrong, or was meant to harm, takes nobody's seat.
   */
  tryNext() {
    this.line.token = this.tokens.shift() ?? null;
    this.invited = !this.token && !this.ready && !this.state.over;
    if (this.invited) this.line.rest();
    else this.line.open();
  }

  /** @param {any} event */
  happened(event) {
    const { state } = this;
    if (event.version <= state.version) return;
    if (event.version !== state.version + 1) return this.line.open();
    this.notice = '';
    const turns =
      event.kind === 'turn'
        ? [...state.turns, event.turn]
        : event.kind === 'takeback'
          ? state.turns.slice(0, -event.count)
          : state.turns;
    const theirs = event.by && event.by !== state.you;
    if (event.kind === 'draw-decline' && theirs) this.notice = t('drawDeclined');
    if (event.kind === 'takeback-decline' && theirs) this.notice = t('takebackDeclined');
    if (event.kind === 'rematch-decline' && theirs) this.notice = t('rematchDeclined');
    return this.become({ ...state, ...event.now, turns });
  }

  /** Takes over what the server says. @param {State} state */
  async become(state) {
    const before = this.turns,
      over = this.over,
      moves = this.snap?.moves ?? [],
      { next } = this.state;
    // What is only repeated has been running since it was told.
    if (state.clock !== this.state.clock) this.clockAt = performance.now();
    if (state.seats !== this.state.seats) this.seatsAt = performance.now();
    this.state = state;
    if (this.sent && state.turns.length > this.sent.at) this.sent = null;
    const turns = this.sent ? [...state.turns, this.sent.turn] : state.turns;
    const same = turns.length === before.length && turns.every((turn, i) => turn === before[i]);
    if (!this.snap || !same) await this.refresh(turns);
    if (!over !== !this.over) this.commands.changed();
    this.keepSeat();
    /** @type {Effect[][]} */
    let steps = [];
    const one = turns.length - before.length;
    if (one === 1) steps = this.snap.moves[turns.length - 1].effects;
    else if (one < 0 && before.slice(0, turns.length).every((turn, i) => turn === turns[i])) {
      steps = moves
        .slice(turns.length)
        .reverse()
        .flatMap(m => undoing(m.effects));
    }
    const last = this.snap.moves[turns.length - 1];
    const said = one === 1 ? t('sayTurn', this.sideName(last.side), turns[turns.length - 1]) : '';
    await this.changed({ steps, fresh: !same || !over !== !this.over, said });
    // Whoever was here when the next game began goes there; whoever comes back to this one stays.
    if (state.next && !next && state.you) this.follow(state.next);
  }

  /** Keeps the token that the server has accepted. */
  keepSeat() {
    const { state, token } = this;
    if (!token || !state.you) return;
    if (this.tokens.length) this.notice = t('seatKept');
    this.tokens = [];
    saveSeat({
      id: this.id,
      token,
      side: state.you,
      game: state.game,
      over: !!state.over,
      position: state.position,
      turns: state.turns.length,
      toMove: state.to_move,
      at: 0,
    });
  }

  // ---- who is who ------------------------------------------------------------------------------

  get over() {
    const over = this.state.over;
    return over ? /** @type {any} */ (over) : null;
  }

  get mine() {
    return this.state.you ? [this.state.you] : [];
  }

  get ready() {
    return SIDES.every(side => this.state.seats[side].taken);
  }

  get myTurn() {
    return super.myTurn && this.ready && !this.sent;
  }

  /** @param {Side} side */
  nameOf(side) {
    if (!this.state.you) return this.sideName(side);
    return t(side === this.state.you ? 'you' : 'friend');
  }

  get notYours() {
    if (!this.ready) return t('waitJoin');
    return this.state.you ? t('notYoursFriend') : super.notYours;
  }

  get kindWords() {
    return t(this.state.you ? 'byLink' : 'watching');
  }

  get kindShort() {
    return t(this.invited ? 'shortInvited' : this.state.you ? 'shortLink' : 'shortWatching');
  }

  /** @param {Side} side */
  presenceOf(side) {
    if (this.state.you === side) return null;
    const seat = this.state.seats[side];
    return h(
      'span.away',
      { class: seat.connected ? 'here' : '' },
      t(!seat.taken ? 'notJoined' : seat.connected ? 'here' : 'away'),
    );
  }

  /** Whether there is somebody to play again with, and nothing has been asked yet. */
  get mayAskAgain() {
    return !!this.state.you && this.ready && !this.state.offers.rematch;
  }

  get sequel() {
    return this.state.sequel;
  }

  // ---- clocks and absences ---------------------------------------------------------------------

  /** @param {Side} side */
  clockOf(side) {
    const clock = this.state.clock;
    if (!clock) return null;
    const on = clock.running === side,
      since = on ? performance.now() - this.clockAt : 0;
    const left = Math.max(0, clock.left[side] - since);
    return { on, low: left < 20_000, text: clockText(left) };
  }

  /** For how many seconds the other player has been away. */
  get goneFor() {
    const { you, seats } = this.state;
    if (!you || !seats[other(you)].taken || seats[other(you)].connected) return 0;
    return (seats[other(you)].gone ?? 0) + (performance.now() - this.seatsAt) / 1000;
  }

  tick() {
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll('[data-clock]')
    )) {
      const clock = this.clockOf(/** @type {Side} */ (el.dataset.clock));
      if (clock && el.textContent !== clock.text) el.textContent = clock.text;
      if (clock) el.classList.toggle('low', clock.low);
    }
    // Absences and retries count seconds; nothing else changes by itself.
    const second = Math.floor(performance.now() / 1000);
    const waits = !this.line.up && !this.line.closed && !this.line.resting;
    if (second !== this.second && (this.goneFor > 10 || waits) && !this.over) this.changed({});
    this.second = second;
  }

  // ---- what a player wants ---------------------------------------------------------------------

  get canUndo() {
    return (
      !this.over &&
      !!this.state.you &&
      this.snap.moves.some(m => m.side === this.state.you) &&
      !this.state.offers.takeback
    );
  }

  /** @param {string} turn @param {Effect[][]} steps @param {number} revision */
  play(turn, steps, revision) {
    return this.after(async () => {
      // It was meant for another position.
      if (revision !== this.revision) return this.changed({});
      const at = this.state.turns.length,
        side = this.snap.to_move;
      this.notice = '';
      this.sent = { turn, at, nonce: this.line.say('turn', at, { turn }) };
      await this.refresh([...this.state.turns, turn]);
      await this.changed({ steps, fresh: true, said: t('sayTurn', this.sideName(side), turn) });
    });
  }

  /** @param {string} what @param {Record<string, unknown>} [more] */
  wish(what, more) {
    this.notice = '';
    this.line.say(what, this.state.turns.length, more);
  }

  async undo() {
    this.wish('takeback-offer');
  }

  async resign() {
    this.wish('resign');
  }

  async offerDraw() {
    this.wish('draw-offer');
  }

  // ---- what the prompt says --------------------------------------------------------------------

  /** News that stand above everything else. @param {Table} table @returns {Node[]} */
  news(table) {
    const { you, offers } = this.state,
      name = you ? this.nameOf(other(you)) : '',
      out = [];
    const news = (
      /** @type {string} */ key,
      /** @type {string} */ text,
      /** @type {Node[]} */ ...buttons
    ) =>
      h(
        'div.no',
        { 'data-key': key },
        h('div', {}, h('p', {}, text), buttons.length ? h('div.acts', {}, buttons) : null),
      );
    if (!this.line.up && !this.line.closed && this.line.retryAt) {
      out.push(
        news('lost', t('lost', Math.max(0, Math.ceil((this.line.retryAt - Date.now()) / 1000)))),
      );
    }
    if (this.notice) out.push(news('notice', capital(this.notice)));
    if (!you || table.ply !== null) return out;
    if (offers.draw === other(you))
      out.push(
        news(
          'draw',
          t('offersDraw', name),
          button('draw-accept', t('accept'), { cls: 'primary' }),
          button('draw-decline', t('decline')),
        ),
      );
    if (offers.draw === you) out.push(news('draw-own', t('drawOffered')));
    if (offers.takeback === other(you))
      out.push(
        news(
          'takeback',
          t('askTakeback', name),
          button('takeback-accept', t('accept'), { cls: 'primary' }),
          button('takeback-decline', t('decline')),
        ),
      );
    if (offers.takeback === you) out.push(news('takeback-own', t('takebackAsked')));
    const again = this.state.next ? null : offers.rematch;
    if (again?.by === other(you)) {
      const text =
        again.sequel && this.state.sequel
          ? t('sequelOffered', name, pick(this.state.sequel))
          : t('rematchOffered', name);
      out.push(
        news(
          'rematch',
          text,
          button('rematch-accept', t('accept'), { cls: 'primary' }),
          button('rematch-decline', t('decline')),
        ),
      );
    }
    if (again?.by === you)
      out.push(
        news(
          'rematch-own',
          again.sequel && this.state.sequel
            ? t('sequelAsked', pick(this.state.sequel))
            : t('rematchAsked'),
        ),
      );
    const gone = this.goneFor,
      left = this.state.claim_after - gone;
    if (gone > 10 && !this.over) {
      const text = t('gone', name, span(gone));
      out.push(
        left > 0
          ? news('gone', `${text} ${t('goneWait', span(left))}`)
          : news(
              'gone',
              text,
              button('claim-win', t('claimWin'), { cls: 'primary' }),
              button('claim-abort', t('abort')),
            ),
      );
    }
    return out;
  }

  /** The prompt while there is no turn to enter. @returns {import('./prompt.js').Prompt} */
  waiting() {
    const q = (/** @type {string} */ text, cls = '') =>
      h('h2.q', { 'data-key': 'q', class: cls }, text);
    if (this.invited) return this.invitation();
    if (!this.line.up && !this.snap) return { idle: true, nodes: [q(t('connecting'), 'dots')] };
    if (this.sent) return { idle: true, nodes: [q(t('sending', this.sent.turn), 'dots')] };
    if (!this.ready)
      return {
        idle: true,
        nodes: [
          q(t('waitJoin'), 'dots'),
          h('p.hint.roomy', { 'data-key': 'help' }, t('waitJoinHelp')),
          h(
            'div.acts',
            { 'data-key': 'acts' },
            button('invite', t('invite'), { cls: 'primary', icon: 'link' }),
            button('abort', t('abort')),
          ),
        ],
      };
    if (this.state.you) return { idle: true, nodes: [q(t('waitFriend'))] };
    return { idle: true, nodes: [q(t('waitTurn', this.sideName(this.snap.to_move)))] };
  }

  invitation() {
    const free = SIDES.find(side => !this.state.seats[side].taken) ?? 'dark',
      clock = this.state.clock;
    const terms = clock ? `${t('optionValue', t('clock'), clockWords(clock))}.` : '';
    return {
      idle: false,
      sheet: true,
      nodes: [
        h('h2.head', { 'data-key': 'head' }, t('joinTitle')),
        h(
          'p.hint',
          { 'data-key': 'help' },
          t('joinText', pick(this.info.name), this.sideName(free), terms),
        ),
        h(
          'div.acts',
          { 'data-key': 'acts' },
          button('join', t('join'), { cls: 'primary' }),
          button('watch', t('watch')),
        ),
      ],
    };
  }
}
