// The Analyse page: every value it shows is the API's, for every game that tables know; a lost game's
// losing turn is found; what is tried out there stays until the window is closed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, changing, launch, open, press } from './lib/browser.js';
import { begin, oneTurn, random, ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

/** A game of Kono in which Yellow errs twice and Red once, by the tables. */
const LOST = 'c1xc3 d4xd2 b2xd2 a3xc3 b1-b2 d3-d4 a1-b1 b4xb2 d1-c1 c4xc2';
const MISTAKES = [2, 3, 9];

const address = (server, fields) => `${server.url}/analyse#${new URLSearchParams(fields)}`;

/** What the page lists: turns and kinds, the best first. */
const listed = page =>
  page.$$eval('#values button', all => all.map(b => [b.dataset.turn, b.dataset.kind]));

/** Waits until the values are those of this position. */
const known = (page, position) =>
  page.waitForFunction(
    p =>
      document.querySelector('#position')?.dataset.position === p &&
      document.querySelector('#values li'),
    { polling: 50 },
    position,
  );

test('each legal turn has its exact value, in the list and on the board', async t => {
  const server = await serve(t),
    browser = await launch(t);
  let some = 0;
  for (const info of await server.games()) {
    const page = await open(browser);
    await page.goto(address(server, { game: info.id }));
    await page.waitForSelector('#values li, #engine');
    const value = await server.ask(`games/${info.id}/value`);
    if (value.value.kind === 'unknown') {
      await page.waitForSelector('#engine [data-action="legal"]');
      const turn = await page.$eval('#engine [data-action="legal"]', b => b.dataset.turn);
      const legal = (await server.turns(info.id, info.start)).map(one => one.turn);
      assert.ok(legal.includes(turn), `${info.id}: ${turn}`);
    } else {
      some++;
      assert.deepEqual(
        await listed(page),
        value.turns.slice(0, 200).map(one => [one.turn, one.value.kind]),
      );
      await page.waitForSelector('#board .badge');
      const steps = new Set(value.turns.map(({ turn }) => turn.split(/[,>]/)[0]));
      assert.ok((await page.$$('#board .badge')).length <= steps.size);
      // One key hides them all.
      await page.keyboard.press('v');
      await page.waitForSelector('#values', { hidden: true });
      assert.equal((await page.$$('#board .badge')).length, 0);
      await page.keyboard.press('v');
      await page.waitForSelector('#values li');
    }
    calm(page);
    await page.browserContext().close();
  }
  assert.ok(some >= 3, 'tables know the start of some games');
});

test('a lost game is opened, and the losing turns are marked', async t => {
  const server = await serve(t),
    browser = await launch(t),
    page = await open(browser);
  await page.goto(address(server, { game: 'kono', turns: LOST }));
  await page.waitForFunction(
    n => document.querySelectorAll('#turns .sign').length === n,
    { polling: 50 },
    MISTAKES.length,
  );
  const marked = await page.$$eval('#turns [data-ply]:has(.sign)', all =>
    all.map(b => Number(b.dataset.ply)),
  );
  assert.deepEqual(marked, MISTAKES);
  assert.equal((await page.$$('.curve .sign')).length, MISTAKES.length);
  const accuracy = await page.$eval('#accuracy summary', el => el.textContent);
  assert.match(accuracy, /60.% \(3 of 5\).*80.% \(4 of 5\)/);

  // To the losing turn by the curve, one back, and the better turn is played instead.
  const box = await (await page.$('#curve')).boundingBox();
  const line = await page.$eval('.curve .sign:last-of-type', el => el.getBoundingClientRect().x);
  await page.mouse.click(line + 10, box.y + 40);
  await page.waitForSelector('#turns [data-ply="9"][aria-current]');
  await press(page, 'step-back', '#turns-card');
  await page.waitForSelector('#turns [data-ply="8"][aria-current]');
  await page.waitForSelector('#values [data-kind="draw"]');
  const turn = await page.$eval('#values [data-kind="draw"]', b => b.dataset.turn);
  assert.notEqual(turn, 'd1-c1');
  await changing(page, () => page.click(`#values [data-turn="${turn}"]`), turn);
  await page.waitForSelector('#turns .variation [aria-current]');
  assert.match(await page.$eval('#turns .variation', el => el.textContent), new RegExp(turn));

  // Something is said about it, which can be undone.
  const said = text =>
    page.waitForFunction(
      wanted => document.querySelector('#turns .variation')?.textContent.includes(wanted),
      { polling: 50 },
      text,
    );
  await page.click('#notes [data-glyph="!"]');
  await said(`${turn}!`);
  await page.type('#comment', 'keeps {the} draw');
  await page.keyboard.press('Enter');
  await said('keeps the draw');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('u');
  await page.waitForFunction(
    () => !document.querySelector('#turns .variation')?.textContent.includes('keeps'),
  );
  await page.keyboard.press('U');
  await said('keeps the draw');

  // It is still there after a reload, and the record has it.
  await page.waitForFunction(() => location.hash.includes('open'));
  await page.reload();
  await said(`${turn}!`);
  await said('keeps the draw');
  assert.equal((await shown(page)).turns.length, LOST.split(' ').length);
  assert.deepEqual(
    await page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('game.'))),
    [],
    'nothing of it is kept among the games',
  );
  calm(page);
});

test('positions are typed; what is none is told why', async t => {
  const server = await serve(t),
    browser = await launch(t),
    page = await open(browser);
  const type = async text => {
    await page.$eval('#position', input => {
      input.value = '';
    });
    await page.type('#position', text);
    await page.keyboard.press('Enter');
  };
  await page.goto(address(server, { game: 'kono' }));
  await page.waitForSelector('#values li');
  await type('r1rr/1rr1/yryy/1yy1 r');
  await known(page, 'r1rr/1rr1/yryy/1yy1 r');
  const { turns } = await server.ask(
    `games/kono/value?${new URLSearchParams({ position: 'r1rr/1rr1/yryy/1yy1 r' })}`,
  );
  assert.deepEqual((await listed(page))[0], [turns[0].turn, 'win']);
  // How dangerous the drawn turns are.
  await page.waitForFunction(
    () => document.querySelector('#values')?.textContent.includes('7 of 8 replies lose'),
    { polling: 50 },
  );
  await type('nonsense');
  await page.waitForSelector('#prompt .no');
  assert.deepEqual((await listed(page))[0], [turns[0].turn, 'win'], 'nothing is lost');
  calm(page);
});

test('nothing is said about a game with a friend while it is played', async t => {
  const server = await serve(t),
    browser = await launch(t),
    dice = random(6),
    info = (await server.games()).find(({ id }) => id === 'kono');
  const [host, guest] = [await open(browser), await open(browser)];
  await begin(host, server.url, info, { opponent: 'link', side: 'light' });
  await host.waitForSelector('#invite');
  const id = new URL(host.url()).pathname.split('/').pop();
  await guest.goto(`${server.url}/play/${id}`);
  await press(guest, 'join');
  await press(host, 'close-dialog', '#invite');
  await ready(host);
  const { turns } = await oneTurn(host, dice);
  await guest.waitForSelector('.hit.live');
  const mine = { game: info.id, turns: turns.join(' ') };
  const [first, second] = (await server.turns(info.id, info.start)).filter(
    ({ turn }) => turn !== turns[0],
  );
  for (const page of [host, guest]) {
    await page.goto('about:blank');
    await page.goto(address(server, mine));
    await page.waitForSelector('#withheld');
    assert.equal(await page.$('#values, #engine, #board .badge'), null);
    // Other positions are none of anybody's business.
    await page.goto('about:blank');
    await page.goto(address(server, { game: info.id, turns: (first ?? second).turn }));
    await page.waitForSelector('#values li');
  }
  calm(host);
});

test('a game that is over goes to Analyse with one click, one that is played does not', async t => {
  const server = await serve(t),
    browser = await launch(t),
    page = await open(browser),
    info = (await server.games()).at(-1);
  await begin(page, server.url, info);
  await ready(page);
  const { turns } = await oneTurn(page, random(3));
  assert.equal(await page.$('[data-action="analyse"]'), null);
  await press(page, 'resign', '#bar');
  await press(page, 'resign-yes');
  await press(page, 'analyse');
  await page.waitForSelector('.analysis #turns [data-ply]');
  assert.deepEqual((await shown(page)).turns, turns);
  calm(page);
});
