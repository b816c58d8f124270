// Hints explain themselves: what a turn takes, what the best reply takes, whether the pawn stays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchBroker } from '../model/broker.js';
import { findHint } from '../model/hint.js';
import { INFO, Toy, found, idle } from './lib/toy.js';

const move = (from, to) => ({ do: 'move', from, to });
const remove = cell => ({ do: 'remove', cell });

/** The hint for a search that finds this line, where turns have these effects. */
async function hinted(line, effects, { wanted = () => true } = {}) {
  const toy = new Toy(),
    broker = new SearchBroker();
  Object.assign(toy, { effects });
  toy.pieces = Array.from({ length: 4 }, () => [
    ['a1', 'light'],
    ['b2', 'light'],
    ['d2', 'light'],
    ['c3', 'dark'],
    ['c4', 'dark'],
    ['e5', 'dark'],
  ]);
  const game = await toy.openGame({ game: 'toy', turns: [] });
  const hint = findHint({ info: INFO, game, broker, wanted, openGame: toy.openGame });
  while (!toy.searches.length) await idle();
  toy.searches[0].open(found(line[0], { line }));
  const answer = await hint;
  assert.deepEqual(
    toy.games.slice(1).map(({ closed }) => closed),
    toy.games.slice(1).map(() => true),
    'what was opened to look ahead is closed',
  );
  return answer;
}

const GOOD = { take: [[move('a1', 'b1'), remove('c3'), remove('c4')]], step: [[move('e5', 'e4')]] };

test('what it takes, and that the pawn stays', async () => {
  const { turn, value, follows } = await hinted(['take', 'step'], GOOD);
  assert.deepEqual([turn, value], ['take', null]);
  assert.deepEqual(follows, { takes: 2, loses: 0, cell: 'b1' });
});

test('what the best reply takes', async () => {
  const effects = { ...GOOD, back: [[move('e5', 'e4'), remove('b2'), remove('d2')]] };
  const { follows } = await hinted(['take', 'back'], effects);
  assert.deepEqual(follows, { takes: 2, loses: 2, cell: 'b1' });
});

test('a pawn that the reply sends elsewhere does not stay', async () => {
  const effects = { ...GOOD, send: [[move('e5', 'e4')], [move('b1', 'e1')]] };
  const { follows } = await hinted(['take', 'send'], effects);
  assert.equal(follows.cell, '');
});

test('a line of one turn says what it takes and promises nothing', async () => {
  const { follows } = await hinted(['take'], GOOD);
  assert.deepEqual(follows, { takes: 2, loses: 0, cell: '' });
});

test('what nobody wants any more is not looked into', async () => {
  let asked = 0;
  const hint = await hinted(['take', 'step'], GOOD, { wanted: () => asked++ < 1 });
  assert.equal(hint, null);
});
