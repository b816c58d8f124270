// Playing with the keyboard alone: arrows over the board, Enter, digits, Tab.

import assert from 'node:assert/strict';

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** The cell that has the focus, if one has. */
export const focused = page =>
  page.evaluate(() => document.activeElement?.closest('.hit')?.getAttribute('data-cell') ?? null);

/** Presses Tab until what has the focus fits the selector. */
export async function tabTo(page, selector) {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate(s => !!document.activeElement?.matches(s), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never comes to ${selector}`);
}

/** Where arrows lead on a board, found out by pressing them. */
export class Arrows {
  constructor() {
    /** @type {Map<string, Map<string, string>>} from cell to key to cell */
    this.from = new Map();
  }

  /** Presses every arrow on every cell. Says how many cells were reached. */
  async learn(page) {
    await tabTo(page, '.hit');
    for (let at = await focused(page); at; at = await this.goToNearest(page, at)) {
      const ways = new Map();
      this.from.set(at, ways);
      for (const key of ARROWS) {
        await page.keyboard.press(key);
        const to = await focused(page);
        assert.ok(to, `the focus stays on the board when ${key} is pressed on ${at}`);
        if (to === at) continue;
        ways.set(key, to);
        if (!this.from.has(to)) this.from.set(to, new Map());
        await this.back(page, to, at);
      }
      ways.set('known', at);
    }
    return this.from.size;
  }

  /** Goes back over an edge that was just taken. */
  async back(page, from, to) {
    for (const key of ARROWS) {
      await page.keyboard.press(key);
      const at = await focused(page);
      if (at === to) return;
      if (at !== from) break;
    }
    await page.focus(`.hit[data-cell="${to}"]`);
  }

  /** Goes to the nearest cell whose arrows are not known yet. */
  async goToNearest(page, start) {
    const path = this.path(start, cell => !this.from.get(cell)?.has('known'));
    if (!path) return null;
    for (const key of path) await page.keyboard.press(key);
    return focused(page);
  }

  /** The arrows that lead to a cell that is wanted, over cells whose arrows are known. */
  path(start, wanted) {
    const seen = new Set([start]),
      queue = [[start, []]];
    for (let i = 0; i < queue.length; i++) {
      const [cell, keys] = queue[i];
      if (wanted(cell)) return keys;
      for (const [key, to] of this.from.get(cell) ?? []) {
        if (key === 'known' || seen.has(to)) continue;
        seen.add(to);
        queue.push([to, [...keys, key]]);
      }
    }
    return null;
  }

  /** How a turn is entered with this board's arrows. */
  get hand() {
    const onBoard = async page => {
      const at = await focused(page);
      if (at) return at;
      await tabTo(page, '.hit');
      return focused(page);
    };
    return {
      cell: async (page, cell) => {
        const keys = this.path(await onBoard(page), at => at === cell);
        assert.ok(keys, `arrows lead to ${cell}`);
        for (const key of keys) await page.keyboard.press(key);
        await page.keyboard.press('Enter');
      },
      button: async (page, name) => {
        const digit = await page.$eval(`#prompt [data-click="${name}"]`, b => b.dataset.digit);
        await page.keyboard.press(digit);
      },
      finish: async page => {
        await tabTo(page, '#prompt [data-action="finish"]');
        await page.keyboard.press('Enter');
      },
    };
  }
}
