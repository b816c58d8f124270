// @ts-check
// A storm: as many puzzles as one can in three minutes, harder and harder. A mistake costs time and
// the puzzle.

/** In milliseconds. */
export const LONG = 180_000,
  COST = 10_000;

/** How often the clock is shown, in milliseconds. */
const OFTEN = 250;

export class Storm {
  /**
   * @param {() => void} tick shows the clock @param {() => void} ended
   * @param {() => number} [now]
   */
  constructor(tick, ended, now = () => performance.now()) {
    this.tick = tick;
    this.ended = ended;
    this.now = now;
    this.ends = now() + LONG;
    this.solved = 0;
    this.over = false;
    this.timer = setInterval(() => this.look(), OFTEN);
  }

  /** What is left, in milliseconds. */
  get left() {
    return this.over ? 0 : Math.max(0, this.ends - this.now());
  }

  look() {
    if (this.left > 0) return this.tick();
    this.stop();
    this.ended();
  }

  /** A mistake was made. */
  erred() {
    this.ends -= COST;
    this.look();
  }

  stop() {
    clearInterval(this.timer);
    this.over = true;
  }
}

/** A time as clocks show it. @param {number} ms */
export function clock(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * The next puzzle of a storm: the more were solved, the harder.
 * @param {import('./data.js').Puzzle[]} pool @param {number} number how many there were
 * @param {(id: string) => boolean} seen @param {() => number} [chance]
 */
export function nextOf(pool, number, seen, chance = Math.random) {
  const left = pool.filter(({ id }) => !seen(id)).sort((a, b) => a.rating - b.rating),
    // After thirty puzzles only the hardest tenth is left to choose from.
    from = Math.floor(left.length * Math.min(0.9, number / 33)),
    wide = Math.max(1, Math.floor(left.length / 10));
  return left[Math.min(left.length - 1, from + Math.floor(chance() * wide))] ?? null;
}
