// The pages' HTML, written from one description: what all heads share stands here once, and the
// list of modules that a page loads at once is found by following its imports. `npm run pages
// --prefix web/tests` writes them; format.test.js sees to it that nobody forgets.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

const WEB = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Each page: its title, its module, whether it needs the rules at once, what else it looks like.
 */
export const PAGES = {
  'index.html': { title: 'Damier', module: 'home.js', rules: true, styles: ['home.css'] },
  'play.html': {
    title: 'Damier',
    module: 'play/page.js',
    rules: true,
    styles: ['play/panels.css', 'play.css', 'play/small.css'],
    body: 'playing',
    // Its dialogs come with what they are for.
    late: true,
  },
  'games.html': {
    title: 'Damier',
    module: 'games.js',
    rules: true,
    styles: ['home.css', 'games.css'],
  },
  'analyse.html': {
    title: 'Damier',
    module: 'analyse/page.js',
    rules: true,
    styles: ['play/panels.css', 'play.css', 'play/small.css', 'analyse.css'],
  },
  'puzzles.html': {
    title: 'Damier',
    module: 'puzzles/page.js',
    rules: true,
    styles: ['play/panels.css', 'play.css', 'play/small.css', 'puzzles.css'],
    body: 'playing',
  },
  'api.html': {
    title: 'API · Damier',
    module: 'api.js',
    rules: false,
    styles: ['home.css', 'api.css'],
  },
  '404.html': { title: '404 · Damier', module: 'missing.js', rules: false, styles: ['home.css'] },
};

/** Sheets that only some windows need: the others do not wait for them. */
const MEDIA = { 'play/small.css': '(max-width: 1023px), (max-height: 560px)' };

/**
 * What can be painted before any module is there, in every language: the bar at the top. `frame` of
 * shell.js goes on from it.
 */
const TOP = `<div id="shell"><header class="top" data-key="top"><a class="brand" href="/">
<svg viewBox="0 0 26 26" aria-hidden="true" focusable="false">
<rect class="sq" x="1" y="1" width="11" height="11" rx="2.5"></rect><circle class="sq2" cx="19.5" cy="6.5" r="5.5"></circle>
<circle class="sq2" cx="6.5" cy="19.5" r="5.5"></circle><rect class="sq" x="14" y="14" width="11" height="11" rx="2.5"></rect>
</svg><span>Damier</span></a></header></div>`;

/** The same on the Play page: where board, title, prompt and buttons will be. */
const WAITING = `<div class="stage waiting" aria-hidden="true">
<div class="table-top"><div class="seat far"></div>
<div class="board-box"><div class="board"></div></div><div class="seat near idle"></div></div>
<div class="beside"><div class="columns"><div class="side">
<div class="title-row"><h1>Damier</h1></div><div class="ask idle"></div><div class="log"></div><div class="card bar"></div>
</div></div></div></div>`;

const versioned = file => `/v/__VERSION__/${file}`;

/** The modules that a module imports at once, itself included, those it needs first at the end. */
async function imports(module, seen = new Set()) {
  if (seen.has(module)) return seen;
  seen.add(module);
  const text = await readFile(path.join(WEB, module), 'utf8');
  for (const [, from] of text.matchAll(/^(?:import|export) (?:[^;']*?from )?'(\.[^']+)'/gms))
    await imports(path.posix.join(path.posix.dirname(module), from), seen);
  return seen;
}

/** A page as it should be. @param {keyof typeof PAGES} name */
export async function page(name) {
  const { title, module, rules, styles, body = '', late = false } = PAGES[name];
  const preload = file => `<link rel="modulepreload" href="${versioned(file)}">`;
  const script = file => `<script type="module" src="${versioned(file)}"></script>`;
  // The rules take longest: they come first, so that they load while the page does.
  const first = rules ? [...(await imports('engine.js'))].filter(file => file !== 'engine.js') : [];
  const others = [...(await imports(module))].filter(
    file => file !== module && !(rules && (file === 'engine.js' || first.includes(file))),
  );
  const sheets = [
    'damier.css',
    'frame.css',
    ...(late ? [] : ['dialogs.css']),
    'board/board.css',
    ...styles,
  ];
  const sheet = file =>
    `<link rel="stylesheet" href="${versioned(file)}"${MEDIA[file] ? ` media="${MEDIA[file]}"` : ''}>`;
  const font = file =>
    `<link rel="preload" href="${versioned(`fonts/${file}`)}" as="font" type="font/woff2" crossorigin>`;
  const html = `<!doctype html>
<html lang="en">
<head>
<!-- Written by web/tests/heads.js -->
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<meta name="description" content="Board games for two, to be played, learnt and known exactly.">
<meta name="theme-color" content="#F3EDE2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#1A1511" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/icons/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/icon-192.png">
<link rel="manifest" href="/manifest.webmanifest">
<script src="${versioned('early.js')}" data-languages="__LANGUAGES__"${rules ? ' data-worker' : ''}></script>
${first.map(preload).join('\n')}
${rules ? script('engine.js') : ''}
${sheets.map(sheet).join('\n')}
${font('atkinson-next.woff2')}
${font('young-serif.woff2')}
${others.map(preload).join('\n')}
${script(module)}
</head>
<body${body ? ` class="${body}"` : ''}>
${TOP}
<main id="main" tabindex="-1">${body === 'playing' ? WAITING : ''}</main>
<noscript><p class="fault">__NEEDS_SCRIPTS__</p></noscript>
</body>
</html>
`;
  const file = path.join(WEB, name);
  const config = await prettier.resolveConfig(file);
  const text = await prettier.format(html.replace(/\n+/g, '\n'), { ...config, filepath: file });
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of Object.keys(PAGES)) await writeFile(path.join(WEB, name), await page(name));
