// What a first visit costs: bytes and time; and whether things move only for those who want it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changing, launch, open } from './lib/browser.js';
import { begin, oneTurn, random, ready, shown } from './lib/game.js';
import { cuttable, serve } from './lib/server.js';

const BYTES = 300_000;
/** The promise is one second on a machine that has time; this is what counts as broken on any. */
const PLAYABLE = 3000;

test('a first visit transfers less than 300 kB and the board answers soon', async t => {
  const server = await serve(t),
    browser = await launch(t);
  for (const info of await server.games()) {
    // What is stored for later, when there is nothing else to do, is not part of the visit.
    const page = await open(browser),
      line = await cuttable(t, server);
    await page.evaluateOnNewDocument(() => {
      delete Navigator.prototype.serviceWorker;
    });
    await page.goto(`${line.url}/play#game=${info.id}`);
    await ready(page);
    const {
      live: [cell],
    } = await shown(page);
    await changing(page, () => page.click(`.hit[data-cell="${cell}"]`), cell);
    const took = await page.evaluate(() => performance.now());
    await page.waitForNetworkIdle({ idleTime: 300 });
    t.diagnostic(`${info.id}: ${line.bytes} bytes, the board answered after ${took.toFixed(0)} ms`);
    // Pages that are being worked on come with their comments.
    if (!process.env.DAMIER_PAGES) assert.ok(line.bytes < BYTES, `${line.bytes} bytes`);
    assert.ok(took < PLAYABLE, `${took.toFixed(0)} ms`);
    await page.browserContext().close();
  }
});

/** Runs in the page: counts animations. */
function watchAnimations() {
  const { animate } = Element.prototype;
  globalThis.animated = 0;
  Element.prototype.animate = function counted(...given) {
    globalThis.animated++;
    return animate.apply(this, given);
  };
}

for (const still of [true, false]) {
  test(`pawns ${still ? 'do not move by themselves where people want no motion' : 'move where people do not mind'}`, async t => {
    const server = await serve(t),
      browser = await launch(t),
      [info] = await server.games();
    const page = await open(browser, { still });
    await page.evaluateOnNewDocument(watchAnimations);
    await begin(page, server.url, info);
    await ready(page);
    for (let i = 0; i < 2; i++) await oneTurn(page, random(2 + i));
    const count = await page.evaluate(() => globalThis.animated);
    if (still) assert.equal(count, 0);
    else assert.ok(count > 0);
  });
}
