// The board without a browser: where things lie, what is drawn, and how a turn is entered on it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EntryController } from '../board/entry-controller.js';
import { Layout, U, grown, num, polar, pt, towards } from '../board/layout.js';
import { CROSS, lastTurn, path } from '../board/marks.js';
import { escape } from '../board/svg.js';
import { coordinates, frame, surfaces } from '../board/surface.js';

/** Three by three cells; the four in the middle of the edges and the centre turn on a disc. */
const CELLS = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'];
const ON_DISC = ['b1', 'a2', 'b2', 'c2', 'b3'];
const VIEW = {
  cell: 'tile',
  field: [-0.5, -0.5, 2.5, 2.5],
  cells: CELLS.map(cell => ({ cell, x: 'abc'.indexOf(cell[0]), y: Number(cell[1]) - 1 })),
  links: [['a1', 'b1']],
  regions: [
    {
      id: 'ground',
      tone: 'plain',
      shape: 'cells',
      lift: 0,
      turns: false,
      cells: CELLS.filter(cell => !ON_DISC.includes(cell)),
    },
    {
      id: 'disc',
      tone: 'low',
      shape: 'disc',
      centre: [1, 1],
      radius: 1.4,
      lift: 0,
      turns: true,
      cells: ON_DISC,
    },
  ],
  holes: [],
  controls: [],
  sides: ['ivory', 'ebony'],
};

test('numbers and points are written shortly, and ways are measured', () => {
  assert.deepEqual([num(1 / 3), num(2), pt({ x: 0.04, y: -1.25 })], [0.3, 2, '0 -1.3']);
  assert.deepEqual(towards({ x: 0, y: 0 }, { x: 30, y: 40 }, 5), { x: 3, y: 4 });
  assert.equal(pt(polar({ x: 1, y: 1 }, 2, 90)), '1 3');
  assert.deepEqual(grown({ x: 0, y: 0, w: 2, h: 4 }, 1), { x: -1, y: -1, w: 4, h: 6 });
});

test('a board lies as it is turned, and arrows follow what is seen', () => {
  const rows = quarters => new Layout(VIEW, { quarters }).rows().map(row => row.join(' '));
  const upright = [
    ['a3 b3 c3', 'a2 b2 c2', 'a1 b1 c1'],
    ['a1 a2 a3', 'b1 b2 b3', 'c1 c2 c3'],
    ['c1 b1 a1', 'c2 b2 a2', 'c3 b3 a3'],
    ['c3 c2 c1', 'b3 b2 b1', 'a3 a2 a1'],
  ];
  upright.forEach((wanted, quarters) => assert.deepEqual(rows(quarters), wanted));
  assert.deepEqual(rows(-1), upright[3]);
  const layout = new Layout(VIEW, {});
  assert.deepEqual(
    [
      [1, 0],
      [-1, 0],
      [0, -1],
      [0, 1],
    ].map(([dx, dy]) => layout.neighbour('b2', dx, dy)),
    ['c2', 'a2', 'b3', 'b1'],
  );
  assert.equal(layout.neighbour('c3', 1, 0), null, 'beyond the edge there is nothing');
  assert.equal(new Layout(VIEW, { quarters: 2 }).neighbour('b2', 1, 0), 'a2');
});

test('a point belongs to the nearest cell, and to none far away', () => {
  const layout = new Layout(VIEW, {}),
    { x, y } = layout.at('b2');
  assert.equal(layout.nearest({ x: x + 0.4 * U, y }, 0.62 * U), 'b2');
  assert.equal(layout.nearest({ x: x + 0.6 * U, y }, 0.62 * U), 'c2');
  assert.equal(layout.nearest({ x: x + 5 * U, y }, 0.62 * U), null);
});

test('the disc carries what lies on it', () => {
  const layout = new Layout(VIEW, {});
  assert.deepEqual([layout.onDisc('b1'), layout.onDisc('a1')], [true, false]);
  // Clockwise, as it is seen: from the lower edge to the left one.
  assert.deepEqual(
    [1, 2, 3, 4, -1].map(quarters => layout.turned('b1', quarters)),
    ['a2', 'b3', 'c2', 'b1', 'c2'],
  );
  assert.equal(layout.turned('a1', 1), null);
});

test('drawings are markup that closes what it opens, with every cell and nothing odd', () => {
  for (const quarters of [0, 1, 2, 3]) {
    const layout = new Layout(VIEW, { quarters });
    const last = lastTurn(layout, { path: ['a1', 'a2'], also: ['c3'], turned: 1 }, new Set());
    const drawn = [frame(layout), coordinates(layout), surfaces(layout), CROSS, last];
    for (const markup of [...drawn, path(layout, ['a1', 'a2', 'a3'])]) {
      assert.doesNotMatch(markup, /NaN|undefined|null|Infinity/);
      const open = [];
      for (const [, close, tag, , self] of markup.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
        if (close) assert.equal(open.pop(), tag);
        else if (!self) open.push(tag);
      }
      assert.deepEqual(open, []);
    }
    for (const name of ['a', 'b', 'c', '1', '2', '3'])
      assert.match(coordinates(layout), new RegExp(`>${name}</text>`));
  }
  assert.equal(escape(`<a href="x">&'`), '&#60;a href=&#34;x&#34;&#62;&#38;&#39;');
});

// ---- entering a turn ---------------------------------------------------------------------------

/** Rules in which a turn is `from to`, or `from over to`; `no` is refused. */
const ask = async clicks => {
  if (clicks.includes('no')) throw new Error('refused');
  const next = [
    [
      { click: 'a1', kind: 'choose', effects: [] },
      { click: 'b1', kind: 'choose', effects: [] },
    ],
    [
      { click: 'a2', kind: 'go', effects: [], turn: `${clicks[0]}-a2` },
      { click: 'b2', kind: 'take', effects: [] },
    ],
    [
      { click: 'c3', kind: 'go', effects: [], turn: `${clicks[0]}-b2-c3` },
      { click: 'c2', kind: 'go', effects: [], turn: `${clicks[0]}-b2-c2` },
    ],
    [],
  ][clicks.length];
  const turn = clicks[1] === 'a2' || clicks.length === 3 ? clicks.join('-') : null;
  return {
    clicks,
    steps: clicks.map((click, i) => (i ? [{ do: 'move', from: clicks[i - 1], to: click }] : [])),
    next: turn ? [] : next,
    turn,
    preview: {
      pieces: [['a1', 'light']],
      targets: [],
      attacked: [],
      taken: [],
      path: [],
      choices: [],
      selected: clicks[0] ?? null,
      hand: [0, 0],
      marks: [],
    },
  };
};

/** A controller with a board that only remembers. */
async function entering(more = {}) {
  const log = [],
    board = { host: { dataset: {} }, released: false, grid: { touch: true } };
  const controller = new EntryController(board, {
    draw: steps => log.push(['draw', steps?.length ?? 0]),
    complete: (turn, steps, revision) => log.push(['turn', turn, steps.length, revision]),
    refused: error => log.push(['refused', error.message]),
    closed: () => log.push(['closed']),
    ...more,
  });
  await controller.begin(ask, 7);
  return { controller, board, log };
}

test('a turn is entered click by click, in order, and goes to its revision', async () => {
  const { controller, board, log } = await entering();
  controller.click('a1', false);
  controller.click('b2', false);
  await controller.click('c3', false);
  assert.deepEqual(log, [
    ['draw', 1],
    ['draw', 1],
    ['turn', 'a1-b2-c3', 1, 7],
  ]);
  assert.equal(board.host.dataset.handled, '3');
  await controller.click('a1', false);
  assert.deepEqual(log.at(-1), ['closed'], 'then nothing can be entered until it begins again');
});

test('clicks can be taken back, another pawn chosen, and a refusal changes nothing', async () => {
  const { controller, log } = await entering();
  await controller.click('a1', false);
  await controller.click('b1', false);
  assert.equal(controller.entry.now.preview.selected, 'b1', 'another one');
  await controller.click('no', false);
  assert.deepEqual(log.at(-1), ['refused', 'refused']);
  assert.deepEqual(controller.entry.now.clicks, ['b1']);
  await controller.click('b1', false);
  assert.equal(controller.entry.begun, false, 'the chosen one again lets it go');
  await controller.click('a1', false);
  await controller.click('b2', false);
  await controller.input(() => controller.back());
  assert.deepEqual(controller.entry.now.clicks, ['a1']);
});

test('a turn by touch waits to be confirmed, where the page wants it', async () => {
  const { controller, log } = await entering({ confirms: touch => touch });
  await controller.click('a1', true);
  await controller.click('a2', true);
  assert.equal(controller.confirming, true);
  assert.ok(!log.some(([what]) => what === 'turn'));
  await controller.input(() => controller.back());
  assert.equal(controller.confirming, false);
  await controller.click('a2', true);
  await controller.input(() => controller.finish([]));
  assert.deepEqual(log.at(-1), ['turn', 'a1-a2', 0, 7]);
});

test('a pawn is dragged from a cell that can be chosen to one that can be entered', async () => {
  const { controller, board, log } = await entering();
  assert.equal(controller.lift('c3'), false);
  assert.equal(controller.lift('a1'), true);
  controller.drop('a2');
  await controller.queue;
  assert.deepEqual([log.at(-1), board.released], [['turn', 'a1-a2', 1, 7], true]);
});

test('what is asked when nothing can be entered any more begins nothing', async () => {
  const { controller } = await entering();
  let answer;
  const begun = controller.begin(
    () =>
      new Promise(done => {
        answer = done;
      }),
  );
  controller.end();
  answer(await ask([]));
  assert.deepEqual([await begun, controller.entry], [false, null]);
});
