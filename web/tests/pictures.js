// Pictures of every page for the documentation: `node pictures.js FOLDER`. Made with the same code
// that tests use to reach the pages.

import { mkdir } from 'node:fs/promises';
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
  ['play-*', 1280],
  ['play-*', 390, 'dark', 'fr'],
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

/** Tasks for the end, as tests have them. */
const endings = [];
const t = { after: task => endings.unshift(task) };

async function main(folder) {
  await mkdir(folder, { recursive: true });
  const server = await serve(t),
    browser = await launch(t),
    all = await places(server),
    games = await server.games();
  const wanted = WANTED.flatMap(([name, ...rest]) =>
    name === 'play-*' ? games.map(({ id }) => [`play-${id}`, ...rest]) : [[name, ...rest]],
  );
  for (const [name, width, theme = 'light', lang = 'en'] of wanted) {
    const page = await open(browser, { width, height: SIZES[width], dark: theme === 'dark' });
    await page.evaluateOnNewDocument(chosen => {
      localStorage.setItem('damier.settings', JSON.stringify({ lang: chosen }));
    }, lang);
    await all.find(place => place.name === name).go(page);
    await page.evaluate(() => document.fonts.ready);
    await page.mouse.move(0, 0);
    await page.evaluate(() => scrollTo(0, 0));
    const file = `${name}-${width}${theme === 'dark' ? '-dark' : ''}${lang === 'fr' ? '-fr' : ''}.webp`;
    await page.screenshot({ path: path.join(folder, file), type: 'webp', quality: 70 });
    console.log(file);
    await page.browserContext().close();
  }
}

try {
  await main(process.argv[2] ?? 'docs/pages');
} finally {
  for (const task of endings) await task();
}
