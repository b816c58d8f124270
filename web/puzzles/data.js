// @ts-check
// The puzzles: one list for each game, as crates/puzzles writes them (its module `text` says what a
// line means). A list is loaded when somebody wants it, and kept with the pages for when there is no
// server.

/** @typedef {'win' | 'save' | 'trap'} Kind */

/**
 * A puzzle. The turns of its line are the solver's and the defender's, alternating, the solver's
 * last; each is all turns that are right there.
 * @typedef {object} Puzzle
 * @property {string} id the same whatever list it stands in
 * @property {string} game
 * @property {Kind} kind
 * @property {number | null} turns in how many turns of both it is won, where that is known
 * @property {number} rating
 * @property {string} themes a letter for each
 * @property {string} position
 * @property {string[][]} line
 */

/** @type {Record<string, Kind>} */
const KINDS = { w: 'win', s: 'save', t: 'trap' };

/** A short name for a text, always the same (FNV-1a). @param {string} text */
export function hash(text) {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}

/**
 * Reads a list; what is no puzzle is left out.
 * @param {string} game @param {string} text @returns {Puzzle[]}
 */
export function parse(game, text) {
  return text.split('\n').flatMap(line => {
    const found = /^([wst])(\d*) (\d+) ([a-z]*) (.+) ; (.+)$/.exec(line);
    if (!found) return [];
    const [, kind, turns, rating, themes, position, played] = found;
    return [
      {
        id: hash(`${game} ${position}`).toString(36),
        game,
        kind: KINDS[kind],
        turns: turns ? Number(turns) : null,
        rating: Number(rating),
        themes,
        position,
        line: played.split(' ').map(step => step.split('|')),
      },
    ];
  });
}

/** @type {Map<string, Promise<Puzzle[]>>} */
const lists = new Map();

/** The puzzles of a game; none if it has none. @param {string} game */
export function load(game) {
  const known = lists.get(game);
  if (known) return known;
  const list = fetch(new URL(`${game}.list`, import.meta.url)).then(async answer => {
    if (answer.status === 404) return [];
    if (!answer.ok) throw new Error(`${game}.list: ${answer.status}`);
    return parse(game, await answer.text());
  });
  // What could not be had once may be there later.
  list.catch(() => lists.delete(game));
  lists.set(game, list);
  return list;
}

/** What somebody wants to solve; empty: whatever there is. */
/** @typedef {{game: string, theme: string, difficulty: '' | 'easy' | 'medium' | 'hard'}} Filter */

/** The ratings of what counts as easy, medium and hard. */
const BANDS = { easy: [0, 1000], medium: [1000, 1400], hard: [1400, Infinity] };

/** @param {Puzzle} puzzle @param {Filter} filter */
export function fits({ rating, themes, kind }, { theme, difficulty }) {
  const [from, to] = difficulty ? BANDS[difficulty] : [0, Infinity];
  return rating >= from && rating < to && (!theme || kind === theme || themes.includes(theme));
}

/** How many puzzles near one's own strength chance chooses from. */
const NEAR = 12;

/**
 * A puzzle to go on with: one that has not been tried, near one's own strength; one that has, where
 * all have.
 * @param {Puzzle[]} pool @param {number} rating @param {(id: string) => boolean} tried
 * @param {() => number} [chance]
 * @returns {Puzzle | null}
 */
export function choose(pool, rating, tried, chance = Math.random) {
  const fresh = pool.filter(({ id }) => !tried(id)),
    from = fresh.length ? fresh : pool;
  const near = [...from].sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating));
  return near[Math.floor(chance() * Math.min(NEAR, near.length))] ?? null;
}

/** The day, the same all over the world. @param {Date} [now] */
export const today = (now = new Date()) => now.toISOString().slice(0, 10);

/**
 * The puzzle of a day, the same for everybody: the games take turns.
 * @param {Puzzle[][]} all one list for each game @param {string} day
 * @returns {Puzzle | null}
 */
export function daily(all, day) {
  const there = all.filter(list => list.length);
  if (!there.length) return null;
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000),
    list = there[((number % there.length) + there.length) % there.length];
  return list[hash(day) % list.length];
}
