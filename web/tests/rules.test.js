// Rules: the goal first, examples drawn on real boards and put on the board to be played, nothing
// drawn with letters, a field that searches; beside the board where there is room, a sheet above it
// on a phone. That every example is legal, or refused, is for rule_texts.rs to say.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, launch, open, press } from './lib/browser.js';
import { ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

const PHONE = { width: 390, height: 664, touch: true };

/** The examples of a sheet as they are written: options, position, turns. */
async function written(server, id, lang) {
  const answer = await fetch(`${server.url}/api/v1/games/${id}/rules?lang=${lang}`),
    markdown = await answer.text();
  return [...markdown.matchAll(/```example\n(.*?)```/gs)].map(([, text]) => {
    const lines = text.trim().split('\n'),
      rules = lines[0].startsWith('rules:') ? lines.shift().slice(6).trim() : '';
    const [position, ...turns] = lines;
    return { rules, position, turns: turns.map(line => line.split(' => ')) };
  });
}

/** What somebody chose in that browser before. */
const prefer = (page, settings) =>
  page.evaluateOnNewDocument(chosen => {
    localStorage.setItem('damier.settings', JSON.stringify(chosen));
  }, settings);

/** Looks at everything, so that everything is drawn. */
async function read(page) {
  const count = await page.$$eval('.rules damier-board', all => all.length);
  for (let i = 0; i < count; i++) {
    const [board] = (await page.$$('.rules damier-board')).slice(i);
    await board.evaluate(el => el.scrollIntoView({ block: 'center' }));
    await page.waitForFunction(
      n => document.querySelectorAll('.rules damier-board')[n].querySelector('svg'),
      { polling: 20 },
      i,
    );
  }
}

/** Runs in the page: what is drawn and said of each turn. */
const figures = () =>
  [...document.querySelectorAll('.rules .show')].map(show => ({
    turn: show.querySelector('code').textContent,
    legal: !show.classList.contains('no'),
    words: show.querySelector('p span').textContent,
    happened: show.querySelectorAll('.m-last, .m-over, .m-star').length,
    refused: show.querySelectorAll('.m-warn').length,
    pawns: show.querySelectorAll('.piece').length,
  }));

test('every example of every game is drawn, in both languages', async t => {
  const server = await serve(t),
    browser = await launch(t);
  for (const info of await server.games())
    for (const lang of ['en', 'fr'])
      await t.test(`${info.id} ${lang}`, async t => {
        const page = await open(browser);
        t.after(() => page.browserContext().close());
        await prefer(page, { lang });
        await page.goto(`${server.url}/#rules=${info.id}`);
        await page.waitForSelector('#rules .sheet figure');
        assert.equal(
          await page.$eval('#rules .rules > :first-child', el => el.lastChild.textContent),
          info.aim[lang],
          'the goal comes first',
        );
        assert.equal(await page.$('#rules pre'), null, 'nothing is drawn with letters');
        await read(page);
        const examples = await written(server, info.id, lang),
          turns = examples.flatMap(one => one.turns);
        await page.waitForFunction(
          want =>
            [...document.querySelectorAll('.rules .show span')].filter(
              el => !/^(allowed|refused|permis|refusé)\.$/i.test(el.textContent),
            ).length >= want,
          { polling: 20 },
          turns.filter(([, after]) => after === 'refused').length,
        );
        const drawn = await page.evaluate(figures);
        assert.deepEqual(
          drawn.map(({ turn, legal }) => [turn, legal]),
          turns.map(([turn, after]) => [turn, after !== 'refused']),
        );
        for (const one of drawn) {
          const cells = one.turn.match(/[a-z]\d/g);
          if (one.legal) assert.ok(one.happened > 0, `${one.turn} shows what it does`);
          else if (cells) assert.ok(one.refused > 0, `${one.turn} shows what is refused`);
          assert.ok(one.words.length > 3, `${one.turn} is told in words`);
        }
        assert.deepEqual(
          await page.$$eval('.rules [data-try]', all => all.map(el => el.getAttribute('href'))),
          examples.map(({ rules, position }) => {
            const fields = { game: info.id, ...(rules ? { rules } : {}), start: position };
            return `/play#${new URLSearchParams(fields)}`;
          }),
        );
        calm(page);
      });
});

test('an example is put on the board and played there, while the rules stay beside it', async t => {
  const server = await serve(t),
    page = await open(await launch(t), { width: 1680, height: 900 }),
    [info] = await server.games();
  const [, example] = await written(server, info.id, 'en'),
    [[turn]] = example.turns;
  await page.goto(`${server.url}/play#game=${info.id}`);
  await ready(page);
  if (await page.$eval('#rules-card', el => el.hidden)) await press(page, 'rules');
  await page.waitForSelector('#rules-card [data-try]');
  const apart = await page.evaluate(() => {
    const [board, card] = ['#board', '#rules-card'].map(id =>
      document.querySelector(id).getBoundingClientRect(),
    );
    return board.right <= card.left || board.bottom <= card.top;
  });
  assert.ok(apart, 'the rules cover no cell');
  const link = (await page.$$('#rules-card [data-try]'))[1];
  await link.evaluate(el => el.scrollIntoView({ block: 'center' }));
  await link.click();
  const { pieces } = await server.look(info.id, example.position),
    want = pieces.map(([cell, side]) => `${cell} ${side}`).sort();
  await page.waitForFunction(
    there =>
      [...document.querySelectorAll('#board .piece')]
        .map(p => `${p.dataset.on} ${p.dataset.side}`)
        .sort()
        .join() === there,
    { polling: 20 },
    want.join(),
  );
  await page.waitForFunction(
    () => document.querySelector('#rules-card .content')?.scrollTop > 200,
    { polling: 20 },
  );
  await ready(page);
  await page.click('#typed summary');
  await page.type('#type-input', turn);
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    one => document.querySelector('#turns [data-ply]')?.textContent === one,
    { polling: 20 },
    turn,
  );
  await page.goBack();
  await page.waitForFunction(
    () => !document.querySelector('#turns [data-ply]') && location.hash.startsWith('#game='),
    { polling: 20 },
  );
  calm(page);
});

test('on a phone the rules are a sheet, and an example closes it', async t => {
  const server = await serve(t),
    page = await open(await launch(t), PHONE),
    [info] = await server.games(),
    [example] = await written(server, info.id, 'en');
  await page.goto(`${server.url}/play#game=${info.id}`);
  await ready(page);
  await press(page, 'rules', '#bar');
  const first = await page.waitForSelector('#rules[open] [data-try]');
  // Its pictures are drawn and its sentences written when they come into view.
  await first.evaluate(el => el.scrollIntoView({ block: 'center' }));
  await page.waitForFunction(
    el => !el.closest('.example').querySelector('[aria-busy]'),
    { polling: 20 },
    first,
  );
  await first.tap();
  await page.waitForFunction(
    start => !document.querySelector('dialog') && decodeURIComponent(location.hash).includes(start),
    { polling: 20 },
    example.position.split(' ')[0],
  );
  await ready(page);
  const { pieces } = await server.look(info.id, example.position);
  assert.equal((await shown(page)).pieces.length, pieces.length);
  // Back leads to the game one came from, not to the sheet.
  await page.goBack();
  await page.waitForFunction(
    id => location.hash === `#game=${id}` && !document.querySelector('dialog'),
    { polling: 20 },
    info.id,
  );
  calm(page);
});

test('rules are searched without regard to case and accents', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    [info] = await server.games();
  await prefer(page, { lang: 'fr' });
  await page.goto(`${server.url}/#rules=${info.id}`);
  await page.waitForSelector('#rules .sheet figure');
  const seen = () =>
    page.$$eval('#rules .sheet > *, #rules .sheet li', all =>
      all.filter(el => el.checkVisibility() && !el.matches('ul')).map(el => el.textContent),
    );
  const all = await seen();
  await page.type('#rules input[type="search"]', 'REPETITION');
  const found = await seen();
  assert.ok(found.length > 0 && found.length < all.length / 3, `${found.length} of ${all.length}`);
  const marked = await page.$$eval('#rules mark', marks => marks.map(el => el.textContent));
  assert.ok(marked.length > 0);
  for (const word of marked) assert.match(word, /^r[ée]p[ée]tition$/i);
  assert.match(await page.$eval('#rules .find [role="status"]', el => el.textContent), /^\d+ pass/);
  await page.keyboard.press('Escape');
  assert.deepEqual(await seen(), all, 'everything is there again');
  assert.equal(await page.$('#rules mark'), null);
  assert.ok(await page.$('#rules[open]'), 'and the sheet is still open');
  await page.type('#rules input[type="search"]', 'xyzzy');
  assert.deepEqual(await seen(), []);
  assert.equal(
    await page.$eval('#rules .find [role="status"]', el => el.textContent),
    'Rien trouvé',
  );
  calm(page);
});

test('printed, a sheet has all its examples, and nothing else', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    [info] = await server.games();
  await prefer(page, { theme: 'dark' });
  await page.evaluateOnNewDocument(() => {
    window.print = () => (window.printed = document.documentElement.dataset.theme);
  });
  await page.goto(`${server.url}/#rules=${info.id}`);
  await press(page, 'print', '#rules');
  await page.waitForFunction(() => window.printed, { polling: 20 });
  assert.equal(await page.evaluate(() => window.printed), 'light', 'paper is light');
  const drawn = await page.$$eval('#rules damier-board', all =>
    all.map(board => board.querySelectorAll('.piece').length),
  );
  assert.ok(drawn.length > 5 && drawn.every(pawns => pawns > 0), `${drawn}`);
  await page.emulateMediaType('print');
  const [sheet, rest, tools] = await page.evaluate(() =>
    ['#rules .sheet', '#shell, #main, #tabs', '#rules button, #rules [data-try], #rules input'].map(
      what => [...document.querySelectorAll(what)].filter(el => el.checkVisibility()).length,
    ),
  );
  assert.deepEqual([sheet, rest, tools], [1, 0, 0]);
  const whole = await page.$eval('#rules', el => el.scrollHeight <= el.clientHeight);
  assert.ok(whole, 'nothing is cut off');
  calm(page);
});
