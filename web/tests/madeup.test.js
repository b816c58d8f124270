// No sentence is left in code: a program that was built with a made-up language, in which every
// sentence stands in brackets, says nothing outside brackets but notation, numbers and names. The
// language is written from right to left, so the layout is looked at as well.
// `cargo xtask test madeup` builds the program; with another one there is nothing to test.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { calm, changing, launch, open, press } from './lib/browser.js';
import { begin, ready } from './lib/game.js';
import { places } from './lib/places.js';
import { folder, serve } from './lib/server.js';

const LANG = 'qps';

/** What the program prints, errors included. */
const run = (...args) =>
  new Promise(done => {
    execFile(process.env.DAMIER_PROGRAM, ['--lang', LANG, ...args], (_, out, err) =>
      done(out + err),
    );
  });

const there = (await run('games')).includes('⟦');
if (process.env.DAMIER_MADE_UP) assert.ok(there, 'the program has the made-up language');
const options = { skip: there ? false : 'the program has no made-up language' };

/** What stands outside brackets, with what may stand there taken away. */
function outside(text, names = []) {
  let rest = text;
  while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  for (const name of ['Damier', 'damier', LANG, 'EN', 'FR', 'English', 'Français', ...names])
    rest = rest.replaceAll(name, ' ');
  // Turns and cells: a3, b2-b3-c3, e4xA, =b3; options as they are written: first=white.
  rest = rest.replace(/[\w-]+=[\w-]+(\|[\w-]+)*/g, ' ').replace(/\b[a-p][1-9][\w=+*-]*/g, ' ');
  return rest.match(/\p{L}{2,}/gu) ?? [];
}

test('the command line', options, async t => {
  const dir = await folder(t),
    record = path.join(dir, 'bad.record');
  await writeFile(record, '[Game "kono"]\n\n1. a1-a9 *\n');
  const games = JSON.parse(await run('games', '--json'));
  const ids = games.map(({ id }) => id);
  for (const id of ids) {
    for (const args of [
      ['games', '--rules', 'nonsense=1'],
      ['moves', id, 'x'],
      ['best', id, '--time', '0'],
      ['board', id, '9/9'],
      ['perft', id, '1', '--rules', 'first=nobody'],
    ]) {
      const said = await run(...args);
      const wrong = outside(said, [...ids, 'nonsense', 'nobody', 'first', 'white', 'black']);
      if (said.includes('Usage')) continue;
      assert.deepEqual(wrong, [], `${args.join(' ')}: ${said}`);
    }
  }
  for (const line of (await run('games')).split('\n'))
    assert.deepEqual(
      outside(line, [...ids, 'white', 'black', 'yellow', 'red']).filter(w => !/^[a-z]+$/.test(w)),
      [],
      line,
    );
  const refused = await run('record', record);
  assert.deepEqual(outside(refused, ['record', 'bad', dir]), [], refused);
  assert.match(
    await run('rules', ids[0]),
    /^#.*\n\n⟦/,
    'a sheet that is missing is English, with a word',
  );
});

/** Fields of answers that people read. What has no id is named for programs: `first`, `ko`. */
const READ = /^(message|words|question|why|remarks|about)$/;

/** Every sentence of an answer. */
function* sentences(value, name = '', parent = {}) {
  if (typeof value === 'string' && (READ.test(name) || (name === 'name' && parent.id))) yield value;
  if (Array.isArray(value)) for (const item of value) yield* sentences(item, name, parent);
  else if (value && typeof value === 'object') {
    if (LANG in value) yield value[LANG];
    else for (const [key, item] of Object.entries(value)) yield* sentences(item, key, value);
  }
}

test('the server and the rules behind it', options, async t => {
  const server = await serve(t);
  const ask = async (address, body) => {
    const answer = await fetch(`${server.url}/api/v1/${address}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'accept-language': LANG, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return answer.json();
  };
  const { games } = await ask('games');
  const answers = [
    games,
    await ask('nothing'),
    await ask('games/go'),
    await ask('live', { game: 'go' }),
  ];
  for (const { id, start } of games) {
    const position = encodeURIComponent(start);
    answers.push(await ask(`games/${id}/moves?position=x`));
    answers.push(await ask(`games/${id}/best?position=${position}&time=0.05`));
    answers.push(await ask(`games/${id}/position?position=${position}`));
  }
  let seen = 0;
  for (const sentence of sentences(answers)) {
    seen++;
    assert.match(sentence, /^⟦.*⟧$/su, sentence);
  }
  assert.ok(seen > 50, `${seen} sentences`);
});

/** Every text of a page that people read or hear, outside of boards, notation and rule sheets. */
const texts = page =>
  page.evaluate(() => {
    // Where scripts do not run a page speaks all languages at once; dates are the browser's.
    const left =
      'script, noscript, style, code, pre, .rules, [data-notation], #turns, #legal, option, time';
    const all = [document.title];
    for (const el of document.querySelectorAll('body *')) {
      if (el.closest(left)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (el.hasAttribute(name)) all.push(el.getAttribute(name));
      for (const node of el.childNodes)
        if (node.nodeType === Node.TEXT_NODE && node.data.trim()) all.push(node.data.trim());
    }
    return all;
  });

async function inBrackets(page, where) {
  const wrong = (await texts(page)).filter(text => outside(text).length);
  assert.deepEqual(wrong, [], where);
}

/** Everything is in the made-up language from the first page on. */
const speaks = page =>
  page.evaluateOnNewDocument(code => {
    // A window that is not yet at its page has no storage.
    if (location.protocol === 'http:')
      localStorage.setItem('damier.settings', JSON.stringify({ lang: code }));
  }, LANG);

test('every page and every dialog', options, async t => {
  const server = await serve(t),
    browser = await launch(t);
  // What the API's page says of each question is part of the description, not of the pages.
  const all = (await places(server)).filter(({ name }) => !/api/i.test(name));
  for (const { name, go } of all) {
    await t.test(name, async t => {
      const page = await open(browser);
      t.after(() => page.browserContext().close());
      await speaks(page);
      await go(page);
      assert.equal(await page.$eval('html', html => html.lang), LANG);
      await inBrackets(page, name);
      calm(page, /status of 404/);
    });
  }
});

test('a refused turn and a game that is over', options, async t => {
  const server = await serve(t),
    [info] = await server.games(),
    page = await open(await launch(t));
  await speaks(page);
  await begin(page, server.url, info);
  await ready(page);
  await changing(page, async () => {
    await page.$eval('.hit:not(.live)', hit =>
      hit.dispatchEvent(new MouseEvent('click', { bubbles: true })),
    );
  });
  await inBrackets(page, 'a refused click');
  await press(page, 'resign');
  await page.waitForSelector('[data-action="resign-yes"]');
  await inBrackets(page, 'the question whether to resign');
  await changing(page, () => press(page, 'resign-yes'), 'resign');
  await inBrackets(page, 'a game that is over');
  calm(page);
});

test('right to left: the layout is mirrored, the board is not', options, async t => {
  const server = await serve(t),
    [info] = await server.games(),
    page = await open(await launch(t));
  await page.goto(server.url);
  await page.waitForSelector('select[data-change="lang"]');
  await page.select('select[data-change="lang"]', LANG);
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
  await begin(page, server.url, info);
  await ready(page);
  const places = () =>
    page.evaluate(() => {
      const middle = el => {
        const { left, width } = document.querySelector(el).getBoundingClientRect();
        return (left + width / 2) / innerWidth;
      };
      const cells = [...document.querySelectorAll('#board .hit')].map(hit => [
        hit.dataset.cell,
        Math.sign(
          hit.getBoundingClientRect().left -
            document.querySelector('#board').getBoundingClientRect().left -
            document.querySelector('#board').clientWidth / 2,
        ),
      ]);
      return { brand: middle('.brand'), tools: middle('.tools'), cells: JSON.stringify(cells) };
    });
  const mirrored = await places();
  assert.ok(mirrored.brand > 0.5 && mirrored.tools < 0.5, JSON.stringify(mirrored));
  await page.select('select[data-change="lang"]', 'en');
  await page.waitForFunction(() => document.documentElement.dir === 'ltr');
  const plain = await places();
  assert.ok(plain.brand < 0.5 && plain.tools > 0.5);
  assert.equal(mirrored.cells, plain.cells, 'every cell is where it was');
});
