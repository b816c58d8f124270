// What Lighthouse weighs most, on Home, Play and Rules, as a phone and as a desktop: how much moves
// while a page loads, when the largest part of it is there, how long it does not answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch, open } from './lib/browser.js';
import { watchShifts } from './lib/phone.js';
import { serve } from './lib/server.js';

const SCREENS = {
  phone: { width: 412, height: 823, touch: true },
  desktop: { width: 1350, height: 940 },
};
/** What counts as broken on any machine; a machine that has time needs a tenth of it. */
const SHIFT = 0.05,
  PAINT = 3000,
  BLOCKED = 1000;

/** Runs in the page from its beginning: when something large was painted, what took long. */
function watchPaints() {
  globalThis.painted = 0;
  globalThis.blocked = 0;
  const watch = (type, see) =>
    new PerformanceObserver(list => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
    });
  watch('largest-contentful-paint', entry => {
    globalThis.painted = entry.startTime;
  });
  watch('longtask', entry => {
    globalThis.blocked += entry.duration - 50;
  });
}

test('nothing moves while a page loads, it is there soon, and it answers', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info] = await server.games();
  const pages = {
    Home: ['/', '[data-game] svg .piece'],
    Play: [`/play#game=${info.id}`, '.hit.live'],
    Rules: [`/#rules=${info.id}`, '#rules[open] .sheet p'],
  };
  for (const [name, [address, there]] of Object.entries(pages))
    for (const [kind, screen] of Object.entries(SCREENS))
      await t.test(`${name}, ${kind}`, async t => {
        const page = await open(browser, screen);
        t.after(() => page.browserContext().close());
        await page.evaluateOnNewDocument(watchShifts);
        await page.evaluateOnNewDocument(watchPaints);
        await page.goto(server.url + address);
        await page.waitForSelector(there);
        await page.waitForNetworkIdle({ idleTime: 300 });
        const { shifted, shifts, painted, blocked } = await page.evaluate(() =>
          new Promise(done => {
            requestAnimationFrame(() => setTimeout(() => done(globalThis)));
          }).then(({ shifted, shifts, painted, blocked }) => ({
            shifted,
            shifts,
            painted,
            blocked,
          })),
        );
        t.diagnostic(
          `shift ${shifted.toFixed(3)}, largest paint ${painted.toFixed(0)} ms, blocked ${blocked.toFixed(0)} ms`,
        );
        assert.ok(shifted < SHIFT, `${shifted}: ${shifts.join(', ')}`);
        assert.ok(painted > 0 && painted < PAINT, `largest paint after ${painted} ms`);
        assert.ok(blocked < BLOCKED, `blocked for ${blocked} ms`);
      });
});
