// Lighthouse on Home, Play and Rules, as a phone and as a desktop: `npm run lighthouse --prefix
// web/tests` with DAMIER_PROGRAM and DAMIER_CHROMIUM as for the tests. It weighs 180 MB with all it
// needs, so npx fetches it for whoever wants the figures; measure.test.js sees to its parts always.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { folder, serve } from './lib/server.js';

const VERSION = '13.5.0',
  LEAST = 95,
  CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const run = promisify(execFile);

/** Tasks for the end, as tests have them. */
const endings = [];
const t = { after: task => endings.unshift(task) };

/** What Lighthouse says of an address, in hundredths. */
async function scores(url, preset, out) {
  const given = process.env.DAMIER_LIGHTHOUSE,
    [command, ...first] = given ? [given] : ['npx', '--yes', `lighthouse@${VERSION}`];
  const args = [
    ...first,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${out}`,
    `--only-categories=${CATEGORIES.join()}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ...(preset === 'desktop' ? ['--preset=desktop'] : []),
  ];
  const env = { ...process.env, CHROME_PATH: process.env.DAMIER_CHROMIUM };
  const measure = () => run(command, args, { env, timeout: 180_000, maxBuffer: 1 << 26 });
  // Its browser sometimes begins without it (NO_NAVSTART), and then there is nothing to read.
  await measure().catch(measure).catch(measure);
  const { categories, audits } = JSON.parse(await readFile(out, 'utf8'));
  const lost = CATEGORIES.flatMap(category =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight && audits[id].score !== null && audits[id].score < 0.9)
      .map(({ id }) => `${id} ${audits[id].displayValue ?? ''}`.trim()),
  );
  return { got: CATEGORIES.map(name => Math.round(categories[name].score * 100)), lost };
}

try {
  const server = await serve(t),
    out = path.join(await folder(t), 'lighthouse.json'),
    [info] = await server.games();
  const pages = { Home: '/', Play: `/play#game=${info.id}`, Rules: `/#rules=${info.id}` };
  let low = false;
  console.log(`| page | settings | ${CATEGORIES.join(' | ')} |`);
  for (const [name, address] of Object.entries(pages))
    for (const preset of ['phone', 'desktop']) {
      const { got, lost } = await scores(server.url + address, preset, out);
      low ||= got.some(score => score < LEAST);
      console.log(`| ${name} | ${preset} | ${got.join(' | ')} |`);
      if (lost.length) console.error(`  ${lost.join('; ')}`);
    }
  process.exitCode = low ? 1 : 0;
} finally {
  for (const task of endings) await task();
}
