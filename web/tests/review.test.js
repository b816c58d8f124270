// The review after a game: the turns that decided it are named, what is called better is better by
// the API, and one can try again from there against the same opponent. Without a browser: which
// turns are chosen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEAST, cost, drops, expectation } from '../analyse/moments.js';
import { calm, launch, open, press } from './lib/browser.js';
import { begin, oneTurn, random, ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

const win = turns => ({ kind: 'win', turns }),
  loss = turns => ({ kind: 'loss', turns }),
  draw = { kind: 'draw' },
  score = points => ({ kind: 'score', points });
const judged = values => values.map(value => value && { value, exact: !('points' in value) });

test('a certain win promises more than any estimate, and what one gains the other loses', () => {
  const rising = [loss(3), score(-900), score(-50), draw, score(50), score(900), win(3)];
  const promised = rising.map(expectation);
  assert.deepEqual(
    [...promised].sort((a, b) => a - b),
    promised,
  );
  assert.equal(cost(win(5), loss(4)), 0, 'a win that stays one costs nothing');
  assert.equal(cost(win(5), win(2)), 1);
  assert.equal(cost(draw, win(2)), 0.5);
  assert.ok(cost(score(100), score(-100)) === 0, 'the same estimate, seen by the other player');
});

test('the costliest turns decide a game, of two alike the later one', () => {
  // What the second turn gives away the third gives back; the fifth loses the game.
  const line = judged([draw, draw, win(9), draw, draw, win(3), loss(2)]);
  assert.deepEqual(
    drops(line).map(({ ply }) => ply),
    [5, 3, 2],
  );
  // What is not known, and what an estimate cannot tell from nothing, is left out.
  assert.deepEqual(drops(judged([score(0), undefined, score(300), score(-280)])), []);
  const [one] = drops(judged([score(150), score(250)]));
  assert.equal(one.ply, 1);
  assert.ok(one.drop > LEAST);
});

/** A game of Kono in which Yellow errs twice and Red once, by the tables. */
const LOST = 'c1xc3 d4xd2 b2xd2 a3xc3 b1-b2 d3-d4 a1-b1 b4xb2 d1-c1 c4xc2';
const MISTAKES = [2, 3, 9];

/** Runs in the page: keeps a game against the computer that a person has given up. */
const keep = ([game, turns]) => {
  const person = { kind: 'person' },
    end = { outcome: 'dark', how: 'resigned' };
  localStorage.setItem(
    'damier.game.lost',
    JSON.stringify({
      v: 2,
      id: 'lost',
      game,
      rules: '',
      start: null,
      turns,
      players: { light: person, dark: { kind: 'computer', level: 'level-1' } },
      end,
      over: true,
      position: '',
      toMove: 'light',
      at: Date.now(),
      shown: false,
      tags: {},
      result: end,
    }),
  );
};

/** Plays some turns of a game by the API: always the same, and not good ones. */
async function badGame(server, info, count) {
  const dice = random(41),
    turns = [],
    positions = [info.start];
  while (turns.length < count) {
    const legal = await server.turns(info.id, positions.at(-1));
    if (!legal.length) break;
    const made = dice.pick(legal);
    turns.push(made.turn);
    positions.push(made.after);
  }
  return { turns, positions };
}

/** Waits until the review has found everything. */
const reviewed = page =>
  page.waitForSelector('#review-none, #moments li.shown', { timeout: 90_000 });

/** The moments of the list. */
const moments = page =>
  page.$$eval('#moments .moment', all =>
    all.map(b => ({
      ply: Number(b.dataset.moment),
      better: b.dataset.better,
      text: b.textContent,
    })),
  );

const RANK = { loss: 0, draw: 1, win: 2 };

/** What the API says of the better turn and of the one that was played. */
async function compared(server, game, position, better, played) {
  const { turns } = await server.ask(`games/${game}/value?${new URLSearchParams({ position })}`);
  const rank = name => RANK[turns.find(({ turn }) => turn === name)?.value.kind];
  return [rank(better), rank(played)];
}

test('a lost game is reviewed with one press, and tried again against the same opponent', async t => {
  const server = await serve(t),
    browser = await launch(t),
    page = await open(browser),
    info = (await server.games()).find(({ id }) => id === 'kono'),
    turns = LOST.split(' ');
  if (!info) return;
  await page.goto(`${server.url}/games`);
  await page.evaluate(keep, ['kono', turns]);
  await page.goto(`${server.url}/play#local=lost`);
  await press(page, 'review', '#prompt');
  await reviewed(page);
  const found = await moments(page);
  assert.deepEqual(
    found.map(({ ply }) => ply),
    MISTAKES,
  );
  let position = info.start;
  const before = [];
  for (const turn of turns) {
    before.push(position);
    position = (await server.turns('kono', position)).find(one => one.turn === turn).after;
  }
  for (const { ply, better, text } of found) {
    const played = turns[ply - 1];
    assert.ok(text.includes(played) && text.includes(better), text);
    const [good, bad] = await compared(server, 'kono', before[ply - 1], better, played);
    assert.ok(good > bad, `${better} is better than ${played}`);
  }
  // The first is on the board: what was played and what was better.
  await page.waitForSelector('#board .m-best');
  await page.waitForSelector('#board .m-warn');
  assert.match(await page.$eval('#moments .shown', el => el.textContent), /Exact, by the tables/);
  // The computer's own turn is not tried again.
  assert.equal(await page.$('#moments [data-action="try-again"]'), null);
  // From one to the next by a key; after this every reply loses.
  await page.keyboard.press('m');
  await page.waitForSelector('[data-moment="3"][aria-pressed="true"]');
  await page.keyboard.press('m');
  await page.waitForSelector('[data-moment="9"][aria-pressed="true"]');
  await page.waitForSelector('#turns [data-ply="8"][aria-current]');
  const last = await page.$eval('#moments .shown', el => el.textContent);
  assert.match(last, /After d1-c1, Red wins in \d+ turns? whatever Yellow replies\./);
  await page.waitForFunction(() =>
    document.querySelector('#say')?.textContent.includes('whatever Yellow replies'),
  );
  // It outlives a reload, with who played.
  await page.waitForFunction(() => location.hash.includes('of=lost'));
  await page.reload();
  await page.waitForSelector('[data-moment="9"]');
  await page.click('[data-moment="9"]');
  await press(page, 'try-again', '#moments');
  await page.waitForSelector('.stage #board');
  await ready(page);
  assert.deepEqual((await shown(page)).turns, turns.slice(0, 8));
  const players = await page.evaluate(() => {
    const id = new URLSearchParams(location.hash.slice(1)).get('local');
    return JSON.parse(localStorage.getItem(`damier.game.${id}`)).players;
  });
  assert.deepEqual([players.light.kind, players.dark.level], ['person', 'level-1']);
  calm(page);
});

test('every game is reviewed; where no table knows, the computer says why and that it is an estimate', async t => {
  const server = await serve(t),
    browser = await launch(t);
  let estimated = 0,
    exact = 0;
  for (const info of await server.games()) {
    const { turns, positions } = await badGame(server, info, 10),
      page = await open(browser, { width: 390, height: 664, touch: true });
    await page.goto(`${server.url}/games`);
    await page.evaluate(keep, [info.id, turns]);
    await page.goto(`${server.url}/analyse#local=lost&review=light`);
    await reviewed(page);
    // On a phone it is what one sees.
    assert.ok(await page.$eval('#review', el => el.checkVisibility()));
    const found = await moments(page);
    assert.ok(found.length <= 3, info.id);
    for (const { ply, better } of found) {
      // On a phone the tabs lie over the lower edge.
      const moment = await page.$(`[data-moment="${ply}"]`);
      await moment.evaluate(el => el.scrollIntoView({ block: 'center' }));
      await moment.click();
      await page.waitForSelector(`[data-moment="${ply}"][aria-pressed="true"]`);
      const text = await page.$eval('#moments .shown', el => el.textContent),
        position = positions[ply - 1],
        legal = (await server.turns(info.id, position)).map(({ turn }) => turn);
      assert.ok(legal.includes(better), `${info.id}: ${better}`);
      assert.notEqual(better, turns[ply - 1]);
      const [good, bad] = await compared(server, info.id, position, better, turns[ply - 1]);
      if (/Exact, by the tables/.test(text)) {
        exact++;
        assert.ok(good > bad, `${info.id}, turn ${ply}: ${better} against ${turns[ply - 1]}`);
      } else if (/By the computer’s estimate/.test(text)) {
        estimated++;
        const fall = text.match(/falls from ([+−]?[\d.]+) to ([+−]?[\d.]+)\./);
        const [from, to] = (fall ?? []).slice(1).map(n => Number(n.replace('−', '-')));
        if (fall) assert.ok(from > to, text);
      }
    }
    calm(page);
    await page.browserContext().close();
  }
  assert.ok(exact && estimated, `${exact} exact, ${estimated} estimated`);
});

test('finished games of the list lead to Analyse, those with friends as well', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info] = await server.games();
  const [host, guest] = [await open(browser), await open(browser)];
  await begin(host, server.url, info, { opponent: 'link', side: 'light' });
  await host.waitForSelector('#invite');
  const id = new URL(host.url()).pathname.split('/').pop();
  await guest.goto(`${server.url}/play/${id}`);
  await press(guest, 'join');
  await press(host, 'close-dialog', '#invite');
  await host.waitForSelector('.hit.live');
  const { turns } = await oneTurn(host, random(3));
  // While it is played there is nothing to analyse.
  await guest.waitForSelector('.hit.live');
  const list = await open(browser, { context: host.browserContext() });
  await list.goto(`${server.url}/games`);
  await list.waitForSelector(`[data-mine="${id}"]`);
  assert.equal(await list.$('[data-analyse]'), null);
  await list.goto(`${server.url}/analyse#live=${id}`);
  await list.waitForSelector('#fault');
  // The guest's first turn, and then the host gives up. What lies behind another tab paints nothing.
  await host.bringToFront();
  await oneTurn(guest, random(4));
  await host.waitForSelector('.hit.live');
  await press(host, 'resign', '#bar');
  await press(host, 'resign-yes');
  await host.waitForSelector('#prompt [data-action="review"]');
  await list.bringToFront();
  await list.goto(`${server.url}/games`);
  await list.click(`[data-analyse="${id}"]`);
  await list.waitForSelector('.analysis #turns [data-ply="2"]');
  assert.equal((await shown(list)).turns[0], turns[0]);
  // From the result itself.
  await host.bringToFront();
  await press(host, 'review', '#prompt');
  await host.waitForSelector('.analysis #review');
  await reviewed(host);
  calm(host);
  calm(list);
});
