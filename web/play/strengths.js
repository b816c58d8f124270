// @ts-check
// How strong the levels are. Made from the games and the table of docs/search.md by
// `DAMIER_BLESS=1 cargo test -p damier-games --test strengths`.

/**
 * A level: how many turns it looks ahead, how often in a thousand it does not see what is hardest
 * to see, and what it scored against the level below, in per cent, where that was measured.
 * @typedef {{depth: number, blunders: number, score: number | null}} Strength
 */

/**
 * The levels of each game, and what the strongest player scored against the last of them.
 * @type {Record<string, {levels: Strength[], strongest: number | null}>}
 */
export const STRENGTHS = {
  fraha: {
    levels: [
      { depth: 1, blunders: 400, score: null },
      { depth: 2, blunders: 250, score: 78 },
      { depth: 3, blunders: 150, score: 76.2 },
      { depth: 4, blunders: 60, score: 82.5 },
      { depth: 6, blunders: 10, score: 77.5 },
      { depth: 14, blunders: 0, score: 85.8 },
    ],
    strongest: 82.2,
  },
  achef: {
    levels: [
      { depth: 1, blunders: 400, score: null },
      { depth: 2, blunders: 250, score: 89 },
      { depth: 3, blunders: 150, score: 76.8 },
      { depth: 4, blunders: 60, score: 82 },
      { depth: 6, blunders: 10, score: 85.8 },
      { depth: 14, blunders: 0, score: 77.2 },
    ],
    strongest: null,
  },
  rooya: {
    levels: [
      { depth: 1, blunders: 800, score: null },
      { depth: 1, blunders: 450, score: 75.2 },
      { depth: 2, blunders: 260, score: 66.5 },
      { depth: 3, blunders: 40, score: 63.2 },
    ],
    strongest: 86.5,
  },
  fanorona: {
    levels: [
      { depth: 1, blunders: 400, score: null },
      { depth: 2, blunders: 250, score: 79 },
      { depth: 3, blunders: 150, score: 64.8 },
      { depth: 4, blunders: 60, score: 65.5 },
      { depth: 5, blunders: 20, score: 62.5 },
      { depth: 14, blunders: 0, score: 65.2 },
    ],
    strongest: null,
  },
  kono: {
    levels: [
      { depth: 1, blunders: 400, score: null },
      { depth: 2, blunders: 250, score: 82.2 },
      { depth: 3, blunders: 150, score: 76.5 },
      { depth: 4, blunders: 60, score: 71.5 },
    ],
    strongest: 67.5,
  },
};
