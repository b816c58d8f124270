// @ts-check
// Times on clocks, in figures and in words, and the clock that shows them.

import { t } from '../words.js';
import { isLow } from './wording.js';

/** Minutes and seconds, and tenths when they count. @param {number} ms */
function clockText(ms) {
  const seconds = Math.ceil(ms / 1000),
    two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const hours = Math.floor(seconds / 3600),
    rest = seconds % 3600;
  return `${hours ? `${hours}:${two(Math.floor(rest / 60))}` : Math.floor(rest / 60)}:${two(rest % 60)}`;
}

/** @param {{initial: number, increment: number, only?: string | null}} clock */
export const clockWords = clock =>
  t('clockValue', Math.round(clock.initial / 6) / 10, clock.increment);

/** How often a running clock is looked at, in milliseconds. */
const OFTEN = 200;

/**
 * `<damier-clock left="60000" at="1234" running>`: a clock that had so many milliseconds left when
 * the page was so old, and runs or stands still. It ticks while it is part of a page.
 */
class DamierClock extends HTMLElement {
  static observedAttributes = ['left', 'at', 'running'];

  constructor() {
    super();
    this.ticker = 0;
  }

  connectedCallback() {
    this.ticker = window.setInterval(() => this.tick(), OFTEN);
    this.tick();
  }

  disconnectedCallback() {
    clearInterval(this.ticker);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.tick();
  }

  tick() {
    const number = (/** @type {string} */ name) => Number(this.getAttribute(name) ?? 0);
    const since = this.hasAttribute('running') ? performance.now() - number('at') : 0,
      left = Math.max(0, number('left') - since),
      text = clockText(left);
    if (this.textContent !== text) this.textContent = text;
    this.classList.toggle('low', isLow(left));
  }
}
customElements.define('damier-clock', DamierClock);
