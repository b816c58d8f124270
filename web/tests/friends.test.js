// What games with friends and one's own games need, without a browser: QR codes, levels and the one
// that fits, clocks for two at one screen, records of several games.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { LocalClock } from '../model/local-clock.js';
import { goodClock, takeClock } from '../play/clock-fields.js';
import { manner, strength, suggestion } from '../play/levels.js';
import { STRENGTHS } from '../play/strengths.js';
import { encode } from '../qr.js';
import { splitRecords } from '../record.js';
import { speak } from '../words.js';
import { language } from './lib/locale.js';

const { default: jsQR } = createRequire(import.meta.url)('jsqr');
speak(await language('en'));

/** Reads a code as a camera would, from its picture. */
function read(code) {
  const scale = 3,
    margin = 4,
    size = (code.length + 2 * margin) * scale,
    pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  const dark = (x, y) => code[Math.floor(y / scale) - margin]?.[Math.floor(x / scale) - margin];
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (dark(x, y)) pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  return jsQR(pixels, size, size)?.data;
}

test('codes of all lengths are read again, and what is too long is none', () => {
  for (let length = 1; length <= 213; length += length < 30 ? 1 : 7) {
    const text = `http://192.168.0.17:8080/play/${'Zx-9_'.repeat(40)}`.slice(0, length);
    assert.equal(read(encode(text)), text, `${length} bytes`);
  }
  assert.equal(encode('x'.repeat(213)).length, 57);
  assert.equal(encode('x'.repeat(214)), null);
  assert.equal(read(encode('/play/é–漢')), '/play/é–漢');
});

test('a code with some dirt on it is read', () => {
  const text = 'http://damier.example/play/0123456789abcdefghijkl',
    code = encode(text);
  for (let i = 0; i < 4; i++) code[12 + i][15] = !code[12 + i][15];
  assert.equal(read(code), text);
});

// Any game with a whole ladder, and perfect play above it.
const [id, known] = Object.entries(STRENGTHS).find(
  ([, { levels, strongest }]) => levels.length === 6 && strongest !== null,
);
const LEVELS = [...known.levels.map((_, i) => `level-${i + 1}`), 'perfect'];
const info = { id, levels: LEVELS };

test('a level says how it plays, and how it scored beside its neighbours', () => {
  const { levels, strongest } = known;
  assert.match(manner(info, 'level-1'), /^Looks 1 turn ahead; often overlooks/);
  assert.match(manner(info, 'level-6'), /^Looks \d+ turns ahead; overlooks nothing/);
  const [own, above] = strength(info, 'level-3');
  assert.match(own, new RegExp(`${Math.round(levels[2].score)}\\u00a0% against Dreamer`));
  assert.match(above, new RegExp(`^Regular scores ${Math.round(levels[3].score)}`));
  assert.deepEqual(strength(info, 'level-1').length, 1, 'nobody is below the first');
  const [last] = strength(info, 'perfect');
  assert.match(last, new RegExp(`${Math.round(strongest)}\\u00a0% against Master`));
  // A game that nobody has measured says nothing.
  const other = { id: 'other', levels: LEVELS };
  assert.deepEqual([manner(other, 'level-2'), strength(other, 'level-2')], ['', []]);
});

/** A finished game against a level, by who won it. */
const played = (level, outcome) => ({
  game: id,
  players: { light: { kind: 'person' }, dark: { kind: 'computer', level } },
  result: { outcome, how: 'goal' },
});

test('two wins call for the next level, two losses for the one before', () => {
  const fits = (...games) => suggestion(info, games)?.level ?? null;
  assert.equal(fits(), null);
  assert.equal(fits(played('level-2', 'light')), 'level-2');
  assert.equal(fits(played('level-2', 'light'), played('level-2', 'light')), 'level-3');
  assert.equal(fits(played('level-2', 'dark'), played('level-2', 'dark')), 'level-1');
  assert.equal(fits(played('level-2', 'dark'), played('level-2', 'light')), 'level-2');
  assert.equal(fits(played('level-2', 'draw'), played('level-2', 'draw')), 'level-2');
  assert.equal(fits(played('level-1', 'dark'), played('level-1', 'dark')), 'level-1', 'no lower');
  assert.equal(fits(played('perfect', 'light'), played('perfect', 'light')), 'perfect');
  // The two wins were against different levels.
  assert.equal(fits(played('level-3', 'light'), played('level-2', 'light')), 'level-3');
});

test('the clock at one screen charges whoever is to move, and only whom it counts for', () => {
  let now = 0;
  const clock = { initial: 60, increment: 5, only: null, left: { light: 60_000, dark: 60_000 } };
  const local = new LocalClock(clock, () => now);
  now = 20_000;
  assert.deepEqual([local.falls, clock.left.light], [null, 60_000]);
  local.played('light');
  local.run('dark');
  assert.equal(clock.left.light, 60_000, 'the first turn is free and earns nothing');
  now = 30_000;
  assert.deepEqual(
    [local.falls, local.of('dark').left, local.of('dark').told],
    [50_000, 50_000, 60_000],
  );
  local.played('dark');
  local.run('light');
  assert.deepEqual(clock.left, { light: 60_000, dark: 55_000 });
  now = 95_000;
  local.run(null);
  assert.deepEqual(clock.left, { light: 0, dark: 55_000 });
  const one = { ...clock, only: 'dark', left: { light: 60_000, dark: 60_000 } };
  const handicap = new LocalClock(one, () => now);
  handicap.run('light');
  now += 600_000;
  assert.deepEqual([handicap.falls, handicap.of('light')], [null, null]);
  handicap.run('dark');
  assert.equal(handicap.falls, 60_000);
});

test('clocks that were stored are checked, and own ones kept within bounds', () => {
  assert.equal(goodClock({ initial: '5', increment: 0 }), null);
  assert.equal(goodClock({ initial: 0, increment: 0 }), null);
  assert.equal(goodClock('soon'), null);
  assert.deepEqual(goodClock({ initial: 60, increment: 1, only: 'cat' }), {
    initial: 60,
    increment: 1,
    only: 'both',
  });
  const choice = { clock: null };
  assert.ok(takeClock(choice, 'clock', 'own'));
  takeClock(choice, 'minutes', '99999');
  takeClock(choice, 'seconds', 'x');
  assert.deepEqual(choice.clock, { initial: 86_400, increment: 0, only: 'both' });
  takeClock(choice, 'clock', '0');
  assert.deepEqual([choice.clock, takeClock(choice, 'opponent', 'here')], [null, false]);
});

test('a text with several records is taken apart, whatever their comments say', () => {
  const one = '[Game "a"]\n[Date "2026.11.16"]\n\n1. a1 {look:\n[Game "no"]\n} a2\n';
  const two = '\n[Game "b"]\n\n1. b1 *\n';
  assert.deepEqual(
    splitRecords(one + two).map(text => text.trim()),
    [one.trim(), two.trim()],
  );
  assert.deepEqual(splitRecords('  \n'), []);
  assert.deepEqual(splitRecords('1. a1'), ['1. a1']);
});
