// What must be on a small screen at once, measured in the page.

import assert from 'node:assert/strict';

/** What browsers of phones leave visible, upright and lying. */
export const SIZES = [
  [844, 390],
  [320, 568],
  [360, 640],
  [390, 664],
];

/**
 * Runs in the page: what is not on the screen, or not to be touched, though it must be. How much of
 * the screen the board has to fill is told by `least`, as a share of the shorter side; which actions
 * the bar must have, by `bar`.
 */
function missing(least, bar) {
  const wrong = [],
    { innerWidth: width, innerHeight: height } = window,
    root = document.scrollingElement;
  const seen = el =>
    el.checkVisibility({ visibilityProperty: true }) && el.getBoundingClientRect().height > 1;
  const name = el =>
    `${el.id || el.dataset.action || el.className} “${el.textContent.trim().slice(0, 40)}”`;
  const outside = el => {
    const { left, top, right, bottom } = el.getBoundingClientRect();
    return left < -0.5 || top < -0.5 || right > width + 0.5 || bottom > height + 0.5;
  };
  const need = (el, what) => {
    if (!el || !seen(el)) wrong.push(`${what} is not shown`);
    else if (outside(el))
      wrong.push(`${what} is outside: ${JSON.stringify(el.getBoundingClientRect())}`);
  };
  /** A finger must hit the middle of it. */
  const touchable = el => {
    const { left, top, width: w, height: h } = el.getBoundingClientRect(),
      hit = document.elementFromPoint(left + w / 2, top + h / 2);
    if (!hit || !(el.contains(hit) || hit.contains(el)))
      wrong.push(`${name(el)} lies under ${hit?.outerHTML.slice(0, 60)}`);
    if (h < 43.5) wrong.push(`${name(el)} is only ${h} high`);
  };
  if (root.scrollHeight > height + 1) wrong.push(`the page scrolls down: ${root.scrollHeight}`);
  if (root.scrollWidth > width + 1)
    wrong.push(`the page scrolls to the right: ${root.scrollWidth}`);
  const board = document.querySelector('#board svg'),
    ask = document.querySelector('#prompt');
  need(board, 'the board');
  need(ask, 'the prompt');
  const box = board.getBoundingClientRect(),
    fills = Math.max(box.width / width, box.height / height);
  if (fills < least) wrong.push(`the board fills only ${fills.toFixed(2)} of the screen`);
  const words = [...ask.querySelectorAll('h2, p')].filter(seen);
  if (!words.length) wrong.push('the prompt says nothing');
  for (const el of words) need(el, name(el));
  const low = ask.getBoundingClientRect();
  if (low.top < box.bottom - 0.5 && low.left < box.right - 0.5)
    wrong.push('the prompt covers the board');
  for (const el of ask.querySelectorAll('button')) {
    if (!seen(el)) continue;
    need(el, name(el));
    touchable(el);
  }
  for (const action of bar) {
    const el = document.querySelector(`#bar [data-action="${action}"]`);
    need(el, action);
    if (el) touchable(el);
  }
  const tabs = document.querySelector('.tabbar'),
    title = document.querySelector('h1');
  if (seen(tabs)) wrong.push('there is a tab bar');
  if (parseFloat(getComputedStyle(title).fontSize) > 20) wrong.push('the title is big');
  return wrong;
}

/**
 * Everything is on the screen at once, whatever the size of the phone.
 * @param {import('puppeteer-core').Page} page @param {string} what the state, for the message
 * @param {string[]} buttons actions that must be among the buttons of the prompt
 * @param {string[]} bar actions that must be in the bar
 */
export async function onScreen(page, what, buttons = [], bar = ['undo', 'hint', 'more']) {
  for (const [width, height] of SIZES) {
    await page.setViewport({ width, height, hasTouch: true, isMobile: true });
    assert.deepEqual(await page.evaluate(missing, 0.8, bar), [], `${what} at ${width} × ${height}`);
    const there = await page.$$eval('#prompt [data-action]', all =>
      all.filter(el => el.checkVisibility()).map(el => el.dataset.action),
    );
    for (const action of buttons)
      assert.ok(
        there.includes(action),
        `${what} at ${width} × ${height}: ${action} is among ${there}`,
      );
  }
}

/**
 * Runs in the page from its beginning: adds up what moves without anybody having done something.
 */
export function watchShifts() {
  globalThis.shifted = 0;
  globalThis.shifts = [];
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      globalThis.shifted += entry.value;
      globalThis.shifts.push(
        `${entry.value.toFixed(3)} ${entry.sources.map(({ node }) => node?.id || node?.className || node?.nodeName).join(' ')}`,
      );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
