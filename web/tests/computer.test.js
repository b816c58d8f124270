// Against the computer: it answers at every strength, and the page stays awake while it thinks.

import assert from 'node:assert/strict';
import { availableParallelism, loadavg } from 'node:os';
import { test } from 'node:test';
import { calm, launch, open } from './lib/browser.js';
import { Truth, begin, oneTurn, random, ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

/** How long nothing may happen on the page, in milliseconds, on a machine that has time. */
const AWAKE = 50;
/** After this long the computer is asked to play what it has. */
const PATIENCE = 1500;

/** Runs in the page: notes the longest time in which no task could run. */
function watchGaps() {
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  globalThis.longest = 0;
  port1.onmessage = () => {
    const now = performance.now();
    globalThis.longest = Math.max(globalThis.longest, now - last);
    last = now;
    setTimeout(() => port2.postMessage(null), 4);
  };
  port2.postMessage(null);
}

/** Waits until the computer has answered, urging it on if it takes its time. */
async function answered(page, turns) {
  const is = n => [...document.querySelectorAll('#turns button')].length >= n && !!document.querySelector('.hit.live, #prompt [data-action="rematch"]');
  await page.waitForFunction(is, { polling: 20, timeout: PATIENCE }, turns).catch(async () => {
    await page.$eval('[data-action="hurry"]', b => b.click()).catch(() => {});
    await page.waitForFunction(is, { polling: 20 }, turns);
  });
}

test('the computer answers at its weakest and at its strongest, and the page stays awake', async t => {
  const server = await serve(t), page = await open(await launch(t));
  await page.evaluateOnNewDocument(watchGaps);
  const gaps = [];
  for (const info of await server.games()) {
    const numbered = info.levels.filter(level => level !== 'perfect');
    for (const level of new Set([numbered[0], numbered.at(-1), ...info.levels.filter(l => l === 'perfect')])) {
      await t.test(`${info.id}, ${level}`, async () => {
        const truth = new Truth(server, info), dice = random(11);
        await begin(page, server.url, info, { opponent: 'computer', level, side: 'light' });
        await answered(page, 0);
        await ready(page);
        for (let i = 0; i < 2; i++) {
          await page.evaluate(() => { globalThis.longest = 0; });
          const { turns, over } = await oneTurn(page, dice);
          if (!over) await answered(page, turns.length + 1);
          gaps.push(await page.evaluate(() => globalThis.longest));
          await truth.compare(await shown(page));
        }
        calm(page);
      });
    }
  }
  const worst = Math.max(...gaps), busy = Math.max(1, loadavg()[0] / availableParallelism());
  t.diagnostic(`longest gap ${worst.toFixed(0)} ms, the machine is asked for ${busy.toFixed(1)} times what it has`);
  // Browser and server share the machine: twice as long still is awake.
  assert.ok(worst < 2 * AWAKE * busy, `nothing happened for ${worst.toFixed(0)} ms`);
});
