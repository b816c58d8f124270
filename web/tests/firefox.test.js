// The same pages in another browser: what a visit to each part of them does. Chromium's tests go
// into the corners; these see to it that nothing is made for one browser only.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIREFOX, calm, changing, launchFirefox, open, press } from './lib/browser.js';
import { Truth, begin, oneTurn, random, ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

const skip = FIREFOX ? false : 'there is no Firefox here (DAMIER_FIREFOX)';
/** A game that is not over by then is resigned: some could go on for ever. */
const MOST = 12;

/** What Firefox says of a server that is gone, and of fonts that it needs no more. */
const HARMLESS = /NetworkError|connection|Loading failed|preload|downloadable font/i;

const count = (page, n) =>
  page.waitForFunction(
    want => document.querySelectorAll('#turns [data-ply]').length === want,
    { polling: 20 },
    n,
  );

test('Firefox: every game can be played to its end', { skip }, async t => {
  const server = await serve(t),
    games = await server.games(),
    page = await open(await launchFirefox(t));
  await page.goto(server.url);
  await page.waitForSelector('[data-game]');
  assert.equal((await page.$$('[data-game]')).length, games.length);
  for (const info of games) {
    await t.test(info.id, async () => {
      const dice = random(20261116),
        truth = new Truth(server, info);
      await begin(page, server.url, info);
      await ready(page);
      let now = await shown(page);
      while (!now.over && now.turns.length < MOST) {
        now = await oneTurn(page, dice);
        await truth.compare(now);
      }
      if (!now.over) {
        await press(page, 'resign');
        await changing(page, () => press(page, 'resign-yes'), 'resign');
        now = await shown(page);
      }
      assert.ok(now.over, 'a panel says that the game is over');
      calm(page, HARMLESS);
    });
  }
});

test('Firefox: after one visit the pages need no server', { skip }, async t => {
  const server = await serve(t),
    games = await server.games(),
    [info] = games,
    page = await open(await launchFirefox(t));
  await page.goto(server.url);
  await page.waitForSelector('[data-game]');
  await page.waitForFunction(() => navigator.serviceWorker.controller, { polling: 100 });
  // The texts of the rules come last.
  await page.waitForFunction(
    async most => (await (await caches.open('texts')).keys()).length >= most,
    { polling: 100 },
    games.length,
  );
  await server.stop();
  await begin(page, server.url, info, {
    opponent: 'computer',
    level: info.levels[0],
    side: 'light',
  });
  await ready(page);
  const { turns } = await oneTurn(page, random(5));
  await count(page, turns.length + 1);
  await page.reload();
  await ready(page);
  assert.equal((await shown(page)).turns.length, turns.length + 1);
  calm(page, HARMLESS);
});

test('Firefox: two people play over a link', { skip }, async t => {
  const server = await serve(t),
    browser = await launchFirefox(t),
    [info] = await server.games(),
    dice = random(3);
  const [host, guest] = [await open(browser), await open(browser)];
  await begin(host, server.url, info, { opponent: 'link', side: 'light' });
  const link = await (await host.waitForSelector('#invite input')).evaluate(input => input.value);
  await press(host, 'close-dialog', '#invite');
  // What is in the background is not painted, and nothing there can be waited for.
  await guest.bringToFront();
  await guest.goto(link);
  await press(guest, 'join');
  await ready(host);
  for (let n = 1; n <= 4; n++) {
    const mover = n % 2 ? host : guest;
    await mover.bringToFront();
    await ready(mover);
    await oneTurn(mover, dice);
    for (const page of [host, guest]) await count(page, n);
  }
  await host.bringToFront();
  await press(host, 'resign');
  await press(host, 'resign-yes');
  for (const page of [host, guest]) await page.waitForSelector('#prompt [data-action="rematch"]');
  calm(host, HARMLESS);
  calm(guest, HARMLESS);
});
