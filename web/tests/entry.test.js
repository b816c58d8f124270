// A turn that is being entered: clicks that the rules make themselves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Entry } from '../model/entry.js';

/** Rules that, after the first click, make the second themselves. */
const rules = async clicks => {
  const made = clicks.length === 1 ? [...clicks, 'b1'] : clicks;
  return { clicks: made, steps: made.map(() => []), next: [] };
};

test('what the rules have clicked themselves is known, and only that', async () => {
  const entry = await Entry.begin(rules);
  assert.ok(!entry.made('a1'));
  await entry.click('a1');
  assert.ok(entry.made('b1'));
  assert.ok(!entry.made('a1'), 'a player made this');
  await entry.click('c1');
  assert.ok(!entry.made('b1'), 'that was before');
  entry.back();
  assert.ok(entry.made('b1'));
});
