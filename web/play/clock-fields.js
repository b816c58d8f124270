// @ts-check
// Which clock a game is played with: none, a usual one, or one's own; for both players or for one.

import { h } from '../dom.js';
import { pick, t } from '../words.js';
import { segments } from './segments.js';

/** @typedef {import('../types').GameInfo} GameInfo */

/**
 * A clock as it is chosen: seconds, and whose time is counted. `me` and `friend` are for games by
 * link, where it may be open who plays which side.
 * @typedef {object} ClockChoice
 * @property {number} initial
 * @property {number} increment
 * @property {'both' | 'me' | 'friend' | 'light' | 'dark'} [only]
 */

const CLOCKS = [
  null,
  { initial: 180, increment: 2 },
  { initial: 600, increment: 5 },
  { initial: 1800, increment: 20 },
];
/** The longest of one's own, in minutes and seconds: what the server allows. */
const MINUTES = 1440,
  SECONDS = 3600;

/** @param {ClockChoice | null} a @param {{initial: number, increment: number} | null} b */
const same = (a, b) => a?.initial === b?.initial && a?.increment === b?.increment;

/** The number of a usual clock, or -1. @param {ClockChoice | null} clock */
const usual = clock => CLOCKS.findIndex(c => same(clock, c));

/** A clock as it was stored, as far as it is one. @param {any} clock @returns {ClockChoice | null} */
export function goodClock(clock) {
  const { initial, increment, only } = clock ?? {};
  const within = (/** @type {unknown} */ n, /** @type {number} */ from, /** @type {number} */ to) =>
    Number.isInteger(n) && Number(n) >= from && Number(n) <= to;
  if (!within(initial, 1, MINUTES * 60) || !within(increment, 0, SECONDS)) return null;
  const whose = ['me', 'friend', 'light', 'dark'].includes(only) ? only : 'both';
  return { initial, increment, only: whose };
}

/** @param {string} name @param {string} words @param {number} value @param {number[]} bounds */
const number = (name, words, value, [min, max]) =>
  h(
    'label.field',
    { 'data-key': name },
    h('span.label', {}, words),
    h('input.input', {
      type: 'number',
      inputmode: 'numeric',
      name,
      min,
      max,
      step: 1,
      value,
      required: true,
    }),
  );

/**
 * @param {GameInfo} info
 * @param {{opponent: string, clock: ClockChoice | null, ownClock?: boolean}} choice
 */
export function clockFields(info, choice) {
  const { clock, opponent } = choice,
    at = usual(clock),
    own = choice.ownClock || at < 0;
  /** @type {[string, string][]} */
  const values = CLOCKS.map((c, i) => [
    String(i),
    c ? t('clockShort', c.initial / 60, c.increment) : t('noClock'),
  ]);
  const out = [
    segments(
      'clock',
      t('clock'),
      [...values, ['own', t('ownClock')]],
      own ? 'own' : String(at),
      '',
    ),
  ];
  if (own && clock)
    out.push(
      h(
        'div.row.pair',
        { 'data-key': 'own-clock' },
        number('minutes', t('clockMinutes'), Math.max(1, Math.round(clock.initial / 60)), [
          1,
          MINUTES,
        ]),
        number('seconds', t('clockSeconds'), clock.increment, [0, SECONDS]),
      ),
    );
  if (!clock) return out;
  out.push(h('p.small.muted', { 'data-key': 'clock-help' }, t('clockHelp')));
  /** @type {[string, string][]} */
  const whose =
    opponent === 'link'
      ? [
          ['me', t('clockMe')],
          ['friend', t('clockFriend')],
        ]
      : [
          ['light', pick(info.sides[0].name)],
          ['dark', pick(info.sides[1].name)],
        ];
  const only = whose.some(([value]) => value === clock.only) ? String(clock.only) : 'both';
  out.push(segments('only', t('clockFor'), [['both', t('clockBoth')], ...whose], only));
  return out;
}

/**
 * Takes over what was chosen in one of these fields; says whether it was one.
 * @param {{clock: ClockChoice | null, ownClock?: boolean}} choice @param {string} name
 * @param {string} value
 */
export function takeClock(choice, name, value) {
  const { clock } = choice,
    only = clock?.only ?? 'both';
  const bounded = (/** @type {number} */ least, /** @type {number} */ most) =>
    Math.min(most, Math.max(least, Math.round(Number(value)) || least));
  if (name === 'clock') {
    choice.ownClock = value === 'own';
    const chosen =
      value === 'own' ? (clock ?? { initial: 300, increment: 0 }) : CLOCKS[Number(value)];
    choice.clock = chosen && { ...chosen, only };
  } else if (!clock) return false;
  else if (name === 'minutes') clock.initial = bounded(1, MINUTES) * 60;
  else if (name === 'seconds') clock.increment = bounded(0, SECONDS);
  else if (name === 'only') clock.only = /** @type {ClockChoice['only']} */ (value);
  else return false;
  return true;
}
