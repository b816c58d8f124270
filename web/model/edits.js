// @ts-check
// What can be changed in a tree of turns, and taken back: each edit knows how it is made and how it
// is undone, and where in the tree one stands afterwards. What was really played in a game of this
// browser stays its main line.

/** @typedef {import('./tree.js').TurnNode} TurnNode */
/** @typedef {import('./store.js').End} End */

/** @typedef {{redo: () => TurnNode, undo: () => TurnNode}} Edit */

/** The parent of a turn; the root is never edited. @param {TurnNode} node */
const parentOf = node => /** @type {TurnNode} */ (node.parent);

/** Changes what follows a turn. @param {TurnNode} parent @param {TurnNode[]} children */
function set(parent, children) {
  parent.children = children;
}

/** A turn that was played, and is in the tree already. @param {TurnNode} node @returns {Edit} */
export function addition(node) {
  const parent = parentOf(node),
    after = parent.children,
    before = after.filter(child => child !== node);
  return {
    redo: () => (set(parent, after), node),
    undo: () => (set(parent, before), parent),
  };
}

/** A turn is removed with all that follows it. @param {TurnNode} node @returns {Edit} */
function removal(node) {
  const { redo, undo } = addition(node);
  return { redo: undo, undo: redo };
}

/** A turn becomes the main line where it branches off. @param {TurnNode} node @returns {Edit} */
function promotion(node) {
  const parent = parentOf(node),
    before = parent.children,
    after = [node, ...before.filter(child => child !== node)];
  return {
    redo: () => (set(parent, after), node),
    undo: () => (set(parent, before), node),
  };
}

/**
 * What is said about a turn, or before the first one.
 * @param {TurnNode} node @param {{comment?: string, glyphs?: string[]}} said
 * @returns {Edit}
 */
export function annotation(node, said) {
  const put = (/** @type {{comment: string, glyphs: string[]}} */ notes) =>
    Object.assign(node, notes);
  const before = { comment: node.comment, glyphs: node.glyphs };
  return { redo: () => put({ ...before, ...said }), undo: () => put(before) };
}

/** Players end the game. @param {TurnNode} node @param {End} end @returns {Edit} */
export function ending(node, end) {
  const put = (/** @type {End | null} */ how) => {
    node.end = how;
    return node;
  };
  return { redo: () => put(end), undo: () => put(null) };
}

/**
 * What followed a turn up to another one: undone as a whole, to be played again or forgotten.
 * @param {TurnNode} to @param {TurnNode} from where the game stands
 * @returns {Edit}
 */
export function continuation(to, from) {
  const { children } = to;
  return {
    redo: () => (set(to, children), from),
    undo: () => (set(to, []), to),
  };
}

/** What was done and can be undone, and what was undone and can be done again. */
export class Edits {
  constructor() {
    /** @type {Edit[]} */
    this.done = [];
    /** @type {Edit[]} */
    this.undone = [];
  }

  /** Something was done: what was undone before is forgotten. @param {Edit} edit */
  push(edit) {
    this.done.push(edit);
    this.undone = [];
  }

  /** Undoes an edit; says where one stands then. @param {Edit} edit */
  undo(edit) {
    this.undone.push(edit);
    return edit.undo();
  }

  /** Does again what was undone last. */
  redo() {
    const edit = this.undone.pop();
    if (!edit) return null;
    this.done.push(edit);
    return edit.redo();
  }

  clear() {
    this.done = [];
    this.undone = [];
  }
}

/**
 * A game whose tree can be changed; `kept.shown`: also its main line, which came from a record.
 * @typedef {object} Editable
 * @property {import('./session.js').GameSession} session
 * @property {boolean} branches
 * @property {boolean} readOnly
 * @property {{shown: boolean}} kept
 * @property {(make: () => Edit | null, stay?: boolean) => Promise<unknown>} edit
 */

/** What can be done with a variation where one may go anywhere in the tree. */
export class Variations {
  /** @param {Editable} source */
  constructor(source) {
    this.source = source;
  }

  get node() {
    return this.source.session.node;
  }

  get open() {
    return this.source.branches && !this.source.readOnly;
  }

  /** Whether the variation that is shown can become the main line where it branches off. */
  get canPromote() {
    const { variation } = this.node,
      { shown } = this.source.kept;
    return this.open && !!variation && (shown || !!variation.parent?.variation);
  }

  /** Whether the turn that is shown can be removed, with all that follows it. */
  get canRemove() {
    return this.open && !!this.node.variation;
  }

  /** Makes the variation that is shown the main line where it branches off. */
  promote() {
    return this.source.edit(() => {
      const { variation } = this.node;
      return this.canPromote && variation ? promotion(variation) : null;
    }, true);
  }

  /** Removes the turn that is shown, and all that follow it. */
  remove() {
    return this.source.edit(() => (this.canRemove ? removal(this.node) : null));
  }
}
