// Chromium as people have it: a fresh profile, no network of its own. Whatever a page complains
// about fails the test that it belongs to.

import assert from 'node:assert/strict';
import puppeteer, { ElementHandle } from 'puppeteer-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A browser that ends with the test file. */
export async function launch(t, { lang = 'en' } = {}) {
  const browser = await puppeteer.launch({
    executablePath: process.env.DAMIER_CHROMIUM || '/usr/bin/chromium',
    headless: true,
    args: [...FLAGS, `--lang=${lang}`, `--accept-lang=${lang}`],
    protocolTimeout: 120_000,
  });
  t.after(() => browser.close());
  return browser;
}

/** Where Firefox is, if it is there; `cargo xtask test` says so. */
export const FIREFOX = process.env.DAMIER_FIREFOX;

/** The same with Firefox, driven by WebDriver BiDi. */
export async function launchFirefox(t) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    protocolTimeout: 120_000,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en' },
  });
  t.after(() => browser.close());
  return browser;
}

/** What a page said that it should not have, by page. */
const complaints = new WeakMap();

/**
 * A page in a profile of its own, or in the given one.
 * @param {import('puppeteer-core').Browser} browser
 */
export async function open(
  browser,
  { width = 1280, height = 900, dark = false, still = true, touch = false, context = null } = {},
) {
  const home = context ?? (await browser.createBrowserContext());
  const page = await home.newPage();
  page.setDefaultTimeout(30_000);
  if ((await browser.version()).startsWith('Chrome')) {
    await page.setViewport({ width, height, hasTouch: touch, isMobile: touch });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
      { name: 'prefers-reduced-motion', value: still ? 'reduce' : 'no-preference' },
    ]);
  } else await page.setViewport({ width, height });
  patient(page);
  const heard = [];
  complaints.set(page, heard);
  page.on('pageerror', error => heard.push(`uncaught: ${error.message}`));
  page.on('console', message => {
    if (['error', 'warn'].includes(message.type()))
      heard.push(`${message.type()}: ${message.text()}`);
  });
  return page;
}

/**
 * Waits until an element stands still: a page comes in several steps, and what is pressed while a
 * sentence above it grows is missed. Three frames in the same place, or five seconds.
 * @param {ElementHandle} handle
 */
const settled = handle =>
  handle.evaluate(async el => {
    const until = performance.now() + 5000,
      { top, bottom } = el.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) el.scrollIntoView({ block: 'center' });
    const place = () => {
      const { x, y, width, height } = el.getBoundingClientRect();
      return [x, y, width, height].join();
    };
    // A page that is not shown has no frames.
    const frame = () =>
      new Promise(go => {
        requestAnimationFrame(go);
        setTimeout(go, 100);
      });
    for (let same = 0, before = place(); same < 3 && performance.now() < until;) {
      await frame();
      const now = place();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });

// A person presses what has come to rest.
for (const way of /** @type {const} */ (['click', 'tap'])) {
  const atOnce = ElementHandle.prototype[way];
  ElementHandle.prototype[way] = async function (...args) {
    await settled(this);
    await atOnce.apply(this, args);
  };
}

/** A click waits for what it clicks, as a person does, since a page comes in several steps. */
function patient(page) {
  const click = page.click.bind(page);
  page.click = async (selector, options) => {
    await page.waitForSelector(selector);
    await click(selector, options);
  };
}

/** What a page complained about since the last time somebody asked. */
export const takeComplaints = page => (complaints.get(page) ?? []).splice(0);

/** Nothing went wrong behind the scenes. `but` lets lines pass that the test has caused. */
export function calm(page, but = /$^/) {
  assert.deepEqual(
    takeComplaints(page).filter(line => !but.test(line)),
    [],
  );
}

/** Does something with a game and waits until the page has done and painted that very thing. */
export async function changing(page, act, what = '') {
  const handled = () => Number(document.querySelector('#board')?.dataset.handled ?? 0);
  const before = await page.evaluate(handled);
  await act();
  await page
    .waitForFunction(
      n => Number(document.querySelector('#board')?.dataset.handled ?? 0) > n,
      { polling: 20, timeout: 20_000 },
      before,
    )
    .catch(() => {
      throw new Error(`the page has not done it: ${what}`);
    });
}

/** Waits until a game has been changed so often since it was put on the table. */
export const revision = (page, least) =>
  page.waitForFunction(
    n => Number(document.querySelector('#board')?.dataset.revision ?? 0) >= n,
    { polling: 20 },
    least,
  );

/** Presses a button by its action, as a mouse does. */
export async function press(page, action, within = '') {
  const selector = `${within} [data-action="${action}"]:not([aria-disabled="true"])`.trim();
  const button = await page.waitForSelector(selector, { visible: true });
  // On a phone the tabs lie over the lower edge.
  await button.evaluate(el => el.scrollIntoView({ block: 'center' }));
  await button.click();
}
