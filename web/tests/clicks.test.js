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

/** The prompt says why the game is over, and the board shows it, also after a look back. */
async function explained(page, { why, cells }) {
  const seen = () =>
    page.evaluate(() => ({
      why: document.querySelector('#prompt .why')?.textContent ?? '',
      stars: document.querySelectorAll('#board .m-star').length,
      said: [...document.querySelectorAll('.hit')]
        .filter(hit => /decided the game/.test(hit.getAttribute('aria-label')))
        .map(hit => hit.dataset.cell)
        .sort(),
    }));
  const wanted = { stars: cells.length, said: [...cells].sort() };
  const told = await seen();
  assert.ok(told.why.toLowerCase().includes(why.toLowerCase()), `${why} in ${told.why}`);
  assert.deepEqual({ stars: told.stars, said: told.said }, wanted);
  await press(page, 'step-back', '#turns-card');
  await page.waitForSelector('#prompt [data-action="present"]');
  assert.deepEqual(await seen(), { why: '', stars: 0, said: [] });
  await press(page, 'present', '#prompt');
  await page.waitForSelector('#prompt .why');
  assert.deepEqual(await seen(), told);
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
      let look = await truth.compare(now);
      while (!now.over && now.turns.length < MOST) {
        if (now.turns.length % 4 === 3) await choosing(page, dice);
        now = await oneTurn(page, dice);
        look = await truth.compare(now);
      }
      if (look.over) await explained(page, look.over);
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
