// What the Analyse page knows of positions, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { level, plyAt } from '../analyse/curve.js';
import { Knowledge, accuracy, isMistake } from '../analyse/knowledge.js';

const win = turns => ({ kind: 'win', turns }),
  loss = turns => ({ kind: 'loss', turns }),
  draw = { kind: 'draw' },
  unknown = { kind: 'unknown' };

test('a mistake gives a win or a draw away, and nothing else is one', () => {
  assert.equal(isMistake(win(5), loss(4)), false);
  assert.equal(isMistake(win(5), loss(40)), false, 'a longer win is still one');
  assert.equal(isMistake(win(5), draw), true);
  assert.equal(isMistake(draw, win(3)), true);
  assert.equal(isMistake(draw, draw), false);
  assert.equal(isMistake(loss(4), win(3)), false, 'who has lost gives nothing away');
  assert.equal(isMistake(unknown, draw), null);
  assert.equal(isMistake(undefined, draw), null);
});

test('accuracy counts the turns of each side whose position is known', () => {
  const values = [draw, draw, loss(9), win(8), draw, undefined, draw];
  // Light: kept; light after a loss: kept. Dark: gave the draw away; light's win is gone at 3.
  assert.deepEqual(accuracy(values, 0), [
    { kept: 2, of: 2 },
    { kept: 1, of: 2 },
  ]);
  assert.deepEqual(accuracy(values, 1), accuracy(values, 0).reverse());
});

test('the server is asked only where this browser does not know, and each position once', async () => {
  const asked = [];
  const table = {
    a: { value: draw, turns: [{ turn: 'x', after: 'b', value: draw }] },
    b: {
      value: draw,
      turns: ['p', 'q', 'r'].map((turn, i) => ({ turn, after: turn, value: i ? loss(2) : draw })),
    },
    c: { value: unknown, turns: [] },
    d: { value: unknown, turns: [] },
  };
  const knowledge = new Knowledge({
    here: async position => (asked.push(`here ${position}`), table[position]),
    server: async position => {
      asked.push(`server ${position}`);
      if (position === 'd') throw new Error('nobody answers');
      return { value: win(3), turns: [] };
    },
  });
  assert.equal((await knowledge.of('a')).from, 'here');
  assert.equal((await knowledge.of('a')).from, 'here');
  assert.equal((await knowledge.of('c')).from, 'server');
  assert.equal((await knowledge.of('d')).from, null);
  const traps = [];
  for await (const trap of knowledge.traps(await knowledge.of('a'), () => true)) traps.push(trap);
  assert.deepEqual(traps, [['x', { losing: 2, of: 3 }]]);
  assert.deepEqual(asked, ['here a', 'here c', 'server c', 'here d', 'server d', 'here b']);
});

test('what could not be asked is asked again', async () => {
  let broken = true;
  const knowledge = new Knowledge({
    here: async () => {
      if (broken) throw new Error('the worker is lost');
      return { value: draw, turns: [] };
    },
    server: async () => ({ value: unknown, turns: [] }),
  });
  await assert.rejects(knowledge.of('a'));
  broken = false;
  assert.equal((await knowledge.of('a')).from, 'here');
});

test('the curve keeps wins above draws above losses, nearer to the edge near the end', () => {
  const heights = [win(1), win(50), draw, loss(50), loss(1)].map(level);
  assert.deepEqual([...heights].sort(), heights);
  const judged = [{ kind: 'score', points: 900 }, draw, { kind: 'score', points: -900 }].map(level);
  assert.deepEqual([...judged].sort(), judged);
  assert.equal(plyAt(-50, 400, 10), 0);
  assert.equal(plyAt(500, 400, 10), 9);
});
