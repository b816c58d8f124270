// Seats and clocks of live games: a link never takes a seat away, and a clock never runs backwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, launch, open, press } from './lib/browser.js';
import { begin, oneTurn, random, ready } from './lib/game.js';
import { serve } from './lib/server.js';

const near = (page, side) =>
  page.waitForFunction(
    want =>
      document.querySelector('#seat-near')?.dataset.side === want &&
      document.querySelector('#prompt h2'),
    { polling: 20 },
    side,
  );
const seat = page =>
  page.evaluate(() =>
    JSON.parse(localStorage.getItem(`damier.seat.${location.pathname.split('/').at(-1)}`)),
  );
const notice = page =>
  page
    .waitForSelector('#prompt [data-key="notice"]')
    .then(el => el.evaluate(one => one.textContent));
/** The server shows who it takes a page for. */
const sits = (page, who) =>
  page.waitForFunction(
    want => document.querySelector('#title')?.textContent.includes(want),
    { polling: 20 },
    who,
  );

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

test('a link never takes a seat away, and leaves no secret in the address', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info] = await server.games();
  const host = await open(browser),
    guest = await open(browser);
  await begin(host, server.url, info, { opponent: 'link', side: 'light' });
  await host.waitForSelector('#invite');
  await press(host, 'close-dialog', '#invite');

  await t.test('who waits for a friend is not told to play', async () => {
    await host.waitForSelector('[data-action="invite"]');
    assert.doesNotMatch(await host.$eval('main', el => el.textContent), /Your turn/);
    assert.match(await host.$eval('#prompt', el => el.textContent), /Waiting for your friend/);
  });

  const address = host.url();
  await guest.goto(address);
  await press(guest, 'join');
  await guest.waitForSelector('[data-action="join"]', { hidden: true });
  await near(guest, 'dark');
  const [theirs, own] = [await seat(host), await seat(guest)];

  for (const [what, token] of [
    ['a mangled token', 'x'.repeat(22)],
    ['another player’s token', theirs.token],
  ]) {
    await t.test(what, async () => {
      await guest.goto('about:blank');
      await guest.goto(`${address}#seat=${token}`);
      await sits(guest, 'Friend by link');
      await near(guest, 'dark');
      assert.equal(guest.url(), address, 'nothing is left in the address');
      assert.match(await notice(guest), /You keep your own seat/);
      assert.equal((await seat(guest)).token, own.token);
      await guest.reload();
      await near(guest, 'dark');
      await sits(guest, 'Friend by link');
    });
  }

  await t.test(
    'the private link gives the seat on another device, a wrong one gives nothing',
    async () => {
      const device = await open(browser);
      await device.goto(`${address}#seat=${own.token}`);
      await near(device, 'dark');
      await sits(device, 'Friend by link');
      assert.equal((await seat(device)).token, own.token);
      assert.equal(device.url(), address);
      const stranger = await open(browser);
      await stranger.goto(`${address}#seat=wrong`);
      await sits(stranger, 'You are watching');
      assert.equal(await seat(stranger), null);
      assert.equal(stranger.url(), address);
      calm(device);
      calm(stranger);
    },
  );

  await t.test('a wrong link to a game that waits for a friend still invites', async () => {
    await begin(host, server.url, info, { opponent: 'link', side: 'light' });
    await host.waitForSelector('#invite');
    const other = await open(browser);
    await other.goto(`${host.url()}#seat=wrong`);
    await other.waitForSelector('[data-action="join"]');
    await press(other, 'join');
    await near(other, 'dark');
    calm(other);
  });
  calm(host);
  calm(guest);
});

test('a clock does not run backwards when the server refuses something', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info] = await server.games();
  const host = await open(browser),
    guest = await open(browser),
    dice = random(3);
  await host.evaluateOnNewDocument(keepSockets);
  await begin(host, server.url, info, { opponent: 'link', side: 'light', clock: '1' });
  await host.waitForSelector('#invite');
  await press(host, 'close-dialog', '#invite');
  await guest.goto(host.url());
  await press(guest, 'join');
  for (let i = 0; i < 2; i++) {
    const mover = await Promise.race([host, guest].map(page => ready(page).then(() => page)));
    const { turns } = await oneTurn(mover, dice);
    for (const page of [host, guest])
      await page.waitForFunction(
        n => document.querySelectorAll('#turns [data-ply]').length === n,
        { polling: 20 },
        turns.length,
      );
  }
  const seconds = () =>
    host.$$eval('.clock.on', ([el]) =>
      el.textContent.split(':').reduce((all, part) => all * 60 + Number(part), 0),
    );
  const full = await seconds();
  await host.waitForFunction(
    n =>
      document
        .querySelector('.clock.on')
        .textContent.split(':')
        .reduce((all, part) => all * 60 + Number(part), 0) <=
      n - 2,
    { polling: 20 },
    full,
  );
  const before = await seconds();
  await host.evaluate(() =>
    globalThis.sockets
      .at(-1)
      .onmessage({ data: JSON.stringify({ type: 'error', code: 'bad-message', message: 'no' }) }),
  );
  assert.match(await notice(host), /No/);
  assert.ok((await seconds()) <= before, `${await seconds()} after ${before}`);
  await host.evaluate(() =>
    globalThis.sockets.at(-1).onmessage({
      data: JSON.stringify({
        type: 'presence',
        seats: {
          light: { taken: true, connected: true, gone: null },
          dark: { taken: true, connected: true, gone: null },
        },
      }),
    }),
  );
  await host.evaluate(
    () =>
      new Promise(done => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
  assert.ok((await seconds()) <= before, 'nor when somebody comes or goes');
  calm(host);
  calm(guest);
});
