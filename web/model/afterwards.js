// @ts-check
// A game with a friend once it is over: a tree like that of any other finished game. One goes
// anywhere in it, and what is played there becomes a variation. The server knows nothing of it; the
// variations are kept with the seat.

import { Edits, Variations, addition } from './edits.js';
import { GameTree } from './tree.js';

/** @typedef {import('./live.js').LiveSource} LiveSource */
/** @typedef {import('./tree.js').StoredLine} StoredLine */
/** @typedef {import('./tree.js').TurnNode} TurnNode */
/** @typedef {import('../types').Effect} Effect */

/**
 * The tree that is kept of a game, if its main line is the game.
 * @param {StoredLine | undefined} notes @param {string[]} turns
 */
export function treeOf(notes, turns) {
  const tree = notes ? GameTree.of(notes) : null;
  return tree?.last.turns.join(' ') === turns.join(' ') ? tree : null;
}

export class Afterwards {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    this.edits = new Edits();
    this.variations = new Variations(this);
    /** What was played stays the main line. */
    this.kept = { shown: false };
    this.readOnly = false;
  }

  get session() {
    return this.source.session;
  }

  get branches() {
    return this.source.branches;
  }

  /** @param {(node: TurnNode) => TurnNode | null | undefined} choose */
  walk(choose) {
    const { session } = this;
    return session.queue.run(async () => {
      const from = session.node,
        to = this.branches ? choose(from) : null;
      if (to && to !== from) await this.go(to, to.parent === from || from.parent === to);
    });
  }

  /** @param {string} turn @param {Effect[][]} steps @param {number} revision */
  async play(turn, steps, revision) {
    const { session } = this;
    const played = await session.queue.runAt(revision, async () => {
      const known = session.node.child(turn),
        side = session.snapshot.to_move;
      await session.become([...session.turns, turn]);
      if (!known) this.edits.push(addition(session.node));
      this.source.keepSeat();
      const happened = { what: /** @type {const} */ ('turn'), side, turns: [turn] };
      await session.changed({ steps, fresh: true, happened });
    });
    // What was played for another position is dropped, and whoever entered it is asked again.
    if (!played) await session.changed();
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
      await this.go(stay ? node : to);
    });
  }

  undo() {
    return this.session.queue.run(async () => {
      const edit = this.edits.done.pop();
      if (edit) await this.go(this.edits.undo(edit));
    });
  }

  redo() {
    return this.session.queue.run(async () => {
      const to = this.edits.redo();
      if (to) await this.go(to);
    });
  }

  /** Shows a turn of the tree. @param {TurnNode} to @param {boolean} [near] */
  async go(to, near = false) {
    const { session } = this,
      { steps } = await session.become(to.turns);
    session.queue.changed();
    this.source.keepSeat();
    await session.changed({ steps: near ? steps : [], fresh: true, walked: true });
  }
}
