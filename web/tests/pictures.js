// Pictures of the pages, made with the same code that tests use to reach them.
//
//   node pictures.js FOLDER           those of the documentation: every page, not every combination
//   node pictures.js --all FOLDER     every state at five sizes, in both themes and both languages,
//                                     and sheets of them to look at; some hundreds, some minutes
//   node pictures.js --all FOLDER WORD  only states whose name has the word in it

import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { launch, open } from './lib/browser.js';
import { places } from './lib/places.js';
import { serve } from './lib/server.js';

const SIZES = { 320: 660, 390: 780, 768: 1000, 1280: 860 };

/**
 * Which pages, how wide, in which theme and language. Every page is there; not every combination.
 */
const WANTED = [
  ['home', 1280],
  ['home', 1280, 'dark'],
  ['home', 768],
  ['home', 390],
  ['home', 320, 'dark', 'fr'],
  ['home-rules', 768, 'light', 'fr'],
  ['home-record', 390, 'dark'],
  ['games', 390],
  ['games', 1280, 'dark', 'fr'],
  ['games-menu', 390, 'dark'],
  ['analyse-values', 1280],
  ['analyse-values', 390, 'dark', 'fr'],
  ['analyse-curve', 390],
  ['play-*', 1280],
  ['play-*', 390, 'dark', 'fr'],
  ['play-rules-kono', 390],
  ['play-rules-fanorona', 1280],
  ['play-new', 1280],
  ['play-new', 320, 'dark', 'fr'],
  ['play-options', 768, 'light', 'fr'],
  ['play-strongest', 390],
  ['play-record', 768],
  ['play-more', 390],
  ['play-keys', 320],
  ['play-typed', 768, 'dark'],
  ['play-refused', 1280, 'dark'],
  ['play-invite', 390, 'dark', 'fr'],
  ['play-waiting', 768],
  ['play-over', 1280],
  ['play-over', 320, 'dark', 'fr'],
  ['play-unknown', 390],
  ['api', 1280],
  ['api', 390, 'dark', 'fr'],
  ['missing', 768, 'dark', 'fr'],
];

/** Where people look at the pages: phones upright and lying, and wide screens. */
const SCREENS = [
  [320, 568],
  [390, 664],
  [844, 390],
  [1280, 800],
  [1920, 1080],
];
const THEMES = ['light', 'dark'],
  LANGUAGES = ['en', 'fr'];

/** Tasks for the end, as tests have them. */
const endings = [];
const t = { after: task => endings.unshift(task) };

/** A page whose language was chosen before. */
async function opened(browser, size, lang) {
  const page = await open(browser, size);
  await page.evaluateOnNewDocument(chosen => {
    if (location.protocol === 'http:' && !localStorage.getItem('damier.settings'))
      localStorage.setItem('damier.settings', JSON.stringify({ lang: chosen }));
  }, lang);
  return page;
}

/** Takes a picture of what is shown. */
async function take(page, folder, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  const file = `${name}.webp`;
  await page.screenshot({ path: path.join(folder, file), type: 'webp', quality: 70 });
  console.log(file);
}

async function documentation(folder) {
  await mkdir(folder, { recursive: true });
  const server = await serve(t),
    browser = await launch(t),
    all = await places(server),
    games = await server.games();
  const wanted = WANTED.flatMap(([name, ...rest]) =>
    name === 'play-*' ? games.map(({ id }) => [`play-${id}`, ...rest]) : [[name, ...rest]],
  );
  for (const [name, width, theme = 'light', lang = 'en'] of wanted) {
    const size = { width, height: SIZES[width], dark: theme === 'dark' },
      page = await opened(browser, size, lang);
    await all.find(place => place.name === name).go(page);
    const how = `${theme === 'dark' ? '-dark' : ''}${lang === 'fr' ? '-fr' : ''}`;
    await take(page, folder, `${name}-${width}${how}`);
    await page.browserContext().close();
  }
}

/** Every state at every size, in both themes and languages. What cannot be reached is told. */
async function everything(folder, word = '') {
  await mkdir(folder, { recursive: true });
  const server = await serve(t),
    browser = await launch(t),
    all = (await places(server)).filter(({ name }) => name.includes(word)),
    failed = [];
  for (const [width, height] of SCREENS)
    for (const lang of LANGUAGES) {
      /** @type {Record<string, string[]>} */
      const made = { light: [], dark: [] };
      for (const { name, go } of all) {
        const page = await opened(browser, { width, height, touch: width < 1000 }, lang);
        try {
          await go(page);
          for (const theme of THEMES) {
            await page.emulateMediaFeatures([
              { name: 'prefers-color-scheme', value: theme },
              { name: 'prefers-reduced-motion', value: 'reduce' },
            ]);
            const file = `${name}-${width}x${height}-${theme}-${lang}`;
            await take(page, folder, file);
            made[theme].push(file);
          }
        } catch (error) {
          failed.push(`${name} at ${width} × ${height} in ${lang}: ${error.message}`);
        }
        await page.browserContext().close();
      }
      for (const theme of THEMES)
        await sheets(browser, folder, `sheet-${width}x${height}-${theme}-${lang}`, made[theme]);
    }
  if (failed.length) throw new Error(`not reached:\n${failed.join('\n')}`);
}

/** Sheets of pictures that were taken, so that a person can look at them all. */
async function sheets(browser, folder, name, files) {
  const wide = /-(1280|1920|844)x/.test(name),
    each = wide ? 6 : 12;
  for (let i = 0; i * each < files.length; i++) {
    const page = await open(browser, { width: 1800, height: 900 });
    const pictures = await Promise.all(
      files.slice(i * each, (i + 1) * each).map(async file => {
        const data = (await readFile(path.join(folder, `${file}.webp`))).toString('base64');
        return `<figure><img src="data:image/webp;base64,${data}"><figcaption>${file}</figcaption></figure>`;
      }),
    );
    await page.setContent(
      `<style>body{margin:8px;display:grid;gap:8px;grid-template-columns:repeat(${wide ? 3 : 6},1fr);background:#888}
      figure{margin:0}img{width:100%;display:block}figcaption{font:12px sans-serif}</style>${pictures.join('')}`,
    );
    await page.screenshot({ path: path.join(folder, `${name}-${i + 1}.png`), fullPage: true });
    await page.browserContext().close();
  }
}

const [first, ...rest] = process.argv.slice(2);
try {
  if (first === '--all') await everything(...rest);
  else await documentation(first ?? 'docs/pages');
} finally {
  for (const task of endings) await task();
}
