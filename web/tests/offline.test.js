// After one visit, a game against the computer needs no server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, launch, open } from './lib/browser.js';
import { begin, oneTurn, random, ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

/** What browsers say of a server that is gone, which is what is being tested. */
const GONE = /ERR_CONNECTION|ERR_FAILED|Failed to load resource/;

test('after one visit every game can be played against the computer with the server stopped', async t => {
  const server = await serve(t),
    games = await server.games(),
    page = await open(await launch(t));
  await page.goto(server.url);
  await page.waitForSelector('[data-game]');
  // It takes the page over once everything is stored.
  await page.waitForFunction(() => navigator.serviceWorker.controller, { polling: 100 });
  calm(page);
  await server.stop();
  await page.goto(server.url);
  await page.waitForSelector('[data-game]');
  assert.equal((await page.$$('[data-game]')).length, games.length, 'the home page is there');
  for (const info of games) {
    await t.test(info.id, async () => {
      await begin(page, server.url, info, {
        opponent: 'computer',
        level: info.levels[0],
        side: 'light',
      });
      await ready(page);
      const { turns } = await oneTurn(page, random(5));
      await page.waitForFunction(
        n => document.querySelectorAll('#turns [data-ply]').length > n,
        { polling: 20 },
        turns.length,
      );
      await ready(page);
      await page.reload();
      await ready(page);
      assert.ok(
        (await shown(page)).turns.length > turns.length,
        'the game is still there after a reload',
      );
    });
  }
  calm(page, GONE);
});
