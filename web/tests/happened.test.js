// What happened stays to be read: the last turn is drawn in full, can be replayed by a button and a
// key, and moves as fast as people want; sounds are offered once; the prompt says the aim to those
// who do not know it yet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, launch, open, press } from './lib/browser.js';
import { begin, oneTurn, random, ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

/** Runs in the page: remembers how long each animation was to take. */
function watchAnimations() {
  const { animate } = Element.prototype;
  globalThis.durations = [];
  Element.prototype.animate = function counted(frames, timing) {
    globalThis.durations.push(timing.duration);
    return animate.call(this, frames, timing);
  };
}

/** The longest animation since the last look, and how many there were. */
const moved = page =>
  page.evaluate(() => {
    const all = globalThis.durations.splice(0);
    return { count: all.length, longest: Math.max(0, ...all) };
  });

/** Waits until these pawns stand on the board again. */
const standing = (page, pieces) =>
  page.waitForFunction(
    want =>
      [...document.querySelectorAll('#board .piece')]
        .map(p => `${p.dataset.on} ${p.dataset.side}`)
        .sort()
        .join() === want,
    { polling: 20 },
    pieces.join(),
  );

/** Waits until nothing moves on the board, and forgets what has moved. */
async function still(page) {
  await page.waitForFunction(
    () => !document.getAnimations().some(a => a.constructor === Animation),
    { polling: 20 },
  );
  await moved(page);
}

/** Chooses how fast pawns move, as people do. */
async function setSpeed(page, speed) {
  await press(page, 'more', '#bar');
  await page.waitForSelector('#more [data-setting="speed"]');
  await page.select('#more [data-setting="speed"]', speed);
  await press(page, 'close-dialog', '#more');
}

/** What the marks of the last turn tell. */
const told = page =>
  page.evaluate(() => ({
    marks: document.querySelectorAll('#board .b-under .m-last').length,
  }));

test('the last turn can be read until the next one is begun', async t => {
  const server = await serve(t),
    page = await open(await launch(t));
  for (const info of await server.games()) {
    await t.test(info.id, async () => {
      const dice = random(7);
      await begin(page, server.url, info);
      await ready(page);
      let before = (await shown(page)).pieces.length,
        captures = 0;
      for (let i = 0; i < 24; i++) {
        const now = await oneTurn(page, dice);
        if (now.over) break;
        const gone = Math.max(0, before - now.pieces.length);
        before = now.pieces.length;
        const seen = await told(page);
        assert.ok(seen.marks > 0, `${now.turns.at(-1)} leaves a mark`);
        if (!gone) continue;
        captures++;
        // The part that draws it may still be on its way the first time.
        await page
          .waitForFunction(
            n =>
              document.querySelectorAll('#board .b-over .m-rule, #board .m-step rect').length === n,
            { polling: 20 },
            gone,
          )
          .catch(() => assert.fail(`${now.turns.at(-1)} took ${gone}`));
      }
      t.diagnostic(`${info.id}: ${captures} captures`);
      calm(page);
    });
  }
});

test('the last turn is replayed, as fast as people want', async t => {
  const server = await serve(t),
    page = await open(await launch(t), { still: false });
  await page.evaluateOnNewDocument(watchAnimations);
  const [info] = await server.games();
  await begin(page, server.url, info);
  await ready(page);
  await oneTurn(page, random(3));
  const { pieces } = await shown(page);
  await moved(page);
  await press(page, 'replay', '#turns-card');
  await page.waitForFunction(() => globalThis.durations.length);
  const usual = await moved(page);
  await standing(page, pieces);
  await still(page);
  for (const [speed, fits] of [
    ['slow', now => now.longest > usual.longest],
    ['quick', now => now.longest < usual.longest],
  ]) {
    await setSpeed(page, speed);
    await page.focus('#turns');
    await page.keyboard.press('p');
    await page.waitForFunction(() => globalThis.durations.length);
    const now = await moved(page);
    assert.ok(fits(now), `${speed}: ${now.longest} ms, usually ${usual.longest} ms`);
    await standing(page, pieces);
    await still(page);
  }
  await setSpeed(page, 'off');
  await moved(page);
  await oneTurn(page, random(5));
  assert.equal((await moved(page)).count, 0, 'nothing moves by itself');
  await page.reload();
  await ready(page);
  await oneTurn(page, random(6));
  assert.equal((await moved(page)).count, 0, 'and that is remembered');
  calm(page);
});

test('sounds are offered once, and the aim is said until somebody knows it', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    [info, second] = await server.games();
  const offered = () => page.$$eval('#prompt [data-action^="sound-"]', all => all.length),
    aim = () => page.$$eval('#prompt .aim', all => all.length);
  await begin(page, server.url, info);
  await ready(page);
  assert.deepEqual([await offered(), await aim()], [2, 1]);
  await press(page, 'sound-yes', '#prompt');
  await page.waitForFunction(() => !document.querySelector('#prompt [data-action^="sound-"]'));
  assert.equal(await page.evaluate(() => JSON.parse(localStorage['damier.settings']).sound), true);
  const dice = random(9);
  for (let i = 0; i < 6; i++) {
    assert.equal(await aim(), 1, `before turn ${i + 1}`);
    await oneTurn(page, dice);
  }
  assert.equal(await aim(), 0, 'whoever has played for a while knows');
  await begin(page, server.url, second);
  await ready(page);
  assert.deepEqual([await offered(), await aim()], [0, 1], 'another game is another matter');
  calm(page);
});
