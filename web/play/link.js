// @ts-check
// A game in an address.

/**
 * The link that shows a game from its beginning.
 * @param {{game: string, rules: string, start: string | null, turns: string[]}} game
 */
export function gameLink({ game, rules, start, turns }) {
  const parts = new URLSearchParams({ game });
  if (rules) parts.set('rules', rules);
  if (start) parts.set('start', start);
  if (turns.length) parts.set('turns', turns.join(' '));
  return `${location.origin}/play#${parts}`;
}
