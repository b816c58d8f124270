// A game for tests of the model: turns are words, sides take turns, `end` wins. Answers can be held
// back, so that what happens meanwhile happens at a known moment.

/** A promise and what fulfils it. */
export function gate() {
  let open, fail;
  const opened = new Promise((done, no) => {
    open = done;
    fail = no;
  });
  return { opened, open, fail };
}

/** Lets everything that is ready to run do so. */
export const idle = () => new Promise(done => setImmediate(done));

export const INFO = {
  id: 'toy',
  name: { en: 'Toy', fr: 'Jouet' },
  levels: ['level-1', 'perfect'],
  sides: [{ name: { en: 'Light', fr: 'Blanc' } }, { name: { en: 'Dark', fr: 'Noir' } }],
};

const side = ply => (ply % 2 ? 'dark' : 'light');

/** The rules' part of an open game. */
export class ToyGame {
  constructor({ game, rules = '', start = null }, toy) {
    this.base = { game, rules };
    this.start = start;
    this.toy = toy;
    this.state = null;
    this.closed = false;
  }

  get turns() {
    return this.state.moves.map(({ turn }) => turn);
  }

  get position() {
    return this.state.look.position;
  }

  async line(turns) {
    this.toy.asked.push(turns.join(' '));
    await this.toy.held;
    if (turns.includes('illegal')) throw new Error('illegal');
    this.state = {
      start: 'start',
      first: 'light',
      to_move: side(turns.length),
      over: turns.at(-1) === 'end' ? { outcome: side(turns.length - 1), how: 'goal' } : null,
      occurrences: 1,
      positions: turns.map((_, i) => turns.slice(0, i + 1).join('/')),
      moves: turns.map((turn, i) => ({
        turn,
        side: side(i),
        after: turns.slice(0, i + 1).join('/'),
        effects: this.toy.effects[turn] ?? [[{ do: 'move', from: `${turn}0`, to: `${turn}1` }]],
      })),
      look: { position: turns.join('/') || 'start', to_move: side(turns.length), pieces: [] },
    };
    return this.state;
  }

  reword() {
    return this.line(this.turns);
  }

  async type(turn) {
    return { turn, effects: [[{ do: 'move', from: `${turn}0`, to: `${turn}1` }]] };
  }

  async goto(ply) {
    return { ...this.state.look, pieces: this.toy.pieces[ply] ?? [] };
  }

  async value() {
    return { value: { kind: 'unknown' }, turns: [] };
  }

  reach() {
    return Promise.resolve({ rules: '', known: true, some: true });
  }

  think(how) {
    const search = { ...gate(), how, at: this.turns.join(' '), stopped: false };
    this.toy.searches.push(search);
    const stop = () => {
      search.stopped = true;
    };
    return { found: search.opened, stop };
  }

  close() {
    this.closed = true;
  }
}

/** Rules whose answers can be held back. */
export class Toy {
  asked = [];
  searches = [];
  games = [];
  held = Promise.resolve();
  /** What turns do, where that matters. */
  effects = {};
  /** The pawns after so many turns, where they matter. */
  pieces = [];

  openGame = async opening => {
    const game = new ToyGame(opening, this);
    this.games.push(game);
    await game.line(opening.turns ?? []);
    return game;
  };

  /** Nothing is answered until what is returned is called. */
  hold() {
    const { opened, open } = gate();
    this.held = opened;
    return open;
  }
}

/** What a search finds. */
export const found = (turn, more = {}) => ({
  turn,
  effects: [],
  exact: false,
  score: { kind: 'score', points: 0 },
  ...more,
});
