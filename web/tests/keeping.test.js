// Nothing is lost: reloads, restarts, records and links keep games.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { calm, launch, open, press, revision } from './lib/browser.js';
import { Truth, begin, oneTurn, random, ready, shown } from './lib/game.js';
import { folder, serve } from './lib/server.js';

const GONE = /ERR_CONNECTION|WebSocket connection|Failed to load resource/;
const count = (page, n) =>
  page.waitForFunction(
    want => document.querySelectorAll('#turns [data-ply]').length === want,
    { polling: 20 },
    n,
  );

/** Waits for the one file of a folder. */
async function downloaded(dir) {
  for (let i = 0; i < 200; i++) {
    const [file] = (await readdir(dir)).filter(name => !name.endsWith('.crdownload'));
    if (file) return readFile(path.join(dir, file), 'utf8');
    await new Promise(done => {
      setTimeout(done, 50);
    });
  }
  throw new Error('nothing was downloaded');
}

test('games are kept: reload, record, link', async t => {
  const server = await serve(t),
    browser = await launch(t),
    page = await open(browser);
  for (const info of await server.games()) {
    await t.test(info.id, async t => {
      const truth = new Truth(server, info),
        dice = random(17);
      await begin(page, server.url, info);
      await ready(page);
      let now;
      for (let i = 0; i < 3; i++) now = await oneTurn(page, dice);
      await page.reload();
      await count(page, 3);
      assert.deepEqual((await shown(page)).turns, now.turns, 'a reload keeps the game');
      await truth.compare(await shown(page));

      await picture(t, page);
      const dir = await folder(t),
        cdp = await page.createCDPSession();
      await cdp.send('Browser.setDownloadBehavior', {
        behavior: 'allow',
        downloadPath: dir,
        browserContextId: page.browserContext().id,
      });
      await press(page, 'more');
      await (await page.waitForSelector('#more [data-do="save"]')).click();
      const record = await downloaded(dir),
        position = await page.$eval('#position', input => input.value);
      assert.equal(position, truth.position);
      const other = await open(browser);
      await other.goto(server.url);
      await press(other, 'open-record');
      await other.waitForSelector('#record-text');
      await other.$eval(
        '#record-text',
        (area, text) => {
          area.value = text;
        },
        record,
      );
      await press(other, 'record-show');
      await count(other, 3);
      assert.deepEqual((await shown(other)).turns, now.turns, 'a record opens as it was saved');

      await other.goto(
        `${server.url}/play#${new URLSearchParams({ game: info.id, start: position })}`,
      );
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

/** A picture of the board has none of the colours of what can be clicked. */
async function picture(t, page) {
  const dir = await folder(t),
    cdp = await page.createCDPSession();
  await cdp.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: dir,
    browserContextId: page.browserContext().id,
  });
  const acting = await page.evaluate(() =>
    getComputedStyle(document.querySelector('#board')).getPropertyValue('--m-act').trim(),
  );
  const colour = await page.evaluate(value => {
    const el = document.createElement('p');
    el.style.color = value;
    document.body.append(el);
    const { color } = getComputedStyle(el);
    el.remove();
    return color;
  }, acting);
  assert.match(colour, /^rgb/);
  await press(page, 'more');
  await (await page.waitForSelector('#more [data-do="svg"]')).click();
  const svg = await downloaded(dir);
  assert.match(svg, /^<svg/);
  assert.ok(!svg.includes(colour), `${colour} in the picture`);
  await press(page, 'close-dialog', '#more');
}

/** What the page gives as the record of the game, by the clipboard. */
async function copied(page) {
  await press(page, 'more');
  await page.evaluate(() => {
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: async text => {
        globalThis.clip = text;
      },
      configurable: true,
    });
  });
  await (await page.waitForSelector('#more [data-do="record"]')).click();
  await page.waitForFunction(() => globalThis.clip);
  const text = await page.evaluate(() => {
    const { clip } = globalThis;
    globalThis.clip = '';
    return clip;
  });
  await press(page, 'close-dialog', '#more');
  // The entry that the dialog had in the history is left a moment later.
  await page.waitForFunction(() => history.state?.over !== true, { polling: 20 });
  return text;
}

test('an opened record keeps its comments, tags and variations', async t => {
  const server = await serve(t),
    page = await open(await launch(t));
  for (const info of await server.games()) {
    await t.test(info.id, async () => {
      const [first, second] = await server.turns(info.id, info.start);
      const [reply, other] = await server.turns(info.id, first.after);
      const [further] = await server.turns(info.id, reply.after);
      const turns = (await server.turns(info.id, other.after)).map(({ turn }) => turn);
      const text =
        `[Game "${info.id}"]\n[Second "Zoé"]\n[Opening "odd one"]\n[Result "*"]\n\n` +
        `{Before it begins} 1. ${first.turn} {A "quiet" turn} (1. ${second.turn} {or this})\n` +
        `1... ${reply.turn} (1... ${other.turn} 2. ${turns[0]}) {The end}\n`;
      const { record } = await (
        await fetch(`${server.url}/api/v1/record`, { method: 'POST', body: text })
      ).json();
      await page.goto(server.url);
      await press(page, 'open-record');
      await page.waitForSelector('#record-text');
      await page.$eval(
        '#record-text',
        (area, text) => {
          area.value = text;
        },
        text,
      );
      await press(page, 'record-show');
      await count(page, 2);
      const said = () => page.$eval('#prompt', el => el.textContent);
      assert.match(await said(), /The end/);
      assert.equal(await copied(page), record, 'unchanged, it is given back as it was');
      await press(page, 'step-back');
      await page.waitForFunction(() =>
        /A "quiet" turn/.test(document.querySelector('#prompt').textContent),
      );
      const list = await page.$eval('#turns', el => el.innerText.replace(/\s+/g, ' '));
      for (const part of [
        'Before it begins',
        'A "quiet" turn',
        `1. ${second.turn} or this`,
        `1… ${other.turn} 2. ${turns[0]}`,
      ])
        assert.ok(list.includes(part), `${part} in ${list}`);
      await page.reload();
      await count(page, 2);
      assert.equal(await copied(page), record, 'a reload loses nothing');

      const truth = async (...played) => {
        const { pieces } = await shown(page),
          there = new Truth(server, info);
        await there.compare({ turns: played, pieces });
      };
      await visit(page, turns[0]);
      await truth(first.turn, other.turn, turns[0]);
      assert.match(await said(), /variation/);
      await press(page, 'step-back');
      await atTurn(page, other.turn);
      await truth(first.turn, other.turn);
      await press(page, 'present', '#prompt');
      await atTurn(page, reply.turn);
      await truth(first.turn, reply.turn);
      assert.equal(await copied(page), record, 'looking changes nothing');

      // Another turn at an earlier point is a variation; it can be promoted, removed, undone.
      await visit(page, other.turn);
      await enter(page, turns[1]);
      await atTurn(page, turns[1]);
      const branched = await copied(page);
      assert.match(branched, /\{The end\}/);
      assert.ok(branched.includes(`2. ${turns[0]} (2. ${turns[1]})`), branched);
      const at = await page.$eval('#board', el => Number(el.dataset.revision));
      await press(page, 'promote');
      await revision(page, at + 1);
      const promoted = await copied(page);
      assert.ok(promoted.includes(`2. ${turns[1]} (2. ${turns[0]})`), promoted);
      await page.reload();
      await atTurn(page, turns[1]);
      assert.equal(await copied(page), promoted, 'what was edited is kept');
      await press(page, 'remove');
      await atTurn(page, other.turn);
      assert.ok(!(await copied(page)).includes(turns[1]));
      await press(page, 'undo');
      await atTurn(page, turns[1]);
      assert.equal(await copied(page), promoted, 'undone, it is there again');

      await press(page, 'present', '#prompt');
      await atTurn(page, reply.turn);
      await enter(page, further.turn);
      await count(page, 3);
      const longer = await copied(page);
      for (const part of [
        '[Second "Zoé"]',
        '[Opening "odd one"]',
        '{Before it begins}',
        `(1. ${second.turn} {or this})`,
        '{The end}',
        `2. ${further.turn}`,
        `2. ${turns[1]} (2. ${turns[0]})`,
      ])
        assert.ok(longer.includes(part), `${part} in ${longer}`);
      assert.ok(!longer.includes('[Date'), 'nothing is said that nobody said');
      await page.reload();
      await count(page, 3);
      assert.equal(await copied(page), longer, 'what was played on is kept with it');
      calm(page);
    });
  }
});

/** Waits until the turn that is shown has this text. */
const atTurn = (page, turn) =>
  page.waitForFunction(
    want => document.querySelector('#turns [aria-current]')?.textContent === want,
    { polling: 20 },
    turn,
  );

/** Clicks a turn of a variation, and waits until it is shown. */
async function visit(page, turn) {
  await page.evaluate(want => {
    const all = [...document.querySelectorAll('#turns [data-node]')];
    all.findLast(b => b.textContent === want).click();
  }, turn);
  await page.waitForSelector('#turns [data-node][aria-current]');
  await atTurn(page, turn);
}

/** Plays a turn as text. */
const enter = async (page, turn) => {
  await page.waitForSelector('.hit.live, #prompt [data-action="finish"]');
  await page.$eval(
    '#type-input',
    (input, text) => {
      input.value = text;
      input.form.requestSubmit();
    },
    turn,
  );
};

test('a finished game can be gone through, and other turns tried', async t => {
  const server = await serve(t),
    page = await open(await launch(t));
  for (const info of await server.games()) {
    await t.test(info.id, async () => {
      const dice = random(31);
      await begin(page, server.url, info);
      await ready(page);
      let now;
      for (let i = 0; i < 3; i++) now = await oneTurn(page, dice);
      await page.evaluate(() => document.querySelector('[data-action="resign"]').click());
      await press(page, 'resign-yes');
      await page.waitForSelector('#prompt [data-action="rematch"]');
      await press(page, 'first', '#turns-card');
      await page.waitForFunction(() => !document.querySelector('#turns [aria-current]'));
      const legal = await server.turns(info.id, info.start),
        { turn } = legal.find(one => one.turn !== now.turns[0]);
      await enter(page, turn);
      await atTurn(page, turn);
      const { turns } = await shown(page);
      assert.deepEqual(turns, now.turns, 'what was played stays');
      await press(page, 'present', '#prompt');
      await page.waitForSelector('#prompt [data-action="rematch"]');
      await page.reload();
      await page.waitForSelector('#prompt [data-action="rematch"]');
      assert.equal(await page.$$eval('#turns [data-node]', all => all.length), 1);
      calm(page);
    });
  }
});

test('a live game survives a server that is killed', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [, info] = await server.games();
  const host = await open(browser),
    guest = await open(browser),
    dice = random(23);
  await begin(host, server.url, info, { opponent: 'link', side: 'light' });
  await host.waitForSelector('#invite');
  await press(host, 'close-dialog', '#invite');
  await guest.goto(host.url());
  await press(guest, 'join');
  let turns = [];
  for (let i = 0; i < 3; i++) {
    const mover = await Promise.race(
      [host, guest].map(page => page.waitForSelector('.hit.live').then(() => page)),
    );
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
  const mover = await Promise.race(
    [host, guest].map(page => page.waitForSelector('.hit.live').then(() => page)),
  );
  const now = await oneTurn(mover, dice);
  for (const page of [host, guest]) await count(page, now.turns.length);
  for (const page of [host, guest]) calm(page, GONE);
});
