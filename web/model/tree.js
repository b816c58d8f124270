// @ts-check
// Turns as a tree: what was played, and what could have been played instead. The first child of a
// node is the main line, the others are variations of it; comments and glyphs belong to the turn
// they stand behind, or to the root where they stand before all turns.

/** @typedef {import('../types').Line} Line */

/** A turn in the tree; the root has none. */
export class TurnNode {
  /** @param {TurnNode | null} parent @param {string} turn */
  constructor(parent, turn) {
    this.parent = parent;
    this.turn = turn;
    /** The main line first, then its variations. @type {TurnNode[]} */
    this.children = [];
    /** What is said behind the turn. */
    this.comment = '';
    /** What a variation says before its first turn. */
    this.before = '';
    /** Signs such as `!` and `??`. @type {string[]} */
    this.glyphs = [];
    /** The number as the record has it, such as `3...`; empty if it was played here. */
    this.number = '';
    /** Whether a record has it: what was played here and taken back again is forgotten. */
    this.recorded = false;
  }

  /** How many turns lead here. */
  get ply() {
    return this.path.length;
  }

  /** The nodes that lead here, the root left out. @returns {TurnNode[]} */
  get path() {
    const nodes = [];
    for (let node = /** @type {TurnNode} */ (this); node.parent; node = node.parent)
      nodes.unshift(node);
    return nodes;
  }

  /** The turns that lead here. */
  get turns() {
    return this.path.map(({ turn }) => turn);
  }

  /** What could have been played instead, if this is the main line. @returns {TurnNode[]} */
  get variations() {
    return this.parent?.children[0] === this ? this.parent.children.slice(1) : [];
  }

  /** This turn and all that follow it on the main line. @returns {TurnNode[]} */
  get line() {
    const nodes = [];
    for (let node = /** @type {TurnNode | undefined} */ (this); node; node = node.children[0])
      nodes.push(node);
    return nodes;
  }

  /** The node after this turn, if there is one. @param {string} turn */
  child(turn) {
    return this.children.find(child => child.turn === turn) ?? null;
  }
}

export class GameTree {
  constructor() {
    this.root = new TurnNode(null, '');
  }

  /** The tree that a record describes. @param {Line | null | undefined} line */
  static of(line) {
    const tree = new GameTree();
    if (!line) return tree;
    tree.root.comment = line.comment;
    hang(tree.root, line);
    return tree;
  }

  /** The main line. @returns {TurnNode[]} */
  get main() {
    return this.root.line.slice(1);
  }

  /**
   * The node after a turn; a new one becomes the last child.
   * @param {TurnNode} at
   * @param {string} turn
   */
  add(at, turn) {
    const known = at.child(turn);
    if (known) return known;
    const node = new TurnNode(at, turn);
    at.children.push(node);
    return node;
  }

  /** The node to which turns lead from the root. @param {string[]} turns */
  reach(turns) {
    return turns.reduce((at, turn) => this.add(at, turn), this.root);
  }

  /** Makes a turn the main line where it branches off. @param {TurnNode} node */
  promote(node) {
    const { parent } = node;
    if (parent) parent.children = [node, ...parent.children.filter(child => child !== node)];
  }

  /** Removes a turn and all that follow it. @param {TurnNode} node */
  remove(node) {
    const { parent } = node;
    if (parent) parent.children = parent.children.filter(child => child !== node);
    node.parent = null;
  }

  /**
   * Forgets what no record has and what does not lead to a node: turns that were taken back, and
   * others played in their place.
   * @param {TurnNode} tip
   */
  prune(tip) {
    const kept = new Set(tip.path);
    const visit = (/** @type {TurnNode} */ node) => {
      node.children = node.children.filter(child => child.recorded || kept.has(child));
      node.children.forEach(visit);
    };
    visit(this.root);
  }

  /** How many turns of a line are as the record has them on its main line. @param {TurnNode} tip */
  recordedTo(tip) {
    const path = tip.path,
      other = path.findIndex(node => !node.recorded || node.parent?.children[0] !== node);
    return other < 0 ? path.length : other;
  }
}

/**
 * Hangs a line of a record below a node.
 * @param {TurnNode} at @param {Line} line @returns {TurnNode | undefined} its first turn
 */
function hang(at, line) {
  const place = at.children.length;
  let node = at;
  for (const told of line.turns) {
    const next = new TurnNode(node, told.turn);
    Object.assign(next, { comment: told.comment, number: told.number, recorded: true });
    next.glyphs = told.glyphs ?? [];
    node.children.push(next);
    for (const variation of told.variations) {
      const first = hang(node, variation);
      if (first) first.before = variation.comment;
    }
    node = next;
  }
  return at.children[place];
}
