// New versions of the pages: a page that is open keeps to the version it came with, a reload brings
// the new one, and tables outlive versions.

import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, open, press, takeComplaints } from './lib/browser.js';
import { begin, oneTurn, random, ready, shown } from './lib/game.js';
import { cuttable, folder, serve } from './lib/server.js';

const WEB = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A copy of the pages that can be changed. */
async function copyOfPages(t) {
  const pages = path.join(await folder(t), 'web');
  await cp(WEB, pages, {
    recursive: true,
    filter: source => !source.startsWith(path.join(WEB, 'tests')),
  });
  const change = async (file, from, to) => {
    const text = await readFile(path.join(pages, file), 'utf8');
    assert.ok(text.includes(from), `${from} in ${file}`);
    await writeFile(path.join(pages, file), text.replace(from, to));
  };
  /**
   * Another release: a part that is loaded late and a part that is loaded early do not know the old
   * ones any more.
   */
  const release = async () => {
    await change('play/more.js', "id: 'more'", "id: 'newer'");
    await change(
      'shell.js',
      'export function say',
      'export const renewed = true;\nexport function say',
    );
    await change('play/more.js', 'otherLanguage }', 'otherLanguage, renewed }');
    await change('play/more.js', '/** @typedef', 'if (!renewed) throw new Error();\n/** @typedef');
  };
  return { pages, release };
}

const kept = page =>
  page.waitForFunction(
    async () =>
      navigator.serviceWorker.controller &&
      (await navigator.serviceWorker.ready).active?.state === 'activated',
    { polling: 50 },
  );

test('an open page goes on with its own version, and a reload brings the new one', async t => {
  const { pages, release } = await copyOfPages(t),
    server = await serve(t, [], pages),
    page = await open(await launch(t)),
    [info] = await server.games();
  await page.goto(server.url);
  await kept(page);
  await begin(page, server.url, info);
  await ready(page);
  await oneTurn(page, random(1));
  await release();
  // The browser looks for a new service worker, finds it and stores the new version beside the old
  // one.
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration()).waiting,
    { polling: 50 },
  );
  await press(page, 'more');
  await page.waitForSelector('#more[open]');
  await press(page, 'close-dialog', '#more');
  const { turns } = await oneTurn(page, random(2));
  assert.equal(await page.$('[data-notice]'), null);
  await page.reload();
  await ready(page);
  assert.deepEqual((await shown(page)).turns, turns);
  await press(page, 'more');
  await page.waitForSelector('#newer[open]');
  assert.deepEqual(takeComplaints(page), []);
});

test('without stored pages an old page is told to reload instead of meeting new modules', async t => {
  const { pages, release } = await copyOfPages(t),
    server = await serve(t, [], pages),
    page = await open(await launch(t)),
    [info] = await server.games();
  await page.evaluateOnNewDocument(() => {
    delete Navigator.prototype.serviceWorker;
  });
  await begin(page, server.url, info);
  await ready(page);
  const { turns } = await oneTurn(page, random(1));
  // What the page loads by itself a moment later is there.
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('offline.js')),
    { polling: 50 },
  );
  await release();
  await press(page, 'more');
  await page.waitForSelector('[data-notice="renewed"]');
  takeComplaints(page);
  await Promise.all([page.waitForNavigation(), press(page, 'notice', '[data-notice="renewed"]')]);
  await ready(page);
  assert.deepEqual((await shown(page)).turns, turns, 'the game is kept');
  await press(page, 'more');
  await page.waitForSelector('#newer[open]');
  assert.deepEqual(takeComplaints(page), []);
});

test('the last version goes when its last page does; tables stay, and are not fetched again', async t => {
  const { pages, release } = await copyOfPages(t),
    server = await serve(t, [], pages),
    browser = await launch(t);
  const context = await browser.createBrowserContext(),
    page = await open(browser, { context }),
    line = await cuttable(t, server),
    { url } = line;
  const info = (await server.games()).findLast(({ levels }) => levels.includes('perfect'));
  const names = on => on.evaluate(() => caches.keys());
  await page.goto(url);
  await kept(page);
  const [before] = (await names(page)).filter(name => name.startsWith('damier-'));
  const play = async on => {
    await begin(on, url, info, { opponent: 'computer', level: 'perfect', side: 'light' });
    await ready(on);
    const { turns } = await oneTurn(on, random(3));
    await on.waitForFunction(
      n => document.querySelectorAll('#turns [data-ply]').length > n,
      { polling: 20 },
      turns.length,
    );
  };
  await play(page);
  const tables = on => on.evaluate(async () => (await (await caches.open('tables')).keys()).length);
  assert.ok((await tables(page)) > 0);
  const size = await page.evaluate(async () => {
    const cache = await caches.open('tables'),
      all = await Promise.all(
        (await cache.keys()).map(key => cache.match(key).then(answer => answer.blob())),
      );
    return Math.max(...all.map(blob => blob.size));
  });
  await release();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration()).waiting,
    { polling: 50 },
  );
  assert.ok((await names(page)).includes(before), 'an open page keeps its files');
  await page.close();
  const next = await open(browser, { context });
  await next.goto(url);
  await next.waitForFunction(
    async old => !(await caches.keys()).includes(old),
    { polling: 100 },
    before,
  );
  assert.ok((await tables(next)) > 0, 'tables stay');
  const sent = line.bytes;
  await play(next);
  assert.ok(line.bytes - sent < size / 2, `${line.bytes - sent} bytes, and the table has ${size}`);
  assert.equal(await next.$eval('[data-exact]', el => el.dataset.exact), 'true');
  assert.deepEqual(takeComplaints(next), []);
});

test('a page that stays open is told of a new release when it is looked at again, and goes on', async t => {
  const { pages, release } = await copyOfPages(t),
    server = await serve(t, [], pages),
    page = await open(await launch(t)),
    [info] = await server.games();
  await page.evaluateOnNewDocument(() => {
    const now = Date.now.bind(Date);
    globalThis.later = 0;
    Date.now = () => now() + globalThis.later;
  });
  await begin(page, server.url, info);
  await ready(page);
  await kept(page);
  const lookAgain = minutes =>
    page.evaluate(n => {
      globalThis.later += n * 60_000;
      document.dispatchEvent(new Event('visibilitychange'));
    }, minutes);
  const asked = () => page.waitForResponse(answer => answer.url().endsWith('/assets.json'));
  await Promise.all([asked(), lookAgain(16)]);
  await oneTurn(page, random(5));
  assert.equal(await page.$('[data-notice="renewed"]'), null, 'nothing is new');
  await release();
  await lookAgain(16);
  await page.waitForSelector('[data-notice="renewed"]');
  const { turns } = await oneTurn(page, random(6));
  assert.equal(turns.length, 2, 'whoever plays plays on');
  await Promise.all([page.waitForNavigation(), page.click('[data-notice="renewed"] button')]);
  await ready(page);
  assert.deepEqual((await shown(page)).turns, turns);
  takeComplaints(page);
});
