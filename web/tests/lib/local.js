// A game of this browser for tests of the model: the toy game, with everything that can be seen of
// its session.

import { SearchBroker } from '../../model/broker.js';
import { LocalSource, newKept } from '../../model/local.js';
import { Opponent } from '../../model/opponent.js';
import { GameSession } from '../../model/session.js';
import { INFO, Toy } from './toy.js';

/** An ownership that is decided by hand. */
class Hand {
  constructor(moved) {
    this.moved = moved;
    this.owned = false;
    this.released = false;
  }

  async claim() {
    this.owned = true;
  }

  found() {
    this.owned = true;
  }

  set(owned) {
    this.owned = owned;
    this.moved(owned);
  }

  release() {
    this.released = true;
    this.owned = false;
  }
}

/** A session of a game in this browser, with everything that can be seen of it. */
export async function local({ Source = LocalSource, broker = new SearchBroker(), ...parts } = {}) {
  const toy = new Toy(),
    saved = [],
    texts = [],
    changes = [];
  let hand;
  const kept = newKept({ game: 'toy', ...parts });
  const level = Object.values(kept.players).find(({ kind }) => kind === 'computer')?.level;
  const source = new Source(INFO, kept, {
    broker,
    store: {
      loadGame: () => null,
      saveGame: one => {
        saved.push([...one.turns]);
        texts.push(JSON.stringify({ ...one, v: 2 }));
      },
    },
    own: (_, moved) => (hand = new Hand(moved)),
    opponent: new Opponent(broker, level ?? '', { least: 0, askServer: async () => null }),
    kept: () => saved.push('kept'),
  });
  const session = new GameSession(source, toy);
  session.subscribe(async change => {
    changes.push(change);
  });
  await session.open();
  return { session, source, toy, saved, texts, changes, hand, broker, kept };
}

export const COMPUTER = {
  players: { light: { kind: 'person' }, dark: { kind: 'computer', level: 'level-1' } },
};
