// @ts-check
// What is known of the positions of a game: exact values from the tables of this browser or of the
// server, whichever knows, and how dangerous a drawn turn is. Each position is asked about once.

/** @typedef {import('../types').Value} Value */
/** @typedef {import('../types').Valued} Valued */

/**
 * What tables know of a position.
 * @typedef {object} Known
 * @property {Value} value what it is worth to the player to move
 * @property {Valued[]} turns the best first, what they are worth to the player who makes them
 * @property {'here' | 'server' | null} from who knows it; nobody, if it is not known
 */
/**
 * How many replies to a turn would lose.
 * @typedef {{losing: number, of: number}} Trap
 */
/** @typedef {{value: Value, turns: Valued[]}} Answer */
/**
 * Who can be asked; tests bring their own.
 * @typedef {object} Means
 * @property {(position: string) => Promise<Answer>} here
 * @property {(position: string) => Promise<Answer>} server
 */

/** How many positions are remembered. */
const MOST = 2000;

/** Of how many drawn turns the replies are looked at. */
const TRAPS = 24;

export class Knowledge {
  /** @param {Means} means */
  constructor(means) {
    this.means = means;
    /** @type {Map<string, Promise<Known>>} */
    this.known = new Map();
  }

  /** What is known of a position. @param {string} position @returns {Promise<Known>} */
  of(position) {
    const asked = this.known.get(position);
    if (asked) return asked;
    if (this.known.size >= MOST) this.known.clear();
    const asking = this.find(position);
    this.known.set(position, asking);
    // Nobody is to wait forever for what could not be asked once.
    asking.catch(() => this.known.delete(position));
    return asking;
  }

  /** @param {string} position @returns {Promise<Known>} */
  async find(position) {
    const sure = (/** @type {Answer} */ { value }) => value.kind !== 'unknown';
    const here = await this.means.here(position);
    if (sure(here)) return { ...here, from: 'here' };
    const there = await this.means.server(position).catch(() => null);
    if (there && sure(there)) return { ...there, from: 'server' };
    return { ...here, from: null };
  }

  /**
   * For drawn turns, the first of them: how many replies would lose.
   * @param {Known} known @param {() => boolean} wanted
   * @returns {AsyncGenerator<[string, Trap]>}
   */
  async *traps({ turns }, wanted) {
    const drawn = turns.filter(({ value }) => value.kind === 'draw').slice(0, TRAPS);
    for (const { turn, after } of drawn) {
      if (!wanted()) return;
      const replies = (await this.of(after)).turns;
      const losing = replies.filter(({ value }) => value.kind === 'loss').length;
      if (replies.length) yield [turn, { losing, of: replies.length }];
    }
  }
}

/** How good a kind of value is. @type {Record<string, number>} */
const RANK = { loss: 0, draw: 1, win: 2 };

/** The same value seen by the other player. @param {Value} value @returns {Value} */
export const turned = value =>
  value.kind === 'win'
    ? { ...value, kind: 'loss' }
    : value.kind === 'loss'
      ? { ...value, kind: 'win' }
      : value;

/**
 * Whether a turn gave something away: what the position was worth, and what the next one is worth to
 * the opponent.
 * @param {Value | undefined} before @param {Value | undefined} after
 * @returns {boolean | null} null: it is not known
 */
export function isMistake(before, after) {
  if (!before || !after || !(before.kind in RANK) || !(after.kind in RANK)) return null;
  return RANK[turned(after).kind] < RANK[before.kind];
}

/**
 * How exactly each side played a line: of its turns in positions of known value, how many kept it.
 * @param {(Value | undefined)[]} values of each position of the line, to its player to move
 * @param {number} first the side that moves first, 0 or 1
 * @returns {[{kept: number, of: number}, {kept: number, of: number}]}
 */
export function accuracy(values, first) {
  /** @type {[{kept: number, of: number}, {kept: number, of: number}]} */
  const sides = [
    { kept: 0, of: 0 },
    { kept: 0, of: 0 },
  ];
  for (let ply = 0; ply + 1 < values.length; ply++) {
    const mistake = isMistake(values[ply], values[ply + 1]),
      side = sides[(first + ply) % 2];
    if (mistake === null) continue;
    side.of++;
    if (!mistake) side.kept++;
  }
  return sides;
}
