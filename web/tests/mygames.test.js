// My games: what was played here and with friends is found again, in the order in which it is
// wanted; it can be renamed, exported, deleted and brought back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, launch, open, press } from './lib/browser.js';
import { begin, oneTurn, random, ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

/** What the list has, section by section. */
const listed = page =>
  page.evaluate(() =>
    Object.fromEntries(
      ['your-turn', 'unfinished', 'finished'].map(id => [
        id,
        [...document.querySelectorAll(`#${id} [data-mine]`)].map(row => row.dataset.mine),
      ]),
    ),
  );
const textOf = (page, id) => page.$eval(`[data-mine="${id}"]`, row => row.textContent);
const rows = (page, count) =>
  page.waitForFunction(
    n => document.querySelectorAll('[data-mine]:not(.deleted)').length === n,
    { polling: 20 },
    count,
  );
const idOf = page => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('local');

/** Runs in the page: what is downloaded is kept in `saved`. */
function keepDownloads() {
  globalThis.saved = [];
  const { createObjectURL } = URL;
  URL.createObjectURL = blob => {
    if (blob.type === 'text/plain') blob.text().then(text => globalThis.saved.push(text));
    return createObjectURL.call(URL, blob);
  };
}
const saved = async (page, count) => {
  await page.waitForFunction(n => globalThis.saved.length >= n, { polling: 20 }, count);
  return page.evaluate(() => globalThis.saved.at(-1));
};

/** Opens the menu of a game and presses something there. */
async function pressFor(page, id, action) {
  await page.click(`[data-mine="${id}"] [data-action="game-menu"]`);
  await press(page, action, '#game-menu');
}

test('everything that was played is found again and can be dealt with', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info, other] = await server.games(),
    dice = random(8);
  const page = await open(browser);
  await page.evaluateOnNewDocument(keepDownloads);
  await page.goto(`${server.url}/games`);
  await page.waitForSelector('.none');

  await begin(page, server.url, info);
  await ready(page);
  await oneTurn(page, dice);
  const left = idOf(page);
  await begin(page, server.url, other);
  await ready(page);
  for (let i = 0; i < 3; i++) await oneTurn(page, dice);
  const { turns } = await shown(page);
  await press(page, 'resign', '#bar');
  await press(page, 'resign-yes');
  await page.waitForSelector('[data-action="rematch"]');
  const over = idOf(page);

  await t.test('unfinished games come before finished ones', async () => {
    await page.goto(`${server.url}/games`);
    await rows(page, 2);
    assert.deepEqual(await listed(page), { 'your-turn': [], unfinished: [left], finished: [over] });
    assert.match(await textOf(page, over), /resignation/);
  });

  await t.test('one game can be chosen', async () => {
    await page.select('#filter', other.id);
    await rows(page, 1);
    assert.deepEqual((await listed(page)).finished, [over]);
    await page.select('#filter', '');
    await rows(page, 2);
  });

  await t.test('a game is renamed, and keeps its place', async () => {
    await pressFor(page, over, 'rename');
    await page.type('#title', 'Sunday');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      id => document.querySelector(`[data-mine="${id}"] h3`)?.textContent === 'Sunday',
      {},
      over,
    );
    await page.reload();
    await rows(page, 2);
    assert.match(await textOf(page, over), /^Sunday/);
  });

  await t.test(
    'a finished game is replayed from its start, an unfinished one goes on',
    async () => {
      await page.click(`[data-open="${over}"]`);
      await page.waitForSelector('#turns-card [data-action="first"][aria-disabled="true"]');
      assert.deepEqual((await shown(page)).turns, turns);
      await page.goto(`${server.url}/games`);
      await rows(page, 2);
      await page.click(`[data-open="${left}"]`);
      await ready(page);
      assert.equal(idOf(page), left);
      await page.goto(`${server.url}/games`);
      await rows(page, 2);
    },
  );

  await t.test('a deleted game can be brought back where it was', async () => {
    await pressFor(page, left, 'delete');
    await rows(page, 1);
    assert.equal(await page.evaluate(id => localStorage.getItem(`damier.game.${id}`), left), null);
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('data-action')),
      'restore',
      'the way back has the focus',
    );
    await page.click(`[data-mine="${left}"] [data-action="restore"]`);
    await rows(page, 2);
    assert.deepEqual((await listed(page)).unfinished, [left]);
  });

  await t.test('all games go to one file and come back from it', async () => {
    await pressFor(page, over, 'export');
    assert.match(await saved(page, 1), new RegExp(`\\[Game "${other.id}"\\]`));
    await press(page, 'export-all');
    const text = await saved(page, 2);
    for (const id of [left, over]) await pressFor(page, id, 'delete');
    await rows(page, 0);
    await page.reload();
    await page.waitForSelector('.none');
    await page.evaluate(content => {
      const files = new DataTransfer();
      files.items.add(new File([content], 'games.txt', { type: 'text/plain' }));
      const input = document.querySelector('#import-files');
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    }, text);
    await rows(page, 2);
    const back = await listed(page);
    assert.deepEqual([back.unfinished.length, back.finished.length], [1, 1]);
    await page.click(`[data-open="${back.finished[0]}"]`);
    await page.waitForSelector('#turns-card [data-action="first"][aria-disabled="true"]');
    assert.deepEqual((await shown(page)).turns, turns);
  });
  calm(page);
});

test('a friend who waits comes first, as the server has it', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info] = await server.games(),
    dice = random(4);
  const [host, guest] = [await open(browser), await open(browser)];
  await begin(host, server.url, info, { opponent: 'link', side: 'dark' });
  await host.waitForSelector('#invite');
  const id = new URL(host.url()).pathname.split('/').pop();
  await host.goto(`${server.url}/games`);
  await rows(host, 1);
  assert.deepEqual((await listed(host)).unfinished, [id]);
  assert.match(await textOf(host, id), /Waiting for your friend/);

  await guest.goto(`${server.url}/play/${id}`);
  await press(guest, 'join');
  await ready(guest).catch(() => {});
  // Whoever begins plays until it is the host's turn.
  if (await guest.$('.hit.live, #prompt [data-action="finish"]')) await oneTurn(guest, dice);
  await host.reload();
  await host.waitForSelector(`#your-turn [data-mine="${id}"]`);
  assert.match(await host.$eval('.nav .count', el => el.textContent), /1/);
  await host.goto(server.url);
  await host.waitForSelector(`[data-resume="${id}"]`);
  await host.goto(`${server.url}/games`);
  await host.click(`[data-open="${id}"]`);
  await ready(host);
  await oneTurn(host, dice);
  await host.goto(`${server.url}/games`);
  await rows(host, 1);
  assert.deepEqual((await listed(host))['your-turn'], []);
  calm(host);
});
