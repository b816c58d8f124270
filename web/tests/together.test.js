// Friends: who invites to what, names, a few words, clocks of one player, the picture of the link,
// reminders, and notifications for those who look elsewhere.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { calm, changing, launch, open, press } from './lib/browser.js';
import { begin, fillNewGame, oneTurn, random, ready } from './lib/game.js';
import { serve } from './lib/server.js';

const { default: jsQR } = createRequire(import.meta.url)('jsqr');

const says = (page, pattern, where = 'main') =>
  page.waitForFunction(
    (selector, source) => new RegExp(source).test(document.querySelector(selector)?.textContent),
    { polling: 20 },
    where,
    pattern.source,
  );
const named = (page, name) =>
  page.evaluateOnNewDocument(own => {
    // A window that is not yet at its page has no storage.
    if (location.protocol !== 'http:') return;
    const kept = JSON.parse(localStorage.getItem('damier.settings') ?? '{}');
    localStorage.setItem('damier.settings', JSON.stringify({ ...kept, name: own }));
  }, name);
const liveId = page => new URL(page.url()).pathname.split('/').pop();
const canMove = page => page.$('.hit.live, #prompt [data-action="finish"]');

/** Two at a game: whoever is to move first, and the other. */
async function inTurn(...pages) {
  await Promise.race(pages.map(page => ready(page)));
  return (await canMove(pages[0])) ? pages : pages.reverse();
}

test('from a link to the first turn in two taps, by name, with a few words', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info] = await server.games(),
    dice = random(6);
  const host = await open(browser),
    guest = await open(browser, { width: 390, height: 664, touch: true });
  await named(host, 'Noa');
  await begin(host, server.url, info, { opponent: 'link', side: 'dark', clock: '0' });
  await press(host, 'close-dialog', '#invite');
  await says(host, /Waiting for your friend/, '#prompt');
  assert.equal(await host.$('.seat .flag'), null, 'it is nobody’s turn yet');
  const id = liveId(host);

  await t.test(
    'whoever is invited reads by whom and to what, and sees their own side',
    async () => {
      await guest.goto(`${server.url}/play/${id}`);
      await says(guest, /^Noa invites you/, '#prompt');
      await says(
        guest,
        new RegExp(`${info.name.en}: you play ${info.sides[0].name.en}`),
        '#prompt',
      );
      await says(guest, /No clock\. Rules of the sheet\./, '#prompt');
      assert.equal(await guest.$eval('#seat-near', seat => seat.dataset.side), 'light');
      const inSight = await guest.$$eval(
        '#prompt [data-action="join"], #bar [data-action="rules"]',
        all =>
          all.map(el => {
            const { top, bottom, height } = el.getBoundingClientRect();
            return height > 0 && top >= 0 && bottom <= innerHeight;
          }),
      );
      assert.deepEqual(inSight, [true, true], 'Join and the rules');
      await guest.tap('#prompt [data-action="join"]');
      await says(host, /Your friend/, '#seat-far');
    },
  );

  await t.test('a name given later is shown at once', async () => {
    await guest.waitForFunction(() => !document.querySelector('#prompt [data-action="join"]'));
    await press(guest, 'menu');
    await press(guest, 'my-name', '#menu');
    await guest.waitForSelector('#name-dialog[open]');
    await guest.type('#my-name', ' Hery ');
    await guest.keyboard.press('Enter');
    await says(host, /^Hery/, '#seat-far .who');
    await says(guest, /^Noa/, '#seat-far .who');
  });

  await t.test('a greeting stays until it is answered by a turn', async () => {
    const [mover, other] = await inTurn(guest, host);
    await other.bringToFront();
    if (other === host) await press(other, 'greet', '#prompt');
    else {
      await press(other, 'menu');
      await press(other, 'greet', '#menu');
    }
    await other.waitForSelector('#greetings[open]');
    await other.click('#greetings [data-word="good-luck"]');
    await mover.bringToFront();
    await says(mover, /Good luck!/, '#prompt');
    await mover.reload();
    await says(mover, /Good luck!/, '#prompt');
    await ready(mover);
    await oneTurn(mover, dice);
    await says(mover, /^(?!.*Good luck!)/s, '#prompt');
  });

  await t.test('an absent friend is reminded, not claimed from', async () => {
    const here = (await canMove(host)) ? guest : host,
      gone = here === host ? guest : host;
    // Whoever is to move goes away.
    await gone.goto('about:blank');
    await here.bringToFront();
    await says(here, /Away/, '#seat-far');
    const remind = await here.waitForSelector('#prompt [data-action="remind"]');
    assert.equal(await here.$('[data-action="claim-win"]'), null);
    // Without a way to share, there is the link.
    await here.evaluate(() => delete Navigator.prototype.share);
    await remind.click();
    await here.waitForSelector('#remind input');
    assert.match(
      await here.$eval('#remind input', input => input.value),
      new RegExp(`/play/${id}$`),
    );
  });
  calm(host, /WebSocket/);
});

test('a stranger with a phone plays two taps after opening a link, in every game', async t => {
  const server = await serve(t),
    browser = await launch(t);
  for (const info of await server.games())
    await t.test(info.id, async () => {
      const guest = await open(browser, { width: 390, height: 664, touch: true });
      await guest.evaluateOnNewDocument(() => {
        globalThis.taps = 0;
        addEventListener('pointerdown', () => globalThis.taps++, true);
      });
      const { id } = await invite(server, { game: info.id, rules: '', ...second(info) });
      await guest.goto(`${server.url}/play/${id}`);
      await guest.waitForSelector('#prompt [data-action="join"]');
      await guest.tap('#prompt [data-action="join"]');
      await ready(guest);
      const before = await guest.$eval('#prompt', el => el.textContent);
      const cell = await guest.$eval('.hit.live', el => el.dataset.cell);
      await changing(guest, () => guest.tap(`.hit[data-cell="${cell}"]`), cell);
      assert.equal(await guest.evaluate(() => globalThis.taps), 2);
      assert.equal(await guest.$('dialog'), null, 'nothing stands in the way');
      assert.notEqual(await guest.$eval('#prompt', el => el.textContent), before);
      calm(guest);
      await guest.browserContext().close();
    });
});

/** Begins a live game as the page does. */
const invite = async (server, body) =>
  (
    await fetch(`${server.url}/api/v1/live`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();

/** What whoever invites takes, so that the friend begins. */
function second({ start, sides }) {
  const begins = start.split(' ')[1] === sides[0].letter ? 'light' : 'dark';
  return { side: begins === 'light' ? 'dark' : 'light', clock: null, lot: false };
}

test('a clock of one player runs for that player alone', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info] = await server.games();
  const [host, guest] = [await open(browser), await open(browser)];
  await host.goto(`${server.url}/play#new=${info.id}`);
  await host.waitForSelector('#new-game[open]');
  const choose = value => host.$eval(`#new-game input[value="${value}"]`, input => input.click());
  for (const value of ['link', 'own']) await choose(value);
  await host.$eval('#new-game [name="minutes"]', input => {
    input.value = '7';
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await choose('friend');
  await fillNewGame(host, { side: 'light' });
  await press(host, 'close-dialog', '#invite');
  await guest.goto(`${server.url}/play/${liveId(host)}`);
  await says(guest, /Clock: 7\smin \+ 0\ss/, '#prompt');
  await press(guest, 'join');
  // Seats are drawn anew when somebody joins: the whole is asked at once.
  for (const page of [host, guest])
    await page.waitForFunction(
      () =>
        Array.from(
          document.querySelectorAll('damier-clock'),
          el => el.closest('.seat').dataset.side,
        ).join() === 'dark',
      { polling: 20 },
    );
  calm(host);
  calm(guest);
});

test('two at one screen play with a clock, and whose time is up has lost', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    [info] = await server.games(),
    dice = random(2);
  await begin(page, server.url, info, { opponent: 'here', clock: '1' });
  await ready(page);
  const clocks = () =>
    page.$$eval('damier-clock', all => all.map(el => el.hasAttribute('running')));
  assert.deepEqual(await clocks(), [false, false], 'not before the first turn');
  await oneTurn(page, dice);
  assert.deepEqual((await clocks()).sort(), [false, true]);
  // Nearly all of the time is used up.
  const id = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('local');
  await page.goto('about:blank');
  await page.goto(server.url);
  await page.evaluate(name => {
    const kept = JSON.parse(localStorage.getItem(`damier.game.${name}`));
    kept.clock.left = { light: 400, dark: 400 };
    localStorage.setItem(`damier.game.${name}`, JSON.stringify(kept));
  }, id);
  await page.goto(`${server.url}/play#local=${id}`);
  await says(page, /[Tt]ime is up/, '#prompt');
  await changing(page, () => press(page, 'undo'), 'undo');
  await ready(page);
  assert.equal(await page.$('damier-clock'), null, 'whoever goes on does so without a clock');
  calm(page);
});

test('the picture of the link leads to the game', async t => {
  const server = await serve(t, ['--host', '0.0.0.0']),
    page = await open(await launch(t)),
    [info] = await server.games();
  await begin(page, server.url, info, { opponent: 'link' });
  const picture = await page.waitForSelector('#invite .qr svg');
  const link = await page.$eval('#invite input', input => input.value);
  const shot = await picture.screenshot({ encoding: 'base64' });
  // In a window of its own: the pages' policy lets nobody fetch what is no part of them.
  const blank = await page.browserContext().newPage();
  const { data, width, height } = await blank
    .evaluate(async png => {
      const image = await createImageBitmap(
        await (await fetch(`data:image/png;base64,${png}`)).blob(),
      );
      const canvas = new OffscreenCanvas(image.width, image.height),
        pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      const pixels = pen.getImageData(0, 0, image.width, image.height);
      return { data: [...pixels.data], width: image.width, height: image.height };
    }, shot)
    .catch(() => ({ data: [], width: 0, height: 0 }));
  assert.ok(width, 'the picture can be read');
  assert.equal(jsQR(new Uint8ClampedArray(data), width, height)?.data, link);
});

/** Runs in the page: remembers notifications instead of showing them. */
function keepNotifications() {
  globalThis.shown = [];
  globalThis.Notification = class {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor(title, { body }) {
      globalThis.shown.push(`${title}: ${body}`);
    }
    close() {}
  };
  delete Navigator.prototype.serviceWorker;
}

test('whoever looks elsewhere is told when a friend has come and has played', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info] = await server.games(),
    dice = random(12);
  const [host, guest] = [await open(browser), await open(browser)];
  await host.evaluateOnNewDocument(keepNotifications);
  await named(guest, 'Hery');
  await begin(host, server.url, info, { opponent: 'link', side: 'dark', clock: '0' });
  await press(host, 'close-dialog', '#invite');
  const hide = hidden =>
    host.evaluate(value => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
    }, hidden);
  const told = count =>
    host
      .waitForFunction(n => globalThis.shown.length >= n, { polling: 20 }, count)
      .then(() => host.evaluate(() => globalThis.shown));
  await hide(true);
  await guest.goto(`${server.url}/play/${liveId(host)}`);
  await press(guest, 'join');
  assert.match((await told(1))[0], /has joined the game/);
  const [mover] = await inTurn(guest, host);
  if (mover === guest) {
    await oneTurn(guest, dice);
    assert.match((await told(2))[1], /Hery has played: your turn/);
  }
  await hide(false);
  calm(guest);
});
