// What a turn did, read off its effects and drawn, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Layout } from '../board/layout.js';
import { decided, traceOver, traceUnder } from '../board/trace.js';
import { traceOf } from '../model/trace.js';

const move = (from, to) => ({ do: 'move', from, to });
const remove = cell => ({ do: 'remove', cell });

/** A board of 5 × 5 without anything on it. */
const VIEW = {
  cell: 'point',
  field: [-0.5, -0.5, 4.5, 4.5],
  cells: [...'abcde'].flatMap((file, x) =>
    [1, 2, 3, 4, 5].map(rank => ({ cell: `${file}${rank}`, x, y: rank - 1 })),
  ),
  links: [],
  regions: [],
  holes: [],
  controls: [],
  marks: [],
  sides: ['ivory', 'ebony'],
};
const layout = new Layout(VIEW, { quarters: 0, mini: false });
const count = (text, part) => text.split(part).length - 1;

test('a chain: its way, and what was taken at which step', () => {
  const before = [
    ['a1', 'light'],
    ['c1', 'dark'],
    ['d1', 'dark'],
    ['b4', 'dark'],
  ];
  const steps = [
      [],
      [move('a1', 'b1')],
      [remove('c1'), remove('d1')],
      [move('b1', 'b3'), remove('b4')],
    ],
    trace = traceOf(steps, before);
  assert.deepEqual(trace, {
    path: ['a1', 'b1', 'b3'],
    taken: [
      { cell: 'c1', side: 'dark', step: 1 },
      { cell: 'd1', side: 'dark', step: 1 },
      { cell: 'b4', side: 'dark', step: 2 },
    ],
    sent: [],
    swapped: [],
    turned: 0,
  });
  const under = traceUnder(layout, trace, new Set()),
    over = traceOver(layout, trace, new Set(['b3']));
  assert.equal(count(under, 'pawn-ebony'), 3, 'a pale pawn for each that was taken');
  assert.equal(count(over, '<text'), 5, 'two steps and three pawns are numbered');
  assert.equal(count(over, 'm-rule'), 3, 'each under a cross');
});

test('a pawn taken where the other now stands', () => {
  const trace = traceOf(
    [[move('a1', 'a3'), remove('a3')]],
    [
      ['a1', 'dark'],
      ['a3', 'light'],
    ],
  );
  assert.deepEqual(trace.taken, [{ cell: 'a3', side: 'light', step: 1 }]);
  const over = traceOver(layout, trace, new Set(['a3']));
  assert.ok(over.includes('×1') && !over.includes('m-rule'), over);
});

test('swaps, pawns that are sent elsewhere, placements, discs, pawns given up first', () => {
  const swap = traceOf([[move('b2', 'b3'), move('b3', 'b2')]], []);
  assert.deepEqual([swap.path, swap.swapped, swap.sent], [['b2', 'b3'], ['b2'], []]);
  const sent = traceOf([[], [move('a1', 'a2')], [], [move('b2', 'e5')]], []);
  assert.deepEqual([sent.path, sent.sent], [['a1', 'a2'], [{ from: 'b2', to: 'e5' }]]);
  assert.ok(traceUnder(layout, sent, new Set()).includes('m-sent'));
  const placed = traceOf([[{ do: 'place', cell: 'c3', side: 'dark' }]], []);
  assert.deepEqual(placed.path, ['c3']);
  assert.equal(traceOf([[{ do: 'spin', quarters: -1 }]], []).turned, -90);
  const given = traceOf([[remove('a5')], [], [move('a1', 'a2')]], [['a5', 'light']]);
  assert.deepEqual(given.taken, [{ cell: 'a5', side: 'light', step: 0 }]);
});

test('what decided the game: one band round a line, rings round what is none, a star on each', () => {
  const line = decided(layout, ['a3', 'c3', 'b3', 'd3', 'e3']);
  assert.deepEqual([count(line, 'm-over'), count(line, '<rect'), count(line, 'm-star')], [1, 2, 5]);
  for (const cells of [
    ['b1', 'c4'],
    ['b2', 'c2', 'd2', 'c4'],
    ['a1', 'c1', 'e1'],
  ]) {
    const rings = decided(layout, cells);
    assert.equal(count(rings, 'mark m-over'), cells.length, cells.join(' '));
    assert.equal(count(rings, 'm-star'), cells.length);
  }
  assert.equal(decided(layout, []), '');
});
