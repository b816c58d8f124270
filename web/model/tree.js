// @ts-check
// Turns as a tree: what was played, and what could have been played instead. The first child of a
// node is the main line, the others are variations of it; comments, glyphs and the end that players
// agreed on belong to the turn they stand behind, or to the root where they stand before all turns.

/** @typedef {import('./store.js').End} End */

/**
 * A line of turns as it is stored, and as records give it: the game itself, or a variation.
 * @typedef {object} StoredLine
 * @property {string} comment
 * @property {StoredTurn[]} turns
 */
/**
 * @typedef {object} StoredTurn
 * @property {string} number empty if no record has the turn
 * @property {string} turn
 * @property {string} comment
 * @property {string[]} [glyphs]
 * @property {End} [end]
 * @property {StoredLine[]} variations
 */

/** How many nodes there have been: each has a number of its own. */
let count = 0;

/** A turn in the tree; the root has none. */
export class TurnNode {
  /** @param {TurnNode | null} parent @param {string} turn */
  constructor(parent, turn) {
    this.id = ++count;
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
    /** What ended the game here other than a turn. @type {End | null} */
    this.end = null;
  }

  /** Whether a record has it, instead of being played here. */
  get recorded() {
    return this.number !== '';
  }

  /** How many turns lead here. */
  get ply() {
    let ply = 0;
    for (let node = this.parent; node; node = node.parent) ply++;
    return ply;
  }

  /** The nodes that lead here, the root left out. @returns {TurnNode[]} */
  get path() {
    const nodes = [];
    for (let node = /** @type {TurnNode} */ (this); node.parent; node = node.parent)
      nodes.push(node);
    return nodes.reverse();
  }

  /** The turns that lead here. */
  get turns() {
    return this.path.map(({ turn }) => turn);
  }

  /** What could have been played instead, if this is the main line. @returns {TurnNode[]} */
  get variations() {
    return this.parent?.children[0] === this ? this.parent.children.slice(1) : [];
  }

  /** This turn and all that follow it on its line. @returns {TurnNode[]} */
  get line() {
    const nodes = [];
    for (let node = /** @type {TurnNode | undefined} */ (this); node; node = node.children[0])
      nodes.push(node);
    return nodes;
  }

  /** The last turn of this line. @returns {TurnNode} */
  get last() {
    return /** @type {TurnNode} */ (this.line.at(-1));
  }

  /**
   * The turn with which the variation begins that this one is part of; none: the main line.
   * @returns {TurnNode | null}
   */
  get variation() {
    const nodes = this.path.reverse();
    return nodes.find(node => node.parent?.children[0] !== node) ?? null;
  }

  /** In how many variations, one within the other, this turn lies. */
  get depth() {
    return this.path.filter(node => node.parent?.children[0] !== node).length;
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

  /** The tree that a record describes. @param {StoredLine | null | undefined} line */
  static of(line) {
    const tree = new GameTree();
    if (!line) return tree;
    tree.root.comment = line.comment;
    hang(tree.root, line);
    return tree;
  }

  /**
   * The tree of a game that is kept. One of an older version has the tree of the record it came
   * from, and perhaps other turns than it.
   * @param {Pick<import('./store.js').Kept, 'notes' | 'turns' | 'end'>} kept
   */
  static kept({ notes, turns, end }) {
    const tree = GameTree.of(notes),
      played = tree.reach(turns);
    tree.lead(played);
    played.end = end;
    return tree;
  }

  /** The main line. @returns {TurnNode[]} */
  get main() {
    return this.root.line.slice(1);
  }

  /** The last turn of the main line. */
  get last() {
    return this.root.last;
  }

  /** Every node but the root. @returns {TurnNode[]} */
  get nodes() {
    const all = [...this.root.children];
    // What is appended is looked at as well.
    for (const node of all) for (const child of node.children) all.push(child);
    return all;
  }

  /** Whether something could have been played instead of what was. */
  get hasVariations() {
    return this.root.children.length > 1 || this.nodes.some(node => node.children.length > 1);
  }

  /** Whether there is anything besides the turns of the main line. */
  get hasNotes() {
    const said = (/** @type {TurnNode} */ node) =>
      node.comment || node.glyphs.length || node.recorded;
    return !!said(this.root) || this.hasVariations || this.nodes.some(said);
  }

  /** The tree as it is stored. @returns {StoredLine} */
  stored() {
    return lineOf(this.root.comment, this.root.children[0]);
  }

  /** The node of this number. @param {number} id */
  find(id) {
    return this.nodes.find(node => node.id === id) ?? null;
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
    // A list of its own: edits remember the one before.
    at.children = [...at.children, node];
    return node;
  }

  /** The node to which turns lead from the root. @param {string[]} turns */
  reach(turns) {
    return turns.reduce((at, turn) => this.add(at, turn), this.root);
  }

  /** The node to which these turns lead, if they are in the tree. @param {string[]} turns */
  at(turns) {
    let node = /** @type {TurnNode | null} */ (this.root);
    for (const turn of turns) node = node?.child(turn) ?? null;
    return node;
  }

  /** Makes a turn the main line where it branches off. @param {TurnNode} node */
  promote(node) {
    const { parent } = node;
    if (parent) parent.children = [node, ...parent.children.filter(child => child !== node)];
  }

  /** Makes the main line of the whole tree lead through a turn. @param {TurnNode} node */
  lead(node) {
    for (const each of node.path) this.promote(each);
  }

  /** Removes a turn and all that follow it. @param {TurnNode} node */
  remove(node) {
    const { parent } = node;
    if (parent) parent.children = parent.children.filter(child => child !== node);
  }

  /** Forgets everything that does not lead to a node. @param {TurnNode} tip */
  prune(tip) {
    tip.children = [];
    for (const node of tip.path) if (node.parent) node.parent.children = [node];
  }
}

/**
 * Hangs a line of a record below a node.
 * @param {TurnNode} at @param {StoredLine} line @returns {TurnNode | undefined} its first turn
 */
function hang(at, line) {
  const place = at.children.length;
  let node = at;
  for (const told of line.turns) {
    const next = new TurnNode(node, told.turn);
    next.comment = told.comment;
    next.number = told.number;
    next.glyphs = told.glyphs ?? [];
    next.end = told.end ?? null;
    node.children.push(next);
    for (const variation of told.variations) {
      const first = hang(node, variation);
      if (first) first.before = variation.comment;
    }
    node = next;
  }
  return at.children[place];
}

/** A line as it is stored. @param {string} comment @param {TurnNode | undefined} first */
function lineOf(comment, first) {
  /** @type {StoredLine} */
  const line = { comment, turns: [] };
  for (const node of first?.line ?? []) {
    const others = node === first && node.parent?.children[0] !== node ? [] : node.variations;
    line.turns.push({
      number: node.number,
      turn: node.turn,
      comment: node.comment,
      ...(node.glyphs.length ? { glyphs: node.glyphs } : {}),
      ...(node.end ? { end: node.end } : {}),
      variations: others.map(other => lineOf(other.before, other)),
    });
  }
  return line;
}
