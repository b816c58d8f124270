// @ts-check
// A game that is kept in this browser: two people at one screen, or one against the computer.

import { ask } from '../engine.js';
import { dropGame, freshId, saveGame } from '../store.js';
import { t } from '../words.js';
import { Match, SIDES, other } from './match.js';
import { Thinker, isStrongest } from './computer.js';
import { undoing } from './entry.js';

/** @typedef {import('../store.js').Kept} Kept */
/** @typedef {import('../store.js').Player} Player */
/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../types').Side} Side */

/** A new game. @param {Partial<Kept> & {game: string}} parts @returns {Kept} */
export const newKept = parts => ({
  id: freshId(), rules: '', start: null, turns: [], players: { light: { kind: 'person' }, dark: { kind: 'person' } },
  end: null, over: false, position: '', toMove: 'light', at: Date.now(), shown: false, tags: {}, ...parts,
});

export class LocalMatch extends Match {
  /** @param {GameInfo} info @param {Kept} kept @param {boolean} [stored] whether it is kept from the beginning */
  constructor(info, kept, stored = true) {
    super(info, kept.rules, kept.start, kept.turns, 'local');
    this.kept = kept;
    this.stored = stored;
    /** Called when a game that was only shown becomes one that is kept. */
    this.onKept = () => {};
    this.thinker = new Thinker();
    /** Set while the computer thinks. */
    this.thinking = false;
    /** Set while it waits for tables. */
    this.fetching = false;
    this.thinker.waits = waiting => { this.fetching = waiting; this.changed({}); };
    /** What tables can tell in this game, for an opponent who uses them. @type {import('../types').Reach | null} */
    this.reach = null;
    /** Whether tables gave the computer its last turn. @type {boolean | null} */
    this.exact = null;
    /** What went wrong with the computer, if something did. */
    this.fault = '';
    /** The last thing the computer found about its own chances, in points. @type {number | null} */
    this.opinion = null;
  }

  /** @param {string[]} [turns] */
  async refresh(turns) {
    const snap = await super.refresh(turns);
    Object.assign(this.kept, { turns: this.turns, position: snap.look.position, toMove: snap.to_move, over: !!this.over });
    if (this.stored) saveGame(this.kept);
    if (isStrongest(this.level)) this.reach ??= await ask('reach', { ...this.base, start: this.start, turns: [] });
    return snap;
  }

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
    if (player.kind === 'computer') return levelName(this.exact === false && isStrongest(this.level) ? 'search' : this.level);
    return player.name || (this.you === side ? t('you') : this.sideName(side));
  }

  get kindWords() {
    const { machine, level } = this;
    if (!machine) return t(this.kept.shown ? 'aRecord' : 'twoHere');
    if (!isStrongest(level)) return t('against', level.replace('level-', ''));
    return this.reach ? `${t('againstStrongest')}. ${reachWords(this.reach, this.exact === false)}` : t('againstStrongest');
  }

  get canUndo() {
    const own = this.snap.moves.some(m => this.mine.includes(m.side));
    return own || !!this.kept.end;
  }

  get canHint() {
    return this.myTurn;
  }

  /** @param {string} turn @param {Effect[][]} steps */
  async play(turn, steps) {
    const side = this.snap.to_move, first = !this.stored;
    this.stored = true;
    await this.refresh([...this.turns, turn]);
    if (first) this.onKept();
    this.changed({ steps, fresh: true, said: t('sayTurn', this.sideName(side), turn) });
    this.goOn();
  }

  /** Lets the computer think if it is its turn. */
  async goOn() {
    if (this.over || !this.machine || this.snap.to_move !== this.machine || this.thinking) return;
    this.thinking = true;
    this.fault = '';
    this.changed({});
    try {
      const count = this.turns.length, player = this.level;
      const question = { ...this.base, start: this.start, turns: this.turns, player };
      const report = await (isStrongest(player) ? this.thinker.findStrongest(question) : this.thinker.find(question));
      this.thinking = false;
      if (!report || count !== this.turns.length || this.over) return this.changed({});
      this.opinion = worth(report);
      this.exact = report.exact;
      const typed = await ask('type', { ...this.base, position: this.position, text: report.turn });
      await this.play(typed.turn, typed.effects);
    } catch (error) {
      this.thinking = false;
      this.fault = t('engineStopped', error instanceof Error ? error.message : String(error));
      this.changed({});
    }
  }

  /** Makes the computer play what it has found so far. */
  hurry() {
    this.thinker.hurry();
  }

  /** Stops what goes on in the background. */
  leave() {
    this.thinker.stop();
    this.thinking = this.fetching = false;
  }

  async undo() {
    this.leave();
    /** @type {Effect[][]} */
    let steps = [];
    const taken = [];
    let { turns } = this;
    if (this.kept.end) this.end(null);
    else {
      // Back to where a person can choose again.
      do {
        const last = this.snap.moves[turns.length - 1];
        if (!last) break;
        turns = turns.slice(0, -1);
        taken.unshift(last.turn);
        steps = [...steps, ...undoing(last.effects)];
      } while (turns.length && !this.mine.includes(this.snap.moves[turns.length].side));
    }
    await this.refresh(turns);
    this.changed({ steps, fresh: true, said: taken.length ? t('undone', taken.join(' ')) : '' });
    this.goOn();
  }

  async resign() {
    const loser = this.you ?? this.snap.to_move;
    this.close({ outcome: other(loser), how: 'resigned' });
  }

  agreeDraw() {
    this.close({ outcome: 'draw', how: 'agreement' });
  }

  /** Whether the computer takes a draw: it does where it sees no better. */
  get acceptsDraw() {
    return this.opinion !== null && this.opinion <= 0 && this.turns.length >= 8;
  }

  /** @param {import('../store.js').End | null} end */
  end(end) {
    this.kept.end = end;
    // The record it came from says otherwise.
    this.kept.ended = true;
  }

  /** @param {import('../store.js').End} end */
  close(end) {
    this.leave();
    this.end(end);
    this.kept.over = true;
    if (this.stored) saveGame(this.kept);
    this.changed({ fresh: true });
  }

  /** A game begun and left without a turn leaves nothing behind. */
  forgetIfEmpty() {
    if (!this.turns.length) dropGame(this.kept.id);
  }
}

/** @param {string} level */
export const levelName = level => (isStrongest(level) ? t(level === 'perfect' ? 'computerPerfect' : 'computerStrongest') : t('computer', level.replace('level-', '')));

/** How much of a game the strongest player knows for certain. @param {import('../types').Reach} reach @param {boolean} without whether the tables could not be had */
export function reachWords({ known, some }, without = false) {
  if (known) return t(without ? 'exactMissing' : 'exactAll');
  return t(some ? 'exactLate' : 'exactNever');
}

/** What a report says of the chances of whoever moves. @param {import('../types').Report} report */
function worth({ score }) {
  if (!score) return null;
  return { win: 1e6, loss: -1e6, draw: 0, score: score.points ?? 0 }[score.kind] ?? null;
}
