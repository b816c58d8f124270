// Two people in two browsers, over a link and a line that breaks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, changing, launch, open, press } from './lib/browser.js';
import { Truth, begin, oneTurn, random, ready, shown } from './lib/game.js';
import { cuttable, serve } from './lib/server.js';

/** What browsers say when a line breaks, which is what is being tested. */
const BROKEN = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_FAILED|WebSocket connection/;

const count = (page, n) =>
  page.waitForFunction(
    want => document.querySelectorAll('#turns [data-ply]').length === want,
    { polling: 20 },
    n,
  );
const news = (page, key) => page.waitForSelector(`#prompt [data-key="${key}"]`, { visible: true });
const moves = page => page.evaluate(() => !!document.querySelector('.hit.live'));
const titleSays = (page, yes) =>
  page.waitForFunction(
    want => document.title.startsWith('Your turn · ') === want,
    { polling: 20 },
    yes,
  );
const near = page => page.$eval('#seat-near', seat => seat.dataset.side);

test('two people play over a link: lost lines come back, nothing is lost or played twice', async t => {
  const server = await serve(t),
    browser = await launch(t),
    line = await cuttable(t, server);
  const [info] = await server.games(),
    dice = random(3),
    truth = new Truth(server, info);
  const [host, guest] = [await open(browser), await open(browser)];

  /** Whoever is to move plays a turn; both pages show it. */
  async function playOne() {
    await Promise.race([host, guest].map(page => page.waitForSelector('.hit.live')));
    const [mover, other] = (await moves(host)) ? [host, guest] : [guest, host];
    await titleSays(mover, true);
    await titleSays(other, false);
    const { turns } = await oneTurn(mover, dice);
    await count(other, turns.length);
    return turns.length;
  }

  await t.test('the inviter gets a link, the guest joins, both sit at their side', async () => {
    await begin(host, server.url, info, { opponent: 'link', side: 'light' });
    const link = await (await host.waitForSelector('#invite input')).evaluate(input => input.value);
    await press(host, 'close-dialog', '#invite');
    await guest.goto(link.replace(server.url, line.url));
    await press(guest, 'join');
    await guest.waitForFunction(
      () => document.querySelector('#seat-near')?.dataset.side === 'dark',
    );
    assert.equal(await near(host), 'light');
  });

  await t.test('turns go to and fro, and the tab says whose turn it is', async () => {
    for (let i = 0; i < 4; i++) await playOne();
    await truth.compare(await shown(host));
    assert.deepEqual((await shown(guest)).pieces, (await shown(host)).pieces);
  });

  await t.test(
    'a turn played while the other line is broken arrives when it is mended',
    async () => {
      if (await moves(guest)) await playOne();
      line.cut();
      await news(guest, 'lost');
      const { turns } = await oneTurn(host, dice);
      assert.equal((await shown(guest)).turns.length, turns.length - 1);
      line.mend();
      await count(guest, turns.length);
      await guest.waitForSelector('#prompt [data-key="lost"]', { hidden: true });
    },
  );

  await t.test('a turn played on a broken line is sent once when it is mended', async () => {
    await guest.waitForSelector('.hit.live');
    line.cut();
    await news(guest, 'lost');
    const { turns } = await oneTurn(guest, dice);
    line.mend();
    await count(host, turns.length);
    await host.waitForSelector('.hit.live');
    assert.deepEqual((await shown(host)).turns, (await shown(guest)).turns);
    await truth.compare(await shown(host));
  });

  await t.test('a turn is taken back if the other agrees', async () => {
    const before = (await shown(host)).turns.length;
    await press(guest, 'undo');
    await press(host, 'takeback-accept');
    await count(host, before - 1);
    await count(guest, before - 1);
    await playOne();
  });

  await t.test('a draw is offered and declined', async () => {
    await press(host, 'draw');
    await press(host, 'draw-offer', '#prompt');
    await press(guest, 'draw-decline');
    await news(host, 'notice');
    assert.ok(!(await shown(host)).over);
  });

  await t.test('a seat is kept over a reload', async () => {
    const { turns } = await shown(guest);
    await guest.reload();
    await count(guest, turns.length);
    await guest.waitForFunction(
      () => document.querySelector('#seat-near')?.dataset.side === 'dark',
    );
  });

  await t.test(
    'who leaves for another page is away, and is there again on the way back',
    async () => {
      const seen = word =>
        host.waitForFunction(
          want => document.querySelector('#seat-far .away')?.textContent === want,
          { polling: 20 },
          word,
        );
      await seen('Here');
      await guest.goto('about:blank');
      await seen('Away');
      await guest.goBack();
      await seen('Here');
    },
  );

  await t.test('who resigns loses, and the rematch exchanges colours', async () => {
    await press(guest, 'resign');
    await changing(guest, () => press(guest, 'resign-yes'), 'resign');
    for (const page of [host, guest]) await page.waitForSelector('#prompt [data-action="rematch"]');
    await press(host, 'rematch');
    const old = host.url();
    await host.waitForSelector('#prompt [data-action="rematch"]', { hidden: true });
    await press(guest, 'rematch-accept');
    for (const page of [host, guest])
      await page.waitForFunction(
        before => !location.href.endsWith(before),
        { polling: 20 },
        new URL(old).pathname,
      );
    await host.waitForFunction(() => document.querySelector('#seat-near')?.dataset.side === 'dark');
    await guest.waitForFunction(
      () => document.querySelector('#seat-near')?.dataset.side === 'light',
    );
    await playOne();
  });

  await t.test('the finished game can be looked at again, and leads on', async () => {
    const next = host.url(),
      turns = (await shown(host)).turns;
    await host.goBack();
    await host.waitForSelector('#prompt [data-action="next-game"]');
    // One goes anywhere in it, and what is played there becomes a variation, which is kept.
    await press(host, 'first', '#turns-card');
    await ready(host);
    const before = (await shown(host)).turns;
    await otherTurn(host, before[0]);
    await host.waitForSelector('#turns .variation button[aria-current]');
    assert.deepEqual((await shown(host)).turns, before, 'the game itself stays as it was');
    await host.reload();
    await host.waitForSelector('#turns .variation button');
    await press(host, 'next-game');
    await host.waitForFunction(want => location.href === want, { polling: 20 }, next);
    await count(host, turns.length);
    await host.waitForFunction(() => document.querySelector('#seat-near')?.dataset.side === 'dark');
  });
  calm(host);
  calm(guest, BROKEN);
});

/** Plays another turn than this one where a game stands. */
async function otherTurn(page, not) {
  await page.click('#typed summary');
  await page.waitForSelector('#legal button');
  const turn = await page.$$eval(
    '#legal button',
    (all, known) => all.map(el => el.dataset.turn).find(one => one !== known),
    not,
  );
  await changing(page, () => page.click(`#legal [data-turn="${turn}"]`), turn);
}

test('an invitation names an address that others can reach, if there is one', async t => {
  const server = await serve(t, ['--host', '0.0.0.0']),
    page = await open(await launch(t)),
    [info] = await server.games();
  await begin(page, server.url, info, { opponent: 'link', side: 'light' });
  await page.waitForSelector('#invite[open]');
  const links = await page.$$eval('#invite input', inputs => inputs.map(input => input.value));
  const {
    addresses: [origin = server.url],
  } = await server.ask('server');
  for (const link of [links[0], links.at(-1)])
    assert.equal(new URL(link).origin, origin, 'for the friend, and for another device');
  await press(page, 'close-dialog', '#invite');
  await press(page, 'abort');
  await press(page, 'abort-yes');
  await page.waitForSelector('#prompt [data-action="new-game"]');
  assert.ok(!(await shown(page)).over, 'there is nobody to have a rematch with');
  calm(page);
});
