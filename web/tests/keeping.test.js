// Nothing is lost: reloads, restarts, records and links keep games.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { calm, launch, open, press } from './lib/browser.js';
import { Truth, begin, oneTurn, random, ready, shown } from './lib/game.js';
import { folder, serve } from './lib/server.js';

const GONE = /ERR_CONNECTION|WebSocket connection|Failed to load resource/;
const count = (page, n) => page.waitForFunction(want => document.querySelectorAll('#turns button').length === want, { polling: 20 }, n);

/** Waits for the one file of a folder. */
async function downloaded(dir) {
  for (let i = 0; i < 200; i++) {
    const [file] = (await readdir(dir)).filter(name => !name.endsWith('.crdownload'));
    if (file) return readFile(path.join(dir, file), 'utf8');
    await new Promise(done => { setTimeout(done, 50); });
  }
  throw new Error('nothing was downloaded');
}

test('games are kept: reload, record, link', async t => {
  const server = await serve(t), browser = await launch(t), page = await open(browser);
  for (const info of await server.games()) {
    await t.test(info.id, async t => {
      const truth = new Truth(server, info), dice = random(17);
      await begin(page, server.url, info);
      await ready(page);
      let now;
      for (let i = 0; i < 3; i++) now = await oneTurn(page, dice);
      await page.reload();
      await count(page, 3);
      assert.deepEqual((await shown(page)).turns, now.turns, 'a reload keeps the game');
      await truth.compare(await shown(page));

      const dir = await folder(t), cdp = await page.createCDPSession();
      await cdp.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: dir, browserContextId: page.browserContext().id });
      await press(page, 'more');
      await (await page.waitForSelector('#more [data-do="save"]')).click();
      const record = await downloaded(dir), position = await page.$eval('#position', input => input.value);
      assert.equal(position, truth.position);
      const other = await open(browser);
      await other.goto(server.url);
      await press(other, 'open-record');
      await other.waitForSelector('#record-text');
      await other.$eval('#record-text', (area, text) => { area.value = text; }, record);
      await press(other, 'record-show');
      await count(other, 3);
      assert.deepEqual((await shown(other)).turns, now.turns, 'a record opens as it was saved');

      await other.goto(`${server.url}/play#${new URLSearchParams({ game: info.id, start: position })}`);
      await count(other, 0);
      await ready(other);
      assert.deepEqual((await shown(other)).pieces, now.pieces, 'a position in a link is shown');
      const later = new Truth(server, { ...info, start: position });
      await later.compare(await oneTurn(other, dice));
      await other.goto(`${server.url}/`);
      await other.waitForSelector('[data-resume]');
      calm(page);
      calm(other);
      await other.browserContext().close();
    });
  }
});

test('a live game survives a server that is killed', async t => {
  const server = await serve(t), browser = await launch(t), [, info] = await server.games();
  const host = await open(browser), guest = await open(browser), dice = random(23);
  await begin(host, server.url, info, { opponent: 'link', side: 'light' });
  await host.waitForSelector('#invite');
  await press(host, 'close-dialog', '#invite');
  await guest.goto(host.url());
  await press(guest, 'join');
  let turns = [];
  for (let i = 0; i < 3; i++) {
    const mover = await Promise.race([host, guest].map(page => page.waitForSelector('.hit.live').then(() => page)));
    ({ turns } = await oneTurn(mover, dice));
    for (const page of [host, guest]) await count(page, turns.length);
  }
  await server.stop('SIGKILL');
  await host.waitForSelector('#prompt [data-key="lost"]');
  await server.start();
  for (const page of [host, guest]) {
    await page.waitForSelector('#prompt [data-key="lost"]', { hidden: true });
    assert.deepEqual((await shown(page)).turns, turns);
  }
  const mover = await Promise.race([host, guest].map(page => page.waitForSelector('.hit.live').then(() => page)));
  const now = await oneTurn(mover, dice);
  for (const page of [host, guest]) await count(page, now.turns.length);
  for (const page of [host, guest]) calm(page, GONE);
});
