// Every page and every dialog: both languages, narrow screens, both themes, and no barrier that
// axe can find.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { calm, launch, open } from './lib/browser.js';
import { forms, language } from './lib/locale.js';
import { places } from './lib/places.js';
import { serve } from './lib/server.js';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What pages of addresses that do not exist are complained about for. */
const MISSING = /status of 404/;

/** Everything the pages say in both languages: each form of a sentence that depends on a number. */
async function words() {
  const [english, french] = await Promise.all(['en', 'fr'].map(language));
  return Object.entries(english.sentences).flatMap(([name, text]) => {
    const [en, fr] = [forms(text), forms(french.sentences[name])];
    return en.map((one, i) => ({ en: one, fr: fr[i] ?? fr[0] }));
  });
}

/** Runs in the page: everything that is read or heard. */
function texts() {
  const out = [document.title],
    walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    if (!node.parentElement?.closest('noscript, script, style, pre, textarea, [lang]:not(html)'))
      out.push(node.textContent ?? '');
  for (const el of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    if (!el.closest('[lang]:not(html):not(input)'))
      for (const name of ['aria-label', 'title', 'placeholder'])
        out.push(el.getAttribute(name) ?? '');
  return out.map(text => text.replaceAll('\u00a0', ' ').trim()).filter(Boolean);
}

/** A text of one language as a pattern, its gaps open. */
const pattern = text =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&').replace(/\\?\{\d\\?\}/g, '.+')}$`);

test('every page keeps its promises: languages, widths, themes, axe', async t => {
  const server = await serve(t),
    browser = await launch(t),
    all = await places(server);
  const said = await words();
  // Short texts with gaps fit anything; texts that are the same in both languages say nothing.
  const english = said
    .filter(
      ({ en, fr }) => en !== fr && en.replace(/\{\d\}/g, '').length > 5 && !pattern(fr).test(en),
    )
    .map(({ en, fr }) => ({ is: pattern(en), isNot: pattern(fr) }));
  english.push(...(await described(server)));
  for (const { name, go } of all) {
    await t.test(name, async t => {
      const page = await open(browser);
      t.after(() => page.browserContext().close());
      try {
        await go(page);
        await inEnglish(page);
        await toFrench(page);
        await go(page);
        await inFrench(page, english);
      } catch (error) {
        if (process.env.DAMIER_SHOTS)
          await page.screenshot({ path: `${process.env.DAMIER_SHOTS}/${name}.png` });
        throw error;
      }
      calm(page, MISSING);
    });
  }
});

test('fingers hit everything on every page of a phone', async t => {
  const server = await serve(t),
    browser = await launch(t);
  for (const { name, go } of await places(server)) {
    await t.test(name, async t => {
      const page = await open(browser, { width: 320, height: 640, touch: true });
      t.after(() => page.browserContext().close());
      await go(page);
      assert.deepEqual(await page.evaluate(small), []);
    });
  }
});

/**
 * Runs in the page: what is smaller than a finger, 44 pixels. Cells have to fit the board, and
 * turns on them are confirmed; a label counts for its box.
 */
function small() {
  const top = document.querySelector('dialog[open]') ?? document,
    found = [];
  for (const el of top.querySelectorAll(
    'a[href], button, input, textarea, summary, label:has(input)',
  )) {
    if (el.matches('.knob-hit, label input')) continue;
    const { width, height } = el.getBoundingClientRect();
    if (width && height && Math.min(width, height) < 43.5)
      found.push(
        `${el.tagName} ${el.textContent?.trim() || el.getAttribute('aria-label')}: ${Math.round(width)} × ${Math.round(height)}`,
      );
  }
  return found;
}

/** What the description of the API says in English only. */
async function described(server) {
  const collect = async lang => {
    const found = new Set();
    JSON.stringify(await server.ask(`openapi.json?lang=${lang}`), (key, value) => {
      if (['summary', 'description'].includes(key) && typeof value === 'string') found.add(value);
      return value;
    });
    return found;
  };
  const [english, french] = [await collect('en'), await collect('fr')];
  return [...english]
    .filter(text => !french.has(text))
    .map(text => ({ is: pattern(text), isNot: /$^/ }));
}

async function inEnglish(page) {
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  await withoutBarriers(page, 'light');
  await fits(page, 'English');
}

/** The language changes in place: the page is the same, its words are not. */
async function toFrench(page) {
  const before = await page.evaluate(() => document.querySelector('main').textContent);
  await page.$eval('[data-action="lang"]', b => b.click());
  await page.waitForFunction(
    old =>
      document.documentElement.lang === 'fr' && document.querySelector('main').textContent !== old,
    { polling: 20 },
    before,
  );
}

async function inFrench(page, english) {
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  for (const text of await page.evaluate(texts)) {
    assert.doesNotMatch(text, /\{\d\}|undefined|\[object|NaN/, 'no gap stays open');
    assert.ok(
      !english.some(word => word.is.test(text) && !word.isNot.test(text)),
      `“${text}” on the French page`,
    );
  }
  await fits(page, 'French');
  await withoutBarriers(page, 'dark');
}

/** Nothing is wider than a narrow screen. */
async function fits(page, lang) {
  for (const width of [320, 390]) {
    await page.setViewport({ width, height: 740 });
    const wide = await page.evaluate(() => {
      const limit = document.documentElement.clientWidth + 1;
      if (document.documentElement.scrollWidth <= limit) {
        const box = document.querySelector('dialog[open] .content');
        return box && box.scrollWidth > box.clientWidth + 1 ? ['dialog'] : [];
      }
      return [...document.querySelectorAll('body *')]
        .filter(el => el.getBoundingClientRect().right > limit)
        .slice(0, 4)
        .map(el => `${el.tagName}.${el.className}#${el.id}`);
    });
    assert.deepEqual(wide, [], `at ${width} px in ${lang}`);
  }
  await page.setViewport({ width: 1280, height: 900 });
}

/** Runs in the page: what would be spoken twice, because a live region lies in another one. */
const spokenTwice = () =>
  [
    ...document.querySelectorAll(
      ':is([aria-live], [role="status"], [role="alert"]) :is([aria-live], [role="status"], [role="alert"])',
    ),
  ].map(el => el.outerHTML.slice(0, 80));

/** Axe finds nothing, and nothing is spoken twice. */
async function withoutBarriers(page, theme) {
  assert.deepEqual(await page.evaluate(spokenTwice), []);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      v =>
        `${v.id}: ${v.nodes
          .slice(0, 3)
          .map(n => `${n.target} ${n.any.concat(n.all, n.none)[0]?.message ?? ''}`)
          .join('; ')}`,
    );
  });
  assert.deepEqual(found, [], `axe, ${theme}`);
}
