// A whole game of every game with the mouse, two people at one screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, changing, launch, open, press } from './lib/browser.js';
import { Truth, begin, mouse, oneTurn, random, ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

/** A game that is not over by then is resigned: some could go on for ever. */
const MOST = 45;

/** Whoever chooses a pawn has not moved it, and may choose another. */
async function choosing(page, dice) {
  const before = await shown(page),
    pawns = before.live.filter(cell => before.pieces.some(piece => piece.startsWith(`${cell} `)));
  for (const cell of [dice.pick(pawns), dice.pick(pawns)].filter(
    (one, i, all) => one && one !== all[i - 1],
  )) {
    await changing(page, () => mouse.cell(page, cell), `choosing ${cell}`);
    const now = await shown(page);
    assert.deepEqual([now.selected, now.pieces, now.turns], [cell, before.pieces, before.turns]);
  }
  if (pawns.length) await changing(page, () => page.keyboard.press('Escape'), 'Escape');
}

test('every game can be played to its end by clicks, and the board always shows what the rules say', async t => {
  const server = await serve(t),
    page = await open(await launch(t));
  for (const info of await server.games()) {
    await t.test(info.id, async () => {
      const dice = random(20261115),
        truth = new Truth(server, info);
      await begin(page, server.url, info);
      await ready(page);
      let now = await shown(page);
      await truth.compare(now);
      while (!now.over && now.turns.length < MOST) {
        if (now.turns.length % 4 === 3) await choosing(page, dice);
        now = await oneTurn(page, dice);
        await truth.compare(now);
      }
      if (!now.over) {
        await press(page, 'resign');
        await changing(page, () => press(page, 'resign-yes'), 'resign');
        now = await shown(page);
      }
      assert.ok(now.over, 'a panel says that the game is over');
      assert.match(await page.$eval('#prompt h2', h => h.textContent), /\S/);
      assert.deepEqual(now.live, [], 'nothing can be clicked any more');
      t.diagnostic(`${info.id}: ${now.turns.length} turns`);
      calm(page);
    });
  }
});
