// Phones: at every step of every game the whole board, what to do now with its buttons, and the bar
// of actions are on the screen at once, upright and lying; and nothing moves while a page loads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, changing, launch, open, press } from './lib/browser.js';
import { random, ready, shown } from './lib/game.js';
import { SIZES, onScreen, watchShifts } from './lib/phone.js';
import { serve } from './lib/server.js';

const PHONE = { width: 390, height: 664, touch: true };

/** What somebody chose in that browser before. */
const prefer = (page, settings) =>
  page.evaluateOnNewDocument(chosen => {
    localStorage.setItem('damier.settings', JSON.stringify(chosen));
  }, settings);

/** How a turn is entered with a finger. */
const finger = {
  cell: (page, cell) => page.tap(`.hit[data-cell="${cell}"]`),
  button: (page, name) => page.tap(`#prompt [data-click="${name}"]`),
  finish: page => page.tap('#prompt [data-action="finish"]'),
};

/** Every step of some turns, chosen at random; says which kinds of steps there were. */
async function watched(page, dice, count, what) {
  const met = new Set();
  let now = await shown(page),
    first = new Set(now.live);
  const end = now.turns.length + count;
  await onScreen(page, `${what}, at first`);
  for (let clicks = 0; now.turns.length < end && !now.over; clicks++) {
    assert.ok(clicks < 40 * count, 'turns come to an end');
    // What was offered at the beginning of the turn would only choose another pawn.
    const fresh = now.selected ? now.live.filter(cell => !first.has(cell)) : now.live;
    const cells =
      fresh.length || now.buttons.length ? fresh : now.live.filter(cell => cell !== now.selected);
    const offers = [
      ...cells.map(cell => ['cell', cell]),
      ...now.buttons.map(name => ['button', name]),
    ];
    const [kind, name] = now.finish ? ['finish', ''] : dice.pick(offers);
    await changing(
      page,
      () => finger[kind](page, name),
      `${kind} ${name} after ${now.turns.join(' ')}`,
    );
    const before = now;
    now = await shown(page);
    for (const button of now.buttons) met.add(/^\w+\d/.test(button) ? 'line' : button);
    if (now.finish) met.add('confirm');
    if (before.turns.length === now.turns.length) met.add('part');
    else first = new Set(now.live);
    await onScreen(page, `${what}, after ${before.turns.length} turns and ${kind} ${name}`);
  }
  return met;
}

test('every step of a turn is on the screen of a phone', async t => {
  const server = await serve(t),
    browser = await launch(t),
    met = new Set();
  for (const [i, info] of (await server.games()).entries()) {
    for (const [start, lang] of [
      [info.start, 'en'],
      [info.sample, 'fr'],
    ]) {
      await t.test(`${info.id} in ${lang}, ${start}`, async () => {
        const page = await open(browser, PHONE);
        await prefer(page, { lang, confirm: lang === 'fr' });
        await page.goto(`${server.url}/play#${new URLSearchParams({ game: info.id, start })}`);
        await ready(page);
        for (const kind of await watched(page, random(7 + i), 6, `${info.id} in ${lang}`))
          met.add(kind);
        calm(page);
        await page.browserContext().close();
      });
    }
  }
  for (const kind of ['part', 'done', 'confirm', 'half'])
    assert.ok(met.has(kind), `${kind} is among the steps: ${[...met]}`);
});

/** A game with a friend, created through the API. */
async function invite(server, info) {
  const answer = await fetch(`${server.url}/api/v1/live`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      game: info.id,
      rules: '',
      side: 'light',
      clock: { initial: 600, increment: 5 },
      lot: false,
    }),
  });
  assert.ok(answer.ok, await answer.clone().text());
  return answer.json();
}

test('invitation, offers and result are on the screen of a phone', async t => {
  const server = await serve(t),
    browser = await launch(t);
  for (const [i, info] of (await server.games()).entries()) {
    await t.test(info.id, async () => {
      const { id, token } = await invite(server, info),
        lang = i % 2 ? 'en' : 'fr';
      const [host, guest] = [await open(browser, PHONE), await open(browser, PHONE)];
      for (const page of [host, guest]) await prefer(page, { lang });
      await host.goto(`${server.url}/play/${id}#seat=${token}`);
      await host.waitForSelector('#prompt [data-action="invite"]');
      await onScreen(host, 'waiting for a friend', ['invite']);
      await guest.goto(`${server.url}/play/${id}`);
      await guest.waitForSelector('#prompt [data-action="join"]');
      await onScreen(guest, 'the invitation', ['join', 'watch']);
      await guest.tap('#prompt [data-action="join"]');
      await Promise.race([host, guest].map(page => page.waitForSelector('.hit.live')));
      const hostMoves = !!(await host.$('.hit.live')),
        [mover, other] = hostMoves ? [host, guest] : [guest, host];
      const dice = random(11);
      await watched(mover, dice, 1, 'the first turn');
      await other.waitForSelector('.hit.live');
      await onScreen(mover, 'waiting for the friend’s turn');
      await mover.tap('#bar [data-action="undo"]');
      await other.waitForSelector('#prompt [data-action="takeback-accept"]');
      await onScreen(other, 'a takeback is asked for', ['takeback-accept', 'takeback-decline']);
      await onScreen(mover, 'a takeback has been asked for');
      await other.tap('#prompt [data-action="takeback-decline"]');
      await mover.waitForSelector('#prompt [data-key="notice"]');
      await mover.tap('#title [data-action="menu"]');
      await press(mover, 'draw', '#menu');
      await mover.waitForSelector('#prompt [data-action="draw-offer"]');
      await onScreen(mover, 'asked whether to offer a draw', ['draw-offer', 'pending-no']);
      await mover.tap('#prompt [data-action="draw-offer"]');
      await other.waitForSelector('#prompt [data-action="draw-accept"]');
      await onScreen(other, 'a draw is offered', ['draw-accept', 'draw-decline']);
      await other.tap('#prompt [data-action="draw-decline"]');
      await mover.waitForSelector('#prompt [data-key="notice"]');
      await other.tap('#title [data-action="menu"]');
      await press(other, 'resign', '#menu');
      const sure = await other.waitForSelector(
        '#prompt [data-action="abort-yes"], #prompt [data-action="resign-yes"]',
      );
      await onScreen(other, 'asked whether to resign', ['pending-no']);
      if (await sure.evaluate(el => el.dataset.action === 'abort-yes')) {
        await other.tap('#prompt [data-action="pending-no"]');
        await watched(other, dice, 1, 'the second turn');
        await other.tap('#title [data-action="menu"]');
        await press(other, 'resign', '#menu');
      }
      await (await other.waitForSelector('#prompt [data-action="resign-yes"]')).tap();
      for (const page of [mover, other]) {
        await page.waitForSelector('#prompt [data-action="rematch"]');
        await onScreen(page, 'the result', ['rematch', 'review']);
      }
      await mover.tap('#prompt [data-action="rematch"]');
      await other.waitForSelector('#prompt [data-action="rematch-accept"]');
      await onScreen(other, 'a rematch is offered', ['rematch-accept', 'rematch-decline']);
      for (const page of [host, guest]) {
        calm(page);
        await page.browserContext().close();
      }
    });
  }
});

test('a game against the computer is on the screen while it thinks, after a hint and at its end', async t => {
  const server = await serve(t),
    browser = await launch(t);
  for (const info of await server.games()) {
    await t.test(info.id, async () => {
      const page = await open(browser, PHONE);
      await page.goto(`${server.url}/play#game=${info.id}`);
      await ready(page);
      await page.tap('#bar [data-action="hint"]');
      await page.waitForFunction(() => document.querySelector('#board .m-best'));
      await onScreen(page, 'a hint');
      await page.tap('#title [data-action="menu"]');
      await press(page, 'resign', '#menu');
      await (await page.waitForSelector('#prompt [data-action="resign-yes"]')).tap();
      await page.waitForSelector('#prompt [data-action="rematch"]');
      await onScreen(page, 'the result', ['rematch', ...(info.sequel ? ['sequel'] : ['new-game'])]);
      calm(page);
      await page.browserContext().close();
    });
  }
});

test('a step that one need not make does not look like one that one must', async t => {
  const server = await serve(t),
    page = await open(await launch(t), PHONE);
  const info = (await server.games()).find(({ id }) => id === 'rooya');
  await page.goto(
    `${server.url}/play#${new URLSearchParams({ game: info.id, start: info.sample })}`,
  );
  await ready(page);
  const { live } = await shown(page);
  // Some pawn can change plates, and then may step once more.
  for (const from of live) {
    await changing(page, () => finger.cell(page, from), from);
    const goals = await page.$$eval('.hit[data-target], .hit.live', hits =>
      hits.map(hit => hit.dataset.cell),
    );
    for (const to of goals.filter(cell => !live.includes(cell))) {
      await changing(page, () => finger.cell(page, to), to);
      const done = await page.$('#prompt [data-click="done"].primary');
      if (done) {
        const words = await page.$eval('#prompt', el => el.textContent);
        assert.match(words, /One more step\?/);
        assert.match(words, /end the turn here/);
        await onScreen(page, 'an optional step', ['back']);
        return calm(page);
      }
      if ((await shown(page)).turns.length)
        await changing(page, () => page.tap('#bar [data-action="undo"]'), 'undo');
      else await changing(page, () => page.tap('#prompt [data-action="back"]'), 'back');
      if (!(await page.$('.hit[aria-selected="true"]')))
        await changing(page, () => finger.cell(page, from), from);
    }
    if (await page.$('.hit[aria-selected="true"]'))
      await changing(page, () => page.tap('#prompt [data-action="back"]'), 'back');
  }
  assert.fail('no turn with an optional step was found');
});

test('nothing moves while a game loads', async t => {
  const server = await serve(t),
    browser = await launch(t);
  for (const [width, height] of [...SIZES, [1280, 800], [1920, 1080]]) {
    for (const info of await server.games()) {
      const page = await open(browser, { width, height, touch: width < 1000 });
      await page.evaluateOnNewDocument(watchShifts);
      await page.goto(`${server.url}/play#game=${info.id}`);
      await ready(page);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForNetworkIdle({ idleTime: 300 });
      const { shifted, shifts } = await page.evaluate(() => ({
        shifted: globalThis.shifted,
        shifts: globalThis.shifts,
      }));
      assert.ok(
        shifted < 0.05,
        `${info.id} at ${width} × ${height} shifts by ${shifted.toFixed(3)}: ${shifts.join('; ')}`,
      );
      await page.browserContext().close();
    }
  }
});

test('turns and rules are a tap away and give the board back', async t => {
  const server = await serve(t),
    page = await open(await launch(t), PHONE),
    [info] = await server.games();
  const { turn } = (await server.turns(info.id, info.start))[0];
  await page.goto(`${server.url}/play#${new URLSearchParams({ game: info.id, turns: turn })}`);
  await ready(page);
  for (const [width, height] of SIZES) {
    await page.setViewport({ width, height, hasTouch: true, isMobile: true });
    await page.tap('#bar [data-action="turns"]');
    const boxes = await page.evaluate(() =>
      ['#board svg', '#turns [data-ply]', '[data-action="step-back"]'].map(what => {
        const { left, top, right, bottom } = document.querySelector(what).getBoundingClientRect();
        return (
          left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
        );
      }),
    );
    assert.deepEqual(boxes, [true, true, true], `board, turn and stepper at ${width} × ${height}`);
    await page.tap('[data-action="step-back"]');
    await page.waitForSelector('#prompt [data-action="present"]');
    await page.tap('#turns-card [data-action="turns"]');
    await onScreen(page, 'an earlier position', ['present']);
    await page.setViewport({ width, height, hasTouch: true, isMobile: true });
    await page.tap('#prompt [data-action="present"]');
    await ready(page);
  }
  await page.tap('#bar [data-action="rules"]');
  await page.waitForSelector('#rules[open] .rules p');
  await page.tap('#rules [data-action="close-dialog"]');
  await page.waitForSelector('#rules', { hidden: true });
  calm(page);
});

test('sounds are offered on a phone until the first turn, and never again', async t => {
  const server = await serve(t),
    browser = await launch(t),
    offers = '[data-action="sound-yes"]';
  for (const info of await server.games()) {
    const page = await open(browser, PHONE);
    await page.goto(`${server.url}/play#game=${info.id}`);
    await ready(page);
    for (const [width, height] of SIZES) {
      await page.setViewport({ width, height, hasTouch: true, isMobile: true });
      const seen = await page.$$eval(
        offers,
        (all, wide) => {
          const [one, ...more] = all.filter(el => el.checkVisibility());
          if (!one || more.length) return `${more.length + 1} offers`;
          const { left, right, top, height: high } = one.getBoundingClientRect(),
            hit = document.elementFromPoint((left + right) / 2, top + high / 2);
          const title = document.querySelector('h1').getBoundingClientRect();
          if (left < title.right - 0.5 && top < title.bottom) return `over the title at ${left}`;
          return left >= 0 && right <= wide && high > 43.5 && one.contains(hit);
        },
        width,
      );
      assert.equal(seen, true, `${info.id} at ${width} × ${height}`);
    }
    await onScreen(page, `${info.id} with the offer`);
    await page.browserContext().close();
  }
  const [info] = await server.games(),
    page = await open(browser, PHONE);
  await page.goto(`${server.url}/play#game=${info.id}`);
  await ready(page);
  await page.tap(`#title ${offers}`);
  await page.waitForFunction(which => !document.querySelector(which), { polling: 20 }, offers);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage['damier.settings']).sound), true);
  calm(page);
});

test('whoever plays without taking up the offer of sounds is not asked again', async t => {
  const server = await serve(t),
    page = await open(await launch(t), PHONE),
    [info, second = info] = await server.games(),
    offers = '[data-action="sound-yes"]';
  await page.goto(`${server.url}/play#game=${info.id}`);
  await ready(page);
  await watched(page, random(3), 1, info.id);
  assert.equal(await page.$(offers), null);
  await page.goto(`${server.url}/play#game=${second.id}`);
  await ready(page);
  assert.equal(await page.$(offers), null);
});
