// @ts-check
// A game that is kept in this browser: two people at one screen, or one against the computer.

import { ask } from '../engine.js';
import { freshId, loadGame, saveGame } from '../store.js';
import { t } from '../words.js';
import { Match, SIDES, other } from './match.js';
import { Thinker, isStrongest } from './computer.js';
import { undoing } from './entry.js';
import { Ownership } from './ownership.js';

/** @typedef {import('../store.js').Kept} Kept */
/** @typedef {import('../store.js').Player} Player */
/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../types').Side} Side */

/** A new game. @param {Partial<Kept> & {game: string}} parts @returns {Kept} */
export const newKept = parts => ({
  id: freshId(),
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

export class LocalMatch extends Match {
  /**
   * @param {GameInfo} info @param {Kept} kept
   * @param {boolean} [stored] whether it is kept from the beginning
   */
  constructor(info, kept, stored = true) {
    super(info, kept.rules, kept.start, kept.turns, 'local');
    this.kept = kept;
    this.stored = stored;
    /** Which tab plays it: the same game may be open in several. */
    this.ownership = new Ownership(`damier.game.${kept.id}`, owned => {
      this.handedOver(owned).catch(error => {
        this.fault = String(error);
      });
    });
    /** The revision at which it was taken over from another tab. */
    this.takenAt = -1;
    /** Called when a game that was only shown becomes one that is kept. */
    this.onKept = () => {};
    this.thinker = new Thinker();
    /** The search for the computer's turn. @type {{revision: number} | null} */
    this.search = null;
    /** Set while it waits for tables. */
    this.fetching = false;
    this.thinker.waits = waiting => {
      this.fetching = waiting;
      this.changed({});
    };
    /**
     * What tables can tell in this game, for an opponent who uses them.
     * @type {import('../types').Reach | null}
     */
    this.reach = null;
    /** Whether tables gave the computer its last turn. @type {boolean | null} */
    this.exact = null;
    /** What went wrong with the computer, if something did. */
    this.fault = '';
    /** The last thing the computer found about its own chances, in points. @type {number | null} */
    this.opinion = null;
    /**
     * Turns that were taken back and can be played again, those of the latest undo last.
     * @type {string[][]}
     */
    this.undone = [];
  }

  /** Puts the game on the table: finds out who plays it, and asks the rules about it. */
  async open() {
    if (this.stored) await this.ownership.claim();
    await this.commands.run(() => this.take(this.latest()));
  }

  /** The game as it is stored; another tab may have played on. */
  latest() {
    return (this.stored && loadGame(this.kept.id)) || this.kept;
  }

  /** Takes over what is stored of this game. @param {Kept} kept */
  take(kept) {
    this.kept = kept;
    return this.refresh(kept.turns);
  }

  /** @param {string[]} [turns] */
  async refresh(turns) {
    const snap = await super.refresh(turns);
    const { position } = snap.look;
    Object.assign(this.kept, {
      turns: this.turns,
      position,
      toMove: snap.to_move,
      over: !!this.over,
    });
    if (isStrongest(this.level)) {
      this.reach ??= await ask('reach', { ...this.base, start: this.start, turns: [] });
    }
    return snap;
  }

  /** Stores the game, if it is one to be stored and this tab plays it. */
  save() {
    if (this.stored && !this.readOnly) saveGame(this.kept);
  }

  // ---- the same game in other tabs -------------------------------------------------------------

  get readOnly() {
    return this.stored && !this.ownership.owned;
  }

  /** Another tab has stored the game. @param {Kept} kept */
  adopt(kept) {
    return this.commands.run(async () => {
      // What the other tab did last may arrive only after it has handed the game over.
      const late = this.revision === this.takenAt && kept.at > this.kept.at;
      if (!this.snap || !(this.readOnly || late)) return;
      const before = this.turns.length,
        over = !!this.over;
      await this.take(kept);
      const steps = this.turns.length === before + 1 ? this.snap.moves[before].effects : [];
      await this.changed({ steps, fresh: before !== this.turns.length || over !== !!this.over });
      this.takenAt = this.revision;
    });
  }

  /** Plays here what another tab plays now. */
  takeOver() {
    this.ownership.take();
  }

  /** This tab may play the game from now on, or no longer. @param {boolean} owned */
  async handedOver(owned) {
    if (!this.snap) return;
    this.stopThinking();
    await this.commands.run(async () => {
      if (owned !== this.ownership.owned) return;
      await this.take(this.latest());
      this.takenAt = this.revision;
      await this.changed({ fresh: true });
    });
    this.goOn();
  }

  // ---- who is who ------------------------------------------------------------------------------

  get notes() {
    return this.kept.notes ?? null;
  }

  get over() {
    return this.snap.over ?? this.kept.end;
  }

  get mine() {
    return SIDES.filter(side => this.kept.players[side].kind === 'person');
  }

  /** The side the computer plays, if it does. @returns {Side | null} */
  get machine() {
    return SIDES.find(side => this.kept.players[side].kind === 'computer') ?? null;
  }

  /** How the computer plays; nothing if it does not. */
  get level() {
    return (this.machine && this.kept.players[this.machine].level) ?? '';
  }

  /** @param {Side} side */
  nameOf(side) {
    const player = this.kept.players[side];
    // Nobody is called perfect for a turn that was not known to be so.
    if (player.kind === 'computer')
      return levelName(this.exact === false && isStrongest(this.level) ? 'search' : this.level);
    return player.name || (this.you === side ? t('you') : this.sideName(side));
  }

  get kindWords() {
    const { machine, level } = this;
    if (!machine) return t(this.kept.shown ? 'aRecord' : 'twoHere');
    if (!isStrongest(level)) return t('against', level.replace('level-', ''));
    return this.reach
      ? `${t('againstStrongest')}. ${reachWords(this.reach, this.exact === false)}`
      : t('againstStrongest');
  }

  get kindShort() {
    const { machine, level } = this;
    if (!machine) return t(this.kept.shown ? 'shortRecord' : 'shortHere');
    return isStrongest(level)
      ? t(level === 'perfect' ? 'perfect' : 'strongest').toLowerCase()
      : t('shortLevel', level.replace('level-', ''));
  }

  get notYours() {
    return this.machine === this.snap.to_move ? t('notYoursComputer') : super.notYours;
  }

  // ---- commands --------------------------------------------------------------------------------

  get canUndo() {
    const own = this.snap.moves.some(m => this.mine.includes(m.side));
    return !this.readOnly && (own || !!this.kept.end);
  }

  get canRedo() {
    return !this.readOnly && !this.over && this.undone.length > 0;
  }

  get canHint() {
    return this.myTurn;
  }

  /** @param {string} turn @param {Effect[][]} steps @param {number} revision */
  async play(turn, steps, revision) {
    const played = await this.commands.runAt(revision, async () => {
      if (this.readOnly) return;
      this.undone = [];
      await this.played(turn, steps);
    });
    // What was played for another position is dropped, and the table asks again.
    if (!played) await this.changed({});
    this.goOn();
  }

  /** Makes a turn part of the game. @param {string} turn @param {Effect[][]} steps */
  async played(turn, steps) {
    const side = this.snap.to_move;
    await this.refresh([...this.turns, turn]);
    this.keep();
    this.save();
    await this.changed({ steps, fresh: true, said: t('sayTurn', this.sideName(side), turn) });
  }

  /** A game that was only shown is kept as soon as somebody plays it. */
  keep() {
    if (this.stored) return;
    this.ownership.found();
    this.stored = true;
    this.onKept();
  }

  get thinking() {
    return this.search !== null;
  }

  /** Lets the computer think if it is its turn. */
  async goOn() {
    const { machine } = this;
    if (this.readOnly || this.over || !machine || this.snap.to_move !== machine || this.search)
      return;
    const search = (this.search = { revision: this.revision });
    this.fault = '';
    this.changed({});
    try {
      const player = this.level,
        question = { ...this.base, start: this.start, turns: this.turns, player };
      const { thinker } = this;
      const report = await (isStrongest(player)
        ? thinker.findStrongest(question)
        : thinker.find(question));
      await this.commands.run(() => this.answer(search, report));
    } catch (error) {
      if (this.search && this.search !== search) return;
      this.search = null;
      this.fault = t('engineStopped', error instanceof Error ? error.message : String(error));
      this.changed({});
    }
  }

  /**
   * The computer has found a turn.
   * @param {{revision: number}} search @param {import('../types').Report | null} report
   */
  async answer(search, report) {
    // It was stopped, and perhaps another search has begun.
    if (this.search !== search) return;
    this.search = null;
    const stale = search.revision !== this.revision;
    if (!report || stale || this.over || this.readOnly) return this.changed({});
    this.opinion = worth(report);
    this.exact = report.exact;
    const typed = await ask('type', { ...this.base, position: this.position, text: report.turn });
    await this.played(typed.turn, typed.effects);
  }

  /** Makes the computer play what it has found so far. */
  hurry() {
    this.thinker.hurry();
  }

  stopThinking() {
    this.thinker.stop();
    this.search = null;
    this.fetching = false;
  }

  /** Another tab may play it once everything that was done here is stored. */
  leave() {
    this.stopThinking();
    this.commands.run(() => this.ownership.release());
  }

  async undo() {
    this.stopThinking();
    await this.commands.run(() => this.takeBack());
    this.goOn();
  }

  /** Goes back to where a person can choose again. */
  async takeBack() {
    if (!this.canUndo) return;
    /** @type {Effect[][]} */
    let steps = [];
    /** @type {string[]} */
    const taken = [];
    let { turns } = this;
    if (this.kept.end) this.end(null);
    else {
      do {
        const last = this.snap.moves[turns.length - 1];
        if (!last) break;
        turns = turns.slice(0, -1);
        taken.unshift(last.turn);
        steps = [...steps, ...undoing(last.effects)];
      } while (turns.length && !this.mine.includes(this.snap.moves[turns.length].side));
      this.undone.push(taken);
    }
    await this.refresh(turns);
    this.save();
    await this.changed({
      steps,
      fresh: true,
      said: taken.length ? t('undone', taken.join(' ')) : '',
    });
  }

  async redo() {
    this.stopThinking();
    await this.commands.run(() => this.playAgain());
    this.goOn();
  }

  /** Plays again what was taken back last. */
  async playAgain() {
    const turns = this.canRedo ? this.undone.pop() : null,
      before = this.turns.length;
    if (!turns) return;
    await this.refresh([...this.turns, ...turns]);
    this.save();
    const steps = this.snap.moves.slice(before).flatMap(({ effects }) => effects);
    await this.changed({ steps, fresh: true, said: t('redone', turns.join(' ')) });
  }

  async resign() {
    const loser = this.you ?? this.snap.to_move;
    await this.close({ outcome: other(loser), how: 'resigned' });
  }

  agreeDraw() {
    return this.close({ outcome: 'draw', how: 'agreement' });
  }

  /** Whether the computer takes a draw: it does where it sees no better. */
  get acceptsDraw() {
    return this.opinion !== null && this.opinion <= 0 && this.turns.length >= 8;
  }

  /** @param {import('../store.js').End | null} end */
  end(end) {
    this.kept.end = end;
    this.kept.over = !!this.over;
    // The record it came from says otherwise.
    this.kept.ended = true;
    this.commands.changed();
  }

  /** @param {import('../store.js').End} end */
  async close(end) {
    this.stopThinking();
    await this.commands.run(async () => {
      if (this.over || this.readOnly) return;
      this.end(end);
      this.save();
      await this.changed({ fresh: true });
    });
  }
}

/** @param {string} level */
export const levelName = level =>
  isStrongest(level)
    ? t(level === 'perfect' ? 'computerPerfect' : 'computerStrongest')
    : t('computer', level.replace('level-', ''));

/**
 * How much of a game the strongest player knows for certain.
 * @param {import('../types').Reach} reach
 * @param {boolean} without whether the tables could not be had
 */
export function reachWords({ known, some }, without = false) {
  if (known) return t(without ? 'exactMissing' : 'exactAll');
  return t(some ? 'exactLate' : 'exactNever');
}

/** What a report says of the chances of whoever moves. @param {import('../types').Report} report */
function worth({ score }) {
  if (!score) return null;
  return { win: 1e6, loss: -1e6, draw: 0, score: score.points ?? 0 }[score.kind] ?? null;
}
