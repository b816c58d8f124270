// @ts-check
// Games that are kept in this browser: two people at one screen, or one against the computer. While
// they are played there is one line of turns, and what is taken back can only be played again. Once
// they are over, and if they came from a record, they are trees: one goes anywhere, and what is
// played there becomes a variation.

import { Edits, Variations, addition, continuation, ending } from './edits.js';
import { Opponent, isStrongest, worth } from './opponent.js';
import { Ownership } from './ownership.js';
import { SIDES, other } from './session.js';
import * as stored from './store.js';
import { GameTree } from './tree.js';

/** @typedef {import('./store.js').Kept} Kept */
/** @typedef {import('./store.js').End} End */
/** @typedef {import('./session.js').GameSession} GameSession */
/** @typedef {import('../engine.js').Found} Found */
/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../types').Side} Side */
/** @typedef {import('./tree.js').TurnNode} TurnNode */

/** Records have no variations within more variations than this. */
const DEEPEST = 24;

/** A clock, which most games here have not. @param {import('./store.js').Clock} kept */
const clockOf = async kept => new (await import('./local-clock.js')).LocalClock(kept);

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
    /** What can be undone and done again. */
    this.edits = new Edits();
    /** @type {import('./local-clock.js').LocalClock | null} */
    this.clock = null;
    /** Whether the game is out of sight, so that nobody's time runs. */
    this.hidden = false;
    this.flag = 0;
    /** What can be done with what was played instead. */
    this.variations = new Variations(this);
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
  async take(kept) {
    const tree = GameTree.kept(kept),
      here = kept.here && tree.at(kept.here);
    this.kept = kept;
    this.clock = kept.clock ? await clockOf(kept.clock) : null;
    this.edits.clear();
    const made = await this.become(tree.last.turns, 1, tree);
    if (!here || here === this.session.node) return made;
    await this.become(here.turns);
    return { same: false, steps: [] };
  }

  /** @param {string[]} turns @param {number} [most] @param {GameTree} [tree] */
  async become(turns, most, tree) {
    const { session } = this,
      made = await session.become(turns, most, tree);
    if (session.node === session.tree.last) this.list(session.snapshot);
    this.runClock();
    if (isStrongest(this.level)) this.reach ??= await session.rules.reach();
    return made;
  }

  /** What lists show of the game: how its main line ends. @param {import('../types').Game} ended */
  list({ look, to_move: toMove, over }) {
    const { last } = this.session.tree,
      { end, turns } = last,
      { outcome, how } = over ?? end ?? {};
    Object.assign(this.kept, {
      turns,
      end,
      position: look.position,
      toMove,
      over: !!outcome,
      result: outcome ? { outcome, how } : null,
    });
  }

  /** Stores the game, if it is one to be stored and this tab plays it. */
  save() {
    this.clock?.settle();
    if (!this.stored || this.readOnly) return;
    const { tree, node } = this.session;
    this.kept.notes = tree.hasNotes ? tree.stored() : undefined;
    this.kept.here = node === tree.last ? undefined : node.turns;
    this.store.saveGame(this.kept);
  }

  // ---- the clock -------------------------------------------------------------------------------

  /** Lets the time of whoever is to move run, if it does, and waits for the flag. */
  runClock() {
    const { clock, session } = this;
    clearTimeout(this.flag);
    if (!clock) return;
    const played = !session.over && !this.branches && session.turns.length > 0;
    const runs = played && !this.readOnly && !this.hidden && !session.closed;
    clock.run(runs ? session.snapshot.to_move : null);
    const { falls, running } = clock;
    if (falls === null || !running) return;
    this.flag = Number(
      setTimeout(() => this.finish({ outcome: other(running), how: 'time' }), Math.max(0, falls)),
    );
  }

  /** The page is out of sight, or back. @param {boolean} hidden */
  hide(hidden) {
    if (!this.clock || !this.session.isOpen) return;
    this.hidden = hidden;
    this.runClock();
    this.save();
    this.session.changed();
  }

  /** @param {Side} side */
  clockOf(side) {
    return this.clock?.of(side) ?? null;
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

  /** @returns {import('./session.js').Over | null} */
  get over() {
    return this.session.snapshot.over ?? this.session.node.end;
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

  /** While a game is played there is one line; afterwards, and in records, there is a tree. */
  get branches() {
    const { kept, machine, session } = this;
    if (!session.isOpen) return false;
    return kept.over || (!machine && (kept.shown || session.tree.hasVariations));
  }

  // ---- commands --------------------------------------------------------------------------------

  /** What undoing would undo; nothing: the last turns of a game that is played. */
  get undoable() {
    const { node, tree } = this.session,
      { done } = this.edits;
    if (done.length) return done[done.length - 1];
    if (node.end) return ending(node, node.end);
    const own = this.branches && this.kept.shown && node.parent && !node.recorded;
    return own && !node.children.length && node === tree.last ? addition(node) : null;
  }

  get canUndo() {
    const { session, kept } = this;
    if (this.readOnly) return false;
    if (this.undoable) return true;
    if (kept.shown || session.node !== session.tree.last) return false;
    return session.snapshot.moves.some(m => this.mine.includes(m.side));
  }

  get canRedo() {
    return !this.readOnly && this.edits.undone.length > 0;
  }

  get canHint() {
    return this.session.myTurn;
  }

  /** @param {string} turn @param {Effect[][]} steps @param {number} revision */
  async play(turn, steps, revision) {
    const played = await this.session.queue.runAt(revision, async () => {
      if (!this.readOnly && !this.over) await this.played(turn, steps);
    });
    // What was played for another position is dropped, and whoever entered it is asked again.
    if (!played) await this.session.changed();
    this.goOn();
  }

  /** Makes a turn part of the game. @param {string} turn @param {Effect[][]} steps */
  async played(turn, steps) {
    const { session, branches } = this,
      { node: from } = session,
      known = from.child(turn),
      side = session.snapshot.to_move;
    if (from.children.length && !known && from.depth >= DEEPEST) {
      session.tell('refusal', { key: 'variationsDeep', args: [DEEPEST] });
      return session.changed();
    }
    this.clock?.played(side);
    await this.become([...session.turns, turn]);
    if (!branches) this.edits.clear();
    else if (!known) this.edits.push(addition(session.node));
    if (!known) this.keep();
    this.save();
    await session.changed({ steps, fresh: true, happened: { what: 'turn', side, turns: [turn] } });
  }

  /** @param {(node: TurnNode) => TurnNode | null | undefined} choose */
  walk(choose) {
    const { session } = this;
    return session.queue.run(async () => {
      const from = session.node,
        to = this.branches ? choose(from) : null;
      if (!to || to === from) return;
      const { steps } = await this.become(to.turns);
      const near = to.parent === from || from.parent === to;
      // Where somebody is who has played there is stored, until they come back to the game.
      if (this.kept.here) this.save();
      await session.changed({ steps: near ? steps : [], fresh: true, walked: true });
    });
  }

  /**
   * Changes the tree.
   * @param {() => import('./edits.js').Edit | null} make
   * @param {boolean} [stay] whether the turn that is shown stays the same
   */
  edit(make, stay = false) {
    return this.session.queue.run(async () => {
      const edit = make();
      if (!edit) return;
      const { node } = this.session,
        to = edit.redo();
      this.edits.push(edit);
      this.keep();
      await this.edited(stay ? node : to);
    });
  }

  /**
   * The tree has changed: goes to a turn of it.
   * @param {TurnNode} to
   * @param {import('./session.js').Change} [change]
   */
  async edited(to, change) {
    const { session } = this,
      { last } = session.tree,
      { info, rules, start } = this;
    const far = Math.abs(to.ply - session.node.ply) > 2,
      { steps } = await this.become(to.turns, Infinity);
    if (last !== session.node && last.turns.join(' ') !== this.kept.turns.join(' ')) {
      const turns = last.turns,
        main = await session.openGame({ game: info.id, rules, start, turns });
      this.list(main.state);
      main.close();
    }
    session.queue.changed();
    this.save();
    await session.changed({
      steps: far ? [] : steps,
      fresh: true,
      ...(change ?? { walked: true }),
    });
  }

  /** A game that is only shown is kept as soon as somebody plays it. */
  keep() {}

  /** Lets the computer think if it is its turn. */
  async goOn() {
    const { machine, session } = this;
    const theirs = machine && session.isOpen && session.snapshot.to_move === machine;
    if (!theirs || this.readOnly || session.over || this.branches) return;
    if (this.search || session.closed) return;
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
    const { said, message } = /** @type {any} */ (error);
    const told = said ? { key: 'engineStopped', args: [message] } : { key: 'unexpected' };
    this.session.tell('fault', told);
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
    clearTimeout(this.flag);
    if (this.clock?.running) this.save();
    this.session.queue.run(() => this.ownership.release());
  }

  async undo() {
    this.stopThinking();
    await this.session.queue.run(() => this.takeBack());
    this.goOn();
  }

  /** Undoes the last edit, or goes back to where a person can choose again. */
  async takeBack() {
    if (!this.canUndo) return;
    const { session, edits } = this,
      from = session.node,
      edit = this.undoable ?? continuation(this.choice(), from);
    // Whose time was up goes on without a clock.
    if (from.end?.how === 'time') this.clock = this.kept.clock = null;
    if (edits.done.at(-1) === edit) edits.done.pop();
    const to = edits.undo(edit);
    await this.edited(to, this.taken('undone', to, from));
  }

  /** The turn after which a person chose last. @returns {TurnNode} */
  choice() {
    const { session } = this,
      { moves } = session.snapshot;
    let count = moves.length;
    do count--;
    while (count > 0 && !this.mine.includes(moves[count].side));
    return session.nodeAt(count);
  }

  async redo() {
    this.stopThinking();
    await this.session.queue.run(() => this.playAgain());
    this.goOn();
  }

  /** Does again what was undone last. */
  async playAgain() {
    const from = this.session.node,
      to = this.canRedo ? this.edits.redo() : null;
    if (!to) return;
    if (!this.branches) this.edits.done = [];
    await this.edited(to, this.taken('redone', from, to));
  }

  /**
   * What is told of turns between two places, if the second follows the first.
   * @param {'undone' | 'redone'} what @param {TurnNode} early @param {TurnNode} late
   * @returns {import('./session.js').Change | undefined}
   */
  taken(what, early, late) {
    const { session } = this,
      { ply } = early,
      path = late.path;
    if (early === late) return {};
    if (early.parent && path[ply - 1] !== early) return undefined;
    const turns = path.slice(ply).map(({ turn }) => turn);
    return { happened: { what, side: session.sideAt(ply), turns } };
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

  /** Ends the game other than by a turn. @param {End} end */
  async finish(end) {
    const { session } = this;
    this.stopThinking();
    await session.queue.run(async () => {
      const { node, tree } = session,
        edit = ending(node, end);
      if (session.over || this.readOnly || node !== tree.last) return;
      edit.redo();
      // What is undone next is this, and not what was played before it.
      if (this.kept.shown) this.edits.push(edit);
      else this.edits.clear();
      this.list(session.snapshot);
      this.runClock();
      session.queue.changed();
      this.save();
      await session.changed({ fresh: true });
    });
  }
}
