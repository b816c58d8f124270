// @ts-check
// Times on clocks, in figures and in words.

import { t } from '../words.js';

/** Minutes and seconds, and tenths when they count. @param {number} ms */
export function clockText(ms) {
  const seconds = Math.ceil(ms / 1000),
    two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const hours = Math.floor(seconds / 3600),
    rest = seconds % 3600;
  return `${hours ? `${hours}:${two(Math.floor(rest / 60))}` : Math.floor(rest / 60)}:${two(rest % 60)}`;
}

/** @param {{initial: number, increment: number}} clock */
export const clockWords = clock =>
  t('clockValue', Math.round(clock.initial / 6) / 10, clock.increment);
