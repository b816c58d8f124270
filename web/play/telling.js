// @ts-check
// What the last turn did, told on the board, in words and by sound, until the next one is begun;
// and once more if somebody wants to see it again.

import { still } from '../board/entry-controller.js';
import { moves } from '../board/motion.js';
import { choose, settings } from '../settings.js';
import { sentencesOf, t } from '../words.js';
import { learns } from './learnt.js';
import { didWords, happening } from './wording.js';

/** @typedef {import('./controller.js').PlayController} PlayController */
/** @typedef {import('../model/session.js').GameSession} GameSession */
/** @typedef {import('../types').Effect} Effect */
/** @typedef {import('../types').Look} Look */

/**
 * Sounds are loaded once somebody wants them.
 * @param {Parameters<typeof import('../sound.js').play>[0]} what
 */
export const sound = what => {
  if (settings.sound) import('../sound.js').then(({ play }) => play(what));
};

/** What the end of a game sounds like to whoever sits here. @param {GameSession} session */
export function endSound({ over, you }) {
  if (!over?.outcome || over.outcome === 'draw') return 'draw';
  return you && over.outcome !== you ? 'loss' : 'win';
}

export class Telling {
  /** @param {PlayController} play */
  constructor(play) {
    this.play = play;
    /**
     * What the turn before the position that is shown did, and the position before it.
     * @type {{trace: import('../model/trace.js').Trace, effects: Effect[][], before: Look} | null}
     */
    this.last = null;
    /** Which turn that was. @type {import('../model/tree.js').TurnNode | null} */
    this.of = null;
    /** Counts what is asked, so that what comes late is not told. */
    this.asked = 0;
  }

  get trace() {
    return this.last?.trace ?? null;
  }

  /**
   * Finds out what the turn of this number did.
   * @param {number} n @param {import('../model/tree.js').TurnNode} [of]
   */
  async follow(n, of) {
    if (of && of === this.of) return;
    const asked = ++this.asked,
      { rules, snapshot } = this.play.session,
      { effects } = snapshot.moves[n - 1] ?? { effects: [] };
    // Before the first turn there is nothing to tell, and nothing to load for it.
    const [part, before] = n
      ? await Promise.all([import('../model/trace.js'), rules.goto(n - 1)])
      : [null, null];
    if (asked !== this.asked) return;
    this.last = part && { trace: part.traceOf(effects, before.pieces), effects, before };
    this.of = of ?? null;
  }

  /** Shows once more what the last turn did. */
  async replay() {
    const { last, play } = this,
      { entry, board } = play;
    if (!last || entry?.changed) return;
    if (entry?.begun) play.draw(entry.reset());
    if (!moves()) return play.draw();
    board.show(still(last.before));
    sound(last.effects);
    await board.show(play.scene, last.effects);
  }

  /** What the last turn did, where that is more than a step. @param {import('../types').Side} side */
  did(side) {
    const did = this.trace ? didWords(this.play.session, side, this.trace) : '';
    return did ? t('sentence', did) : '';
  }

  /** What happened, for those who hear it. @param {import('../model/session.js').Happening} happened */
  spoken(happened) {
    const { session, info } = this.play,
      { what, side } = happened,
      said = happening(session, happened);
    if (what !== 'turn') return said;
    if (session.mine.includes(side)) {
      learns(info.id);
      if (!settings.soundOffered) choose('soundOffered', true, true);
    }
    return sentencesOf([said, this.did(side)]);
  }
}
