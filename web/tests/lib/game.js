// A game on the Play page as seen from outside: what stands on the board, what can be clicked.
// No game is named here; all are read from the page and compared with the API.

import assert from 'node:assert/strict';
import { changing, press } from './browser.js';

/** Numbers that look random and are the same every time: mulberry32. */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, pick: list => list[Math.floor(next() * list.length)] };
}

/** Waits until a board can be played on; where there is only one turn, a button plays it. */
export const ready = page => page.waitForSelector('.hit.live, #prompt [data-action="finish"]');

/** Opens the new game dialog of a game, chooses, and starts. */
export async function begin(page, url, info, choice = { opponent: 'here' }) {
  // The same page with another fragment only follows it, which is what links do as well.
  await page.goto(`${url}/play#new=${info.id}`);
  await page.waitForSelector('#new-game');
  await fillNewGame(page, { ...first(info), ...choice });
}

/** Who begins, where somebody may be chosen: the one of the sheet, not the lot. */
export function first(info) {
  const option = info.options.find(({ name }) => name === 'first');
  return option ? { first: option.values[0].name } : {};
}

/** Chooses in the open dialog, and starts. */
export async function fillNewGame(page, choice) {
  for (const [name, value] of Object.entries(choice)) {
    await page.$eval(`#new-game input[name="${name}"][value="${value}"]`, input => input.click());
  }
  await press(page, 'start', '#new-game');
  await page.waitForSelector('#new-game', { hidden: true });
}

/** What the page shows. */
export const shown = page =>
  page.evaluate(() => ({
    turns: [...document.querySelectorAll('#turns [data-ply]')].map(b => b.textContent),
    pieces: [...document.querySelectorAll('#board .piece')]
      .map(p => `${p.dataset.on} ${p.dataset.side}`)
      .sort(),
    live: [...document.querySelectorAll('.hit.live')].map(h => h.dataset.cell),
    selected: document.querySelector('.hit[aria-selected="true"]')?.dataset.cell ?? null,
    buttons: [...document.querySelectorAll('#prompt [data-click]')].map(b => b.dataset.click),
    finish: !!document.querySelector('#prompt [data-action="finish"]'),
    over: !!document.querySelector('#prompt [data-action="rematch"]'),
  }));

/** Where the game really is: the position after the turns of the page, by the API. */
export class Truth {
  constructor(server, info) {
    this.server = server;
    this.info = info;
    this.position = info.start;
    this.count = 0;
  }

  /** Follows the turns of the page and compares what stands on the board. */
  async compare({ turns, pieces, over }) {
    for (; this.count < turns.length; this.count++) {
      const turn = turns[this.count],
        legal = await this.server.turns(this.info.id, this.position);
      const made = legal.find(one => one.turn === turn);
      assert.ok(
        made,
        `${this.info.id}: the page played ${turn}, which the API does not list in ${this.position}`,
      );
      this.position = made.after;
    }
    const look = await this.server.look(this.info.id, this.position);
    assert.deepEqual(
      pieces,
      look.pieces.map(([cell, side]) => `${cell} ${side}`).sort(),
      `${this.info.id}: the board shows ${this.position}`,
    );
    if (look.over)
      assert.ok(over, `${this.info.id}: the page says that the game is over in ${this.position}`);
    return look;
  }
}

/** How a turn is entered with the mouse. */
export const mouse = {
  cell: (page, cell) => page.click(`.hit[data-cell="${cell}"]`),
  button: (page, name) => page.click(`#prompt [data-click="${name}"]`),
  finish: page => page.click('#prompt [data-action="finish"]'),
};

/**
 * Enters one turn, choosing at random among what the page offers; says what the page shows then.
 */
export async function oneTurn(page, dice, hand = mouse) {
  let now = await shown(page);
  const count = now.turns.length,
    first = new Set(now.live);
  for (let clicks = 0; now.turns.length === count && !now.over; clicks++) {
    assert.ok(clicks < 60, 'a turn comes to an end');
    if (now.finish) await changing(page, () => hand.finish(page), 'finish');
    else {
      // What was offered at the beginning would only choose another pawn.
      const fresh = now.selected && clicks ? now.live.filter(cell => !first.has(cell)) : now.live;
      const cells =
        fresh.length || now.buttons.length ? fresh : now.live.filter(cell => cell !== now.selected);
      const offers = [
        ...cells.map(cell => ['cell', cell]),
        ...now.buttons.map(name => ['button', name]),
      ];
      assert.ok(offers.length, `the page offers a click after ${now.turns.join(' ')}`);
      const [kind, what] = dice.pick(offers);
      await changing(
        page,
        () => hand[kind](page, what),
        `${kind} ${what} after ${now.turns.join(' ')}`,
      );
    }
    now = await shown(page);
  }
  return now;
}
