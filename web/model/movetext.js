// @ts-check
// A game as the text of a record: tags, then the tree with its comments, glyphs and variations. The
// rules read it, check it and write it in the one normal way.

/** @typedef {import('./tree.js').GameTree} GameTree */
/** @typedef {import('./tree.js').TurnNode} TurnNode */

/** What may end a game that its turns do not end. */
const AGREED = ['resigned', 'time', 'agreement', 'abandoned'];

/**
 * @param {object} game
 * @param {string} game.game
 * @param {string} game.rules
 * @param {string | null} game.start
 * @param {Record<string, string>} game.tags
 * @param {GameTree} game.tree
 * @param {import('../types').Side} game.first who began
 * @param {import('./store.js').End | null} game.end what ended it other than a turn
 */
export function recordText({ game, rules, start, tags, tree, first, end }) {
  const score = end && (end.outcome === 'draw' ? '1/2-1/2' : end.outcome === first ? '1-0' : '0-1');
  const all = Object.entries({
    Game: game,
    ...(rules ? { Rules: rules } : {}),
    ...(start ? { Start: start } : {}),
    ...tags,
    ...(score ? { Result: score } : {}),
    ...(end && AGREED.includes(end.how) ? { Termination: end.how } : {}),
  });
  const heading = all.map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]\n`);
  return `${heading.join('')}\n${movetext(tree)}\n`;
}

/** The turns of a tree. @param {GameTree} tree */
export function movetext({ root }) {
  return [...said(root.comment), ...line(root.children[0])].join(' ');
}

/** @param {string} comment */
const said = comment => (comment ? [`{${comment}}`] : []);

/** A line from its first turn on, in words. @param {TurnNode | undefined} first @returns {string[]} */
function line(first) {
  return (first?.line ?? []).flatMap(node => [
    node.turn + node.glyphs.join(''),
    ...said(node.comment),
    ...node.variations.map(other => `(${[...said(other.before), ...line(other)].join(' ')})`),
  ]);
}
