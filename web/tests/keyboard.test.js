// A whole game of every game without a mouse, and turns typed as text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, changing, launch, open } from './lib/browser.js';
import { Truth, first, oneTurn, random, ready, shown } from './lib/game.js';
import { Arrows, focused, tabTo } from './lib/keyboard.js';
import { serve } from './lib/server.js';

const MOST = 24;

/** Starts a game at one screen from the dialog, with keys. */
async function beginByKeys(page, url, info) {
  await page.goto(`${url}/play#new=${info.id}`);
  await page.waitForSelector('#new-game input:checked');
  for (const [name, value] of Object.entries({ opponent: 'here', ...first(info) })) {
    await tabTo(page, `#new-game input[name="${name}"]`);
    for (
      let i = 0;
      i < 5 &&
      (await page.$eval(`#new-game input[name="${name}"]:checked`, o => o.value)) !== value;
      i++
    )
      await page.keyboard.press('ArrowLeft');
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector('#new-game', { hidden: true });
  await ready(page);
}

test('every game can be played to its end by keyboard alone', async t => {
  const server = await serve(t),
    page = await open(await launch(t));
  for (const info of await server.games()) {
    await t.test(info.id, async () => {
      const dice = random(7),
        truth = new Truth(server, info),
        arrows = new Arrows();
      await beginByKeys(page, server.url, info);
      assert.ok(await focused(page), 'the board has the focus when a game begins');
      assert.equal(await arrows.learn(page), info.view.cells.length, 'arrows lead to every cell');
      let now = await shown(page);
      while (!now.over && now.turns.length < MOST) {
        now = await oneTurn(page, dice, arrows.hand);
        await truth.compare(now);
        assert.ok(
          await page.evaluate(
            () => document.activeElement && document.activeElement !== document.body,
          ),
          'the focus is not lost',
        );
      }
      if (!now.over) {
        await tabTo(page, '[data-action="resign"]');
        await page.keyboard.press('Enter');
        await tabTo(page, '[data-action="resign-yes"]');
        await changing(page, () => page.keyboard.press('Enter'), 'resign');
      }
      assert.ok((await shown(page)).over, 'a panel says that the game is over');
      calm(page);
    });
  }
});

test('a turn can be typed, a refused one says why, Escape takes a step back', async t => {
  const server = await serve(t),
    page = await open(await launch(t));
  for (const info of await server.games()) {
    await t.test(info.id, async () => {
      await beginByKeys(page, server.url, info);
      const [{ turn }] = await server.turns(info.id, info.start),
        truth = new Truth(server, info);
      // A letter of the board begins a typed turn.
      await page.keyboard.type(turn);
      assert.equal(await page.$eval('#type-input', input => input.value), turn);
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        () => document.querySelector('#turns [data-ply]') && document.querySelector('.hit.live'),
        { polling: 20 },
      );
      const now = await shown(page);
      assert.deepEqual(now.turns, [turn]);
      await truth.compare(now);
      await page.evaluate(() => document.activeElement?.blur());
      await page.focus('#type-input');
      await page.keyboard.type('zz9');
      await page.keyboard.press('Enter');
      const reason = await (await page.waitForSelector('#prompt .no')).evaluate(p => p.textContent);
      assert.ok(reason.length > 8, `a reason: ${reason}`);
      assert.equal(
        await page.$eval('#type-wrong', p => p.textContent),
        reason,
        'it stands beside the text as well',
      );
      assert.deepEqual((await shown(page)).turns, [turn], 'nothing was played');
      await page.keyboard.press('Escape');
      assert.ok(await focused(page), 'Escape leads back to the board');
      await escapes(page);
      calm(page);
    });
  }
});

/** A first click that does not end the turn is taken back by Escape. */
async function escapes(page) {
  const before = await shown(page);
  for (const cell of before.live) {
    await page.focus(`.hit[data-cell="${cell}"]`);
    await changing(page, () => page.keyboard.press('Enter'), cell);
    const now = await shown(page);
    if (now.turns.length > before.turns.length) return;
    await changing(page, () => page.keyboard.press('Escape'), 'Escape');
    const after = await shown(page);
    assert.deepEqual(
      [after.live, after.selected, after.pieces],
      [before.live, null, before.pieces],
    );
    return;
  }
}
