// What people do besides clicking cells: dragging, turning the board round, pictures, offers to the
// computer, claims.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, changing, launch, open, press, revision } from './lib/browser.js';
import { begin, oneTurn, random, ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

const middle = (page, cell) =>
  page.$eval(`.hit[data-cell="${cell}"]`, el => {
    const { left, top, width, height } = el.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });

/** Drags a pawn with the mouse, slowly enough to be a drag. */
async function drag(page, from, to) {
  const [a, b] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

test('a pawn is dragged to where it may go, and comes back from where it may not', async t => {
  const server = await serve(t),
    page = await open(await launch(t));
  for (const info of await server.games()) {
    await begin(page, server.url, info);
    await ready(page);
    // A game that begins with placing has nothing to drag.
    const before = await shown(page),
      pawn = before.live.find(cell => before.pieces.some(p => p.startsWith(`${cell} `)));
    if (!pawn) continue;
    await changing(page, () => page.click(`.hit[data-cell="${pawn}"]`), pawn);
    const goal = (await shown(page)).live.find(cell => !before.live.includes(cell));
    await changing(page, () => page.keyboard.press('Escape'), 'Escape');
    if (!goal) continue;
    const far = await page.$$eval(
      '.hit',
      (cells, from) =>
        cells.map(el => el.dataset.cell).find(cell => cell !== from) && cells.at(-1).dataset.cell,
      pawn,
    );
    await drag(page, pawn, far === goal ? pawn : far);
    await page.waitForFunction(() => !document.querySelector('.is-dragged'), { polling: 20 });
    assert.deepEqual((await shown(page)).pieces, before.pieces, `${info.id}: it comes back`);
    await changing(page, () => page.keyboard.press('Escape'), 'Escape');
    await changing(page, () => drag(page, pawn, goal), `${info.id}: ${pawn} to ${goal}`);
    await page.waitForFunction(() => !document.querySelector('.is-dragged'), { polling: 20 });
    await page.waitForFunction(
      (from, to) =>
        document.querySelector(`.piece[data-on="${to}"]`) ||
        !document.querySelector(`.piece[data-on="${from}"]`),
      { polling: 20 },
      pawn,
      goal,
    );
    calm(page);
  }
});

test('the board turns round, and is saved as a picture', async t => {
  const server = await serve(t),
    [info] = await server.games(),
    page = await open(await launch(t));
  await begin(page, server.url, info);
  await ready(page);
  await oneTurn(page, random(4));
  await revision(page, 2);
  const cells = () => page.$$eval('.hit', all => all.map(el => el.dataset.cell));
  const before = await cells(),
    { pieces } = await shown(page);
  await press(page, 'flip');
  assert.deepEqual(await cells(), [...before].reverse(), 'what was last is first');
  assert.deepEqual((await shown(page)).pieces, pieces);
  assert.equal(await page.$eval('#seat-near', seat => seat.dataset.side), 'dark');
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    let last;
    URL.createObjectURL = blob => {
      last = blob;
      return createObjectURL(blob);
    };
    globalThis.saved = [];
    HTMLAnchorElement.prototype.click = function keep() {
      globalThis.saved.push({ name: this.download, blob: last });
    };
  });
  await press(page, 'more');
  await page.waitForSelector('#more [data-do="png"]');
  for (const what of ['png', 'svg']) {
    await page.click(`#more [data-do="${what}"]`);
    await page.waitForFunction(
      n => globalThis.saved.length === n,
      { polling: 20 },
      what === 'png' ? 1 : 2,
    );
  }
  const [png, svg] = await page.evaluate(() =>
    Promise.all(
      globalThis.saved.map(async ({ name, blob }) => {
        const bitmap = blob.type === 'image/png' ? await createImageBitmap(blob) : null;
        const head = [...new Uint8Array(await blob.slice(0, 4).arrayBuffer())];
        return { name, type: blob.type, head, width: bitmap?.width ?? 0 };
      }),
    ),
  );
  assert.deepEqual(png.head, [0x89, 0x50, 0x4e, 0x47]);
  assert.deepEqual([png.name, svg.name], [`${info.id}.png`, `${info.id}.svg`]);
  assert.ok(png.width > 500, `${png.width} pixels wide`);
  assert.equal(svg.type, 'image/svg+xml');
  calm(page);
});

test('a computer that has not thought yet declines a draw, and says so', async t => {
  const server = await serve(t),
    [info] = await server.games(),
    page = await open(await launch(t));
  await begin(page, server.url, info, {
    opponent: 'computer',
    level: info.levels[0],
    side: 'light',
  });
  await ready(page);
  await oneTurn(page, random(4));
  await page.waitForFunction(() => document.querySelectorAll('#turns [data-ply]').length === 2);
  await ready(page);
  await press(page, 'draw');
  await changing(page, () => press(page, 'draw-offer'), 'draw');
  assert.match(await page.$eval('#prompt', el => el.textContent), /declines/);
  assert.equal((await shown(page)).over, false);
  calm(page);
});

/** Runs in the page: its sockets can be spoken for. */
function keepSockets() {
  const { WebSocket } = globalThis;
  globalThis.sockets = [];
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      globalThis.sockets.push(this);
    }
  };
}

test('a clock runs for whoever moves; a game whose other player is gone can be claimed', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info] = await server.games();
  const host = await open(browser),
    guest = await open(browser);
  await host.evaluateOnNewDocument(keepSockets);
  await begin(host, server.url, info, { opponent: 'link', side: 'light', clock: '1' });
  await host.waitForSelector('#invite');
  await press(host, 'close-dialog', '#invite');
  await guest.goto(host.url());
  await press(guest, 'join');
  for (let n = 1; n <= 2; n++) {
    const mover = await Promise.race([host, guest].map(page => ready(page).then(() => page)));
    await oneTurn(mover, random(n));
    for (const page of [host, guest])
      await page.waitForFunction(
        want => document.querySelectorAll('#turns [data-ply]').length === want,
        { polling: 20 },
        n,
      );
  }
  const clocks = () =>
    host.$$eval('damier-clock', all =>
      all.map(el => [el.classList.contains('on'), el.textContent]),
    );
  const first = await clocks();
  assert.deepEqual(first.map(([on]) => on).sort(), [false, true], 'one of them runs');
  await host.waitForFunction(
    before => document.querySelector('damier-clock.on').textContent !== before,
    { polling: 20 },
    first.find(([on]) => on)[1],
  );
  const still = all => all.find(([on]) => !on)[1];
  assert.equal(still(await clocks()), still(first), 'the other stands still');
  await host.evaluate(() => {
    const seats = {
      light: { taken: true, connected: true, gone: null },
      dark: { taken: true, connected: false, gone: 3600 },
    };
    globalThis.sockets.at(-1).onmessage({ data: JSON.stringify({ type: 'presence', seats }) });
  });
  await host.waitForSelector('#prompt [data-action="claim-win"]', { visible: true });
  await press(host, 'claim-win');
  // The server knows better: the other player is there.
  await host.waitForSelector('#prompt [data-key="notice"]', { visible: true });
  assert.equal((await shown(host)).over, false);
  calm(host);
  calm(guest);
});
