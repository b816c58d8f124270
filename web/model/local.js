// @ts-check
// Games that are kept in this browser: two people at one screen, or one against the computer.

import { Opponent, isStrongest } from './opponent.js';
import { Ownership } from './ownership.js';
import { SIDES, other } from './session.js';
import * as stored from './store.js';

/** @typedef {import('./store.js').Kept} Kept */
/** @typedef {import('./store.js').End} End */
/** @typedef {import('./session.js').GameSession} GameSession */
/** @typedef {import('../engine.js').Found} Found */
/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../types').Side} Side */

/** A new game. @param {Partial<Kept> & {game: string}} parts @returns {Kept} */
export const newKept = parts => ({
  id: stored.freshId(),
  rules: '',
  start: null,
  turns: [],
  players: { light: { kind: 'person' }, dark: { kind: 'person' } },
  end: null,
  over: false,
  position: '',
  toMove: 'light',
  at: Date.now(),
  shown: false,
  tags: {},
  ...parts,
});

/**
 * What a local game needs from outside; tests bring their own.
 * @typedef {object} Means
 * @property {import('./broker.js').SearchBroker} broker
 * @property {Pick<typeof stored, 'loadGame' | 'saveGame'>} [store]
 * @property {(name: string, moved: (owned: boolean) => void) => Ownership} [own]
 * @property {Opponent} [opponent]
 */

export class LocalSource {
  /** @param {GameInfo} info @param {Kept} kept @param {Means} means */
  constructor(info, kept, means) {
    /** @type {'local' | 'record'} */
    this.kind = 'local';
    this.info = info;
    this.kept = kept;
    this.rules = kept.rules;
    this.start = kept.start;
    /** Whether it is kept. */
    this.stored = true;
    this.session = /** @type {GameSession} */ (/** @type {unknown} */ (null));
    this.store = means.store ?? stored;
    const own = means.own ?? ((name, moved) => new Ownership(name, moved));
    /** Which tab plays it: the same game may be open in several. */
    this.ownership = own(`damier.game.${kept.id}`, owned => {
      this.handedOver(owned).catch(error => this.failed(error));
    });
    /** The revision at which it was taken over from another tab. */
    this.takenAt = -1;
    this.opponent = means.opponent ?? new Opponent(means.broker, this.level);
    this.opponent.waits = waiting => {
      this.fetching = waiting;
      this.session.changed();
    };
    /** The search for the computer's turn. @type {{revision: number} | null} */
    this.search = null;
    /** Set while it waits for tables. */
    this.fetching = false;
    /**
     * What tables can tell in this game, for an opponent who uses them.
     * @type {import('../types').Coverage | null}
     */
    this.reach = null;
    /** Whether tables gave the computer its last turn. @type {boolean | null} */
    this.exact = null;
    /** The last thing the computer found about its own chances, in points. @type {number | null} */
    this.opinion = null;
    /**
     * Turns that were taken back and can be played again, those of the latest undo last.
     * @type {string[][]}
     */
    this.undone = [];
  }

  /** Finds out who plays the game, and asks the rules about it. */
  async open() {
    if (this.stored) await this.ownership.claim();
    await this.session.queue.run(() => this.take(this.latest()));
  }

  /** The game as it is stored; another tab may have played on. */
  latest() {
    return (this.stored && this.store.loadGame(this.kept.id)) || this.kept;
  }

  /** Takes over what is stored of this game. @param {Kept} kept */
  take(kept) {
    this.kept = kept;
    return this.become(kept.turns);
  }

  /** @param {string[]} turns @param {number} [most] */
  async become(turns, most) {
    const { session } = this,
      made = await session.become(turns, most);
    const { position } = session,
      toMove = session.snapshot.to_move;
    Object.assign(this.kept, { turns: session.turns, position, toMove, over: !!session.over });
    if (isStrongest(this.level)) this.reach ??= await session.rules.reach();
    return made;
  }

  /** Stores the game, if it is one to be stored and this tab plays it. */
  save() {
    if (this.stored && !this.readOnly) this.store.saveGame(this.kept);
  }

  // ---- the same game in other tabs -------------------------------------------------------------

  get readOnly() {
    return this.stored && !this.ownership.owned;
  }

  /** Another tab has stored the game. @param {Kept} kept */
  adopt(kept) {
    const { session } = this;
    return session.queue.run(async () => {
      // What the other tab did last may arrive only after it has handed the game over.
      const late = session.revision === this.takenAt && kept.at > this.kept.at;
      if (!session.isOpen || !(this.readOnly || late)) return;
      const over = !!session.over,
        { same, steps } = await this.take(kept);
      await session.changed({ steps, fresh: !same || over !== !!session.over });
      this.takenAt = session.revision;
    });
  }

  /** Plays here what another tab plays now. */
  takeOver() {
    this.ownership.take();
  }

  /** This tab may play the game from now on, or no longer. @param {boolean} owned */
  async handedOver(owned) {
    const { session } = this;
    if (!session.isOpen) return;
    this.stopThinking();
    await session.queue.run(async () => {
      if (owned !== this.ownership.owned) return;
      await this.take(this.latest());
      this.takenAt = session.revision;
      await session.changed({ fresh: true });
    });
    this.goOn();
  }

  // ---- who is who ------------------------------------------------------------------------------

  get notes() {
    return this.kept.notes ?? null;
  }

  /** @returns {import('./session.js').Over | null} */
  get over() {
    return this.session.snapshot.over ?? this.kept.end;
  }

  get mine() {
    return SIDES.filter(side => this.kept.players[side].kind === 'person');
  }

  get canMove() {
    return true;
  }

  /** The side the computer plays, if it does. @returns {Side | null} */
  get machine() {
    return SIDES.find(side => this.kept.players[side].kind === 'computer') ?? null;
  }

  /** How the computer plays; nothing if it does not. */
  get level() {
    return (this.machine && this.kept.players[this.machine].level) ?? '';
  }

  get thinking() {
    return this.search !== null;
  }

  /** Whether the record it came from says everything about the game as it is now. */
  get unchanged() {
    const { kept, session } = this;
    return (
      !!kept.record &&
      !kept.ended &&
      session.notesTo === session.turns.length &&
      session.notesTo === session.tree.main.length
    );
  }

  // ---- commands --------------------------------------------------------------------------------

  get canUndo() {
    const own = this.session.snapshot.moves.some(m => this.mine.includes(m.side));
    return !this.readOnly && (own || !!this.kept.end);
  }

  get canRedo() {
    return !this.readOnly && !this.session.over && this.undone.length > 0;
  }

  get canHint() {
    return this.session.myTurn;
  }

  /** @param {string} turn @param {Effect[][]} steps @param {number} revision */
  async play(turn, steps, revision) {
    const played = await this.session.queue.runAt(revision, async () => {
      if (this.readOnly || this.over) return;
      this.undone = [];
      await this.played(turn, steps);
    });
    // What was played for another position is dropped, and whoever entered it is asked again.
    if (!played) await this.session.changed();
    this.goOn();
  }

  /** Makes a turn part of the game. @param {string} turn @param {Effect[][]} steps */
  async played(turn, steps) {
    const { session } = this,
      side = session.snapshot.to_move;
    await this.become([...session.turns, turn]);
    session.tree.prune(session.tip);
    this.keep();
    this.save();
    await session.changed({ steps, fresh: true, happened: { what: 'turn', side, turns: [turn] } });
  }

  /** A game that is only shown is kept as soon as somebody plays it. */
  keep() {}

  /** Lets the computer think if it is its turn. */
  async goOn() {
    const { machine, session } = this;
    const theirs = machine && session.isOpen && session.snapshot.to_move === machine;
    if (!theirs || this.readOnly || session.over || this.search || session.closed) return;
    const search = (this.search = { revision: session.revision });
    session.settle('fault');
    session.changed();
    try {
      const found = await this.opponent.choose(session.rules);
      await session.queue.run(() => this.answer(search, found));
    } catch (error) {
      if (this.search && this.search !== search) return;
      this.search = null;
      this.failed(error);
    }
  }

  /**
   * The computer has found a turn.
   * @param {{revision: number}} search
   * @param {Found | null} found
   */
  async answer(search, found) {
    const { session } = this;
    // It was stopped, and perhaps another search has begun.
    if (this.search !== search) return;
    this.search = null;
    const stale = search.revision !== session.revision;
    if (!found || stale || session.over || this.readOnly) return session.changed();
    this.opinion = worth(found);
    this.exact = found.exact;
    await this.played(found.turn, found.effects);
  }

  /** @param {unknown} error */
  failed(error) {
    const why = error instanceof Error ? error.message : String(error);
    this.session.tell('fault', { key: 'engineStopped', args: [why] });
    this.session.changed();
  }

  /** Makes the computer play what it has found so far. */
  hurry() {
    this.opponent.hurry();
  }

  stopThinking() {
    this.opponent.abort();
    this.search = null;
    this.fetching = false;
  }

  /** Another tab may play it once everything that was done here is stored. */
  close() {
    this.stopThinking();
    this.session.queue.run(() => this.ownership.release());
  }

  async undo() {
    this.stopThinking();
    await this.session.queue.run(() => this.takeBack());
    this.goOn();
  }

  /** Goes back to where a person can choose again. */
  async takeBack() {
    if (!this.canUndo) return;
    const { session } = this,
      { moves } = session.snapshot;
    let count = moves.length;
    if (this.kept.end) this.conclude(null);
    else {
      do count--;
      while (count > 0 && !this.mine.includes(moves[count].side));
      this.undone.push(moves.slice(count).map(({ turn }) => turn));
    }
    const turns = moves.slice(count).map(({ turn }) => turn);
    const { steps } = await this.become(session.turns.slice(0, count));
    this.save();
    const { side } = moves[count] ?? { side: session.snapshot.to_move };
    const happened = /** @type {const} */ ({ what: 'undone', side, turns });
    await session.changed({ steps, fresh: true, ...(turns.length ? { happened } : {}) });
  }

  async redo() {
    this.stopThinking();
    await this.session.queue.run(() => this.playAgain());
    this.goOn();
  }

  /** Plays again what was taken back last. */
  async playAgain() {
    const { session } = this,
      turns = this.canRedo ? this.undone.pop() : null;
    if (!turns) return;
    const side = session.snapshot.to_move;
    const { steps } = await this.become([...session.turns, ...turns], Infinity);
    this.save();
    await session.changed({ steps, fresh: true, happened: { what: 'redone', side, turns } });
  }

  resign() {
    const loser = this.session.you ?? this.session.snapshot.to_move;
    return this.finish({ outcome: other(loser), how: 'resigned' });
  }

  agreeDraw() {
    return this.finish({ outcome: 'draw', how: 'agreement' });
  }

  /** The computer takes a draw, or says that it does not. */
  async offerDraw() {
    if (this.acceptsDraw) await this.agreeDraw();
    else this.session.tell('note', { key: 'computerDeclines' });
  }

  /** Whether the computer takes a draw: it does where it sees no better. */
  get acceptsDraw() {
    return this.opinion !== null && this.opinion <= 0 && this.session.turns.length >= 8;
  }

  /** @param {End | null} end */
  conclude(end) {
    this.kept.end = end;
    this.kept.over = !!this.session.over;
    // The record it came from says otherwise.
    this.kept.ended = true;
    this.session.queue.changed();
  }

  /** @param {End} end */
  async finish(end) {
    const { session } = this;
    this.stopThinking();
    await session.queue.run(async () => {
      if (session.over || this.readOnly) return;
      this.conclude(end);
      this.save();
      await session.changed({ fresh: true });
    });
  }
}

/** What a report says of the chances of whoever moves. @param {import('../types').Report} report */
function worth({ score }) {
  if (!score) return null;
  return { win: 1e6, loss: -1e6, draw: 0, score: score.points ?? 0 }[score.kind] ?? null;
}
