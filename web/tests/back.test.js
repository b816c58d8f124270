// Back means back: a dialog closes and nothing else happens; the game before the last returns; and
// the question for a new game is not asked again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, launch, open, press } from './lib/browser.js';
import { begin, fillNewGame, oneTurn, random, ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

const back = page => page.evaluate(() => history.back());
const closed = (page, id) => page.waitForSelector(`#${id}`, { hidden: true });
const idOf = page => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('local');
const localIs = (page, id) =>
  page.waitForFunction(want => location.hash.includes(want), { polling: 20 }, `local=${id}`);

test('Back closes a dialog and leaves the game alone; then it leaves the game', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    [info] = await server.games();
  await page.goto(server.url);
  await page.waitForSelector(`[data-play="${info.id}"]`);
  await page.click(`[data-play="${info.id}"]`);
  await page.waitForSelector('#new-game[open]');
  await fillNewGame(page, { opponent: 'here' });
  await ready(page);
  await oneTurn(page, random(1));
  const { turns } = await shown(page),
    first = idOf(page);

  await press(page, 'more', '#bar');
  await page.waitForSelector('#more[open]');
  await back(page);
  await closed(page, 'more');
  assert.deepEqual([(await shown(page)).turns, idOf(page)], [turns, first]);

  // One dialog after the other is one step back.
  await press(page, 'more', '#bar');
  await (await page.waitForSelector('#more[open] [data-do="keys"]')).click();
  await page.waitForSelector('#keys[open]');
  await back(page);
  await closed(page, 'keys');
  assert.equal(idOf(page), first);

  // A dialog that was closed otherwise leaves nothing behind.
  await press(page, 'more', '#bar');
  await page.waitForSelector('#more[open]');
  await page.keyboard.press('Escape');
  await closed(page, 'more');
  await page.waitForFunction(() => history.state?.over !== true, { polling: 20 });

  await press(page, 'new-game');
  await page.waitForSelector('#new-game[open]');
  await fillNewGame(page, { opponent: 'here' });
  await page.waitForFunction(id => !location.hash.includes(id), { polling: 20 }, first);
  await ready(page);
  const second = idOf(page);
  assert.notEqual(second, first);
  await back(page);
  await localIs(page, first);
  await page.waitForFunction(
    count => document.querySelectorAll('#turns button').length === count,
    { polling: 20 },
    turns.length,
  );
  // Nothing is asked again: what was asked before has gone, and stays so.
  await page.waitForSelector('dialog', { hidden: true });
  await page.evaluate(() => history.forward());
  await localIs(page, second);
  await back(page);
  await localIs(page, first);
  await Promise.all([page.waitForNavigation(), back(page)]);
  assert.equal(new URL(page.url()).pathname, '/', 'Home, not the question for a new game');
  calm(page);
});

test('an invitation is one step from where it was made', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    [info] = await server.games();
  await begin(page, server.url, info);
  await ready(page);
  const first = idOf(page);
  await press(page, 'new-game');
  await page.waitForSelector('#new-game[open]');
  await fillNewGame(page, { opponent: 'link' });
  await page.waitForSelector('#invite[open]');
  await back(page);
  await closed(page, 'invite');
  assert.match(new URL(page.url()).pathname, /^\/play\/./);
  await back(page);
  await localIs(page, first);
  calm(page);
});

test('a record opened from a dialog on Home comes with one way back', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    [info] = await server.games(),
    [{ turn }] = await server.turns(info.id, info.start);
  await page.goto(server.url);
  await press(page, 'open-record');
  await page.waitForSelector('#record-text');
  const text = `[Game "${info.id}"]\n[First "Noa"]\n[Second "Hery"]\n\n1. ${turn}\n`;
  await page.$eval('#record-text', (area, value) => (area.value = value), text);
  await Promise.all([page.waitForNavigation(), press(page, 'record-show')]);
  await page.waitForSelector('#turns button');
  const names = await page.$$eval('.seat .who', all => all.map(el => el.textContent).sort());
  assert.deepEqual(names, ['Hery', 'Noa'], 'who played is shown');
  await Promise.all([page.waitForNavigation(), back(page)]);
  assert.equal(new URL(page.url()).pathname, '/');
  assert.equal(await page.$('dialog'), null);
  calm(page);
});
