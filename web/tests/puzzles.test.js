// The Puzzles page: one puzzle of each game is solved, a wrong turn is told why, help comes in steps,
// one's rating stays, the day's puzzle is everybody's, and none of it needs a server once it was
// there.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { choose, daily, fits, parse, today } from '../puzzles/data.js';
import { fresh, rate } from '../puzzles/score.js';
import { COST, LONG, Storm, clock, nextOf } from '../puzzles/storm.js';
import { calm, changing, launch, open, press } from './lib/browser.js';
import { onScreen } from './lib/phone.js';
import { serve } from './lib/server.js';

const GAMES = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../crates/games/src');
/** What browsers say of a server that is gone, which is what is being tested. */
const GONE = /ERR_CONNECTION|ERR_FAILED|Failed to load resource/;

/** The puzzles of a game, as they are in its folder. */
const listOf = async id => parse(id, await readFile(path.join(GAMES, id, 'puzzles.list'), 'utf8'));

const address = (server, { game, id }) =>
  `${server.url}/puzzles#${new URLSearchParams({ game, p: id })}`;

/** Waits until a puzzle is shown and asks for a turn, after so many. */
const asks = (page, id, count = 0) =>
  page.waitForFunction(
    (id, n) => {
      const stage = document.querySelector('.stage.puzzle');
      return (
        stage?.dataset.puzzle === id &&
        stage.dataset.state === 'asked' &&
        document.querySelectorAll('#turns [data-ply]').length === n &&
        document.querySelector('.hit.live, #prompt [data-click], #prompt [data-action="finish"]')
      );
    },
    { polling: 20 },
    id,
    count,
  );

const done = page => page.waitForSelector('.stage[data-state="done"] #result');

/** Waits until the server has the tables of a game, which it builds when it is first asked. */
async function tables(server, id) {
  for (let tries = 0; tries < 600; tries++) {
    const { status } = await fetch(`${server.url}/api/v1/games/${id}/tables?rules=`);
    if (status === 200) return;
    await new Promise(done => {
      setTimeout(done, 100);
    });
  }
  throw new Error(`no tables of ${id}`);
}

/** Shows a puzzle as if the page had been opened with it. */
async function visit(page, server, puzzle) {
  await page.goto('about:blank');
  await page.goto(address(server, puzzle));
  await asks(page, puzzle.id);
}

/** Types a turn, and waits until it is dealt with unless another puzzle takes its place. */
async function type(page, turn, stays = true) {
  await page.$eval('#typed', box => {
    box.open = true;
  });
  await page.waitForSelector('#type-input');
  await page.$eval('#type-input', field => {
    field.value = '';
    field.focus();
  });
  await page.keyboard.type(turn);
  if (stays) await changing(page, () => page.keyboard.press('Enter'), turn);
  else await page.keyboard.press('Enter');
}

/** Plays the solver's turns. */
async function solve(page, { id, line }) {
  for (let i = 0; i < line.length; i += 2) {
    await asks(page, id, i);
    await type(page, line[i][0]);
  }
  await done(page);
}

const scoreOf = page =>
  page.evaluate(() => JSON.parse(localStorage.getItem('damier.puzzles') ?? 'null'));

test('one puzzle of each kind of each game is solved, and a wrong turn is told why', async t => {
  const server = await serve(t),
    browser = await launch(t);
  for (const info of await server.games()) {
    const list = await listOf(info.id);
    assert.ok(list.length >= 300, `${info.id}: ${list.length}`);
    await tables(server, info.id);
    const page = await open(browser);
    for (const kind of ['win', 'save', 'trap']) {
      const puzzle = list.find(
        one => one.kind === kind && one.line.length >= (kind === 'win' ? 3 : 1),
      );
      await visit(page, server, puzzle);
      const { turns } = await server.ask(
        `games/${info.id}/value?${new URLSearchParams({ position: puzzle.position })}`,
      );
      const wrong = turns.filter(({ turn }) => !puzzle.line[0].includes(turn)).at(-1);
      await type(page, wrong.turn);
      await page.waitForSelector('#prompt .no');
      const why = await page.$eval('#prompt .no', el => el.textContent);
      assert.ok(why.toLowerCase().includes(wrong.turn.toLowerCase()), why);
      // Achef's tables count to the next capture only, so that there is no number to tell.
      if (wrong.value.kind === 'loss')
        assert.match(
          why,
          wrong.value.turns ? new RegExp(`loses in ${wrong.value.turns} `) : /loses/,
        );
      else if (kind === 'win') assert.match(why, /only draws/);
      await solve(page, puzzle);
      assert.match(await page.$eval('#result', el => el.textContent), /in the end/);
    }
    const { done: tried, streak } = await scoreOf(page);
    assert.deepEqual(Object.values(tried), [0, 0, 0]);
    assert.equal(streak, 0);
    calm(page);
    await page.browserContext().close();
  }
});

test('a puzzle is solved by clicks, and the rating stays over a reload', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    list = await listOf('kono');
  const puzzle = list.find(({ kind, line }) => kind === 'win' && line.length === 3);
  await visit(page, server, puzzle);
  for (let i = 0; i < puzzle.line.length; i += 2) {
    await asks(page, puzzle.id, i);
    for (const cell of puzzle.line[i][0].split(/[-x]/))
      await changing(page, () => page.click(`.hit[data-cell="${cell}"]`), cell);
  }
  await done(page);
  const standing = () => page.$eval('#standing', el => el.textContent);
  const before = await scoreOf(page);
  assert.ok(before.rating > 1200 && before.streak === 1, JSON.stringify(before));
  assert.match(await standing(), new RegExp(`${before.rating}.*1`));
  await page.reload();
  await asks(page, puzzle.id);
  assert.match(await standing(), new RegExp(`${before.rating}.*1`));
  // The same puzzle once more changes nothing.
  await solve(page, puzzle);
  assert.equal((await scoreOf(page)).rating, before.rating);
  // What cannot be read is as good as nothing.
  for (const broken of ['{', '[]', '{"rating":"x","done":[1],"streak":-4,"day":7}', 'null']) {
    await page.evaluate(text => localStorage.setItem('damier.puzzles', text), broken);
    await page.reload();
    await asks(page, puzzle.id);
    assert.match(await standing(), /1200.*0/);
  }
  // On to another one.
  await page.click('#bar [data-action="next"]');
  await page.waitForFunction(
    id => {
      const { puzzle, state } = document.querySelector('.stage.puzzle')?.dataset ?? {};
      return puzzle && puzzle !== id && state === 'asked';
    },
    { polling: 20 },
    puzzle.id,
  );
  calm(page);
});

test('help comes in steps: which pawn, where, why; then the solution', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    list = await listOf('kono');
  const puzzle = list.find(({ kind, line }) => kind === 'win' && line.length > 3),
    [[turn]] = puzzle.line;
  await visit(page, server, puzzle);
  const help = async () => {
    await changing(page, () => page.click('#bar [data-action="help"]'), 'help');
    return page.$eval('#helps', el => el.textContent);
  };
  const pawn = await help();
  assert.ok(pawn.includes(turn.slice(0, 2)) && !pawn.includes(turn), pawn);
  assert.equal((await page.$$('#board .m-best')).length > 0, true, 'the pawn is marked');
  assert.ok((await help()).includes(turn));
  assert.match(await help(), /only turn that keeps the win/);
  await page.keyboard.press('?');
  await done(page);
  assert.match(await page.$eval('#result', el => el.textContent), /solution/);
  assert.equal((await page.$$('#turns [data-ply]')).length, puzzle.line.length);
  assert.equal((await scoreOf(page)).done[puzzle.id], 0);
  calm(page);
});

test('what is wanted can be chosen', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    list = await listOf('fanorona');
  await page.goto(`${server.url}/puzzles`);
  await page.waitForSelector('.stage[data-state="asked"]');
  await press(page, 'choose', '#bar');
  await page.waitForSelector('#choose[open]');
  await page.select('#choose-game', 'fanorona');
  await page.select('#choose-theme', 'save');
  await page.select('#choose-difficulty', 'hard');
  const wanted = { game: 'fanorona', theme: 'save', difficulty: 'hard' },
    count = list.filter(one => fits(one, wanted)).length;
  await page.waitForFunction(
    n => document.querySelector('#choose-count')?.textContent.startsWith(`${n} `),
    { polling: 20 },
    count,
  );
  await page.click('#choose [type="submit"]');
  await page.waitForFunction(
    ids => ids.includes(document.querySelector('.stage.puzzle')?.dataset.puzzle),
    { polling: 20 },
    list.filter(one => fits(one, wanted)).map(({ id }) => id),
  );
  calm(page);
});

test('the puzzle of the day is the same for everybody', async t => {
  const server = await serve(t),
    browser = await launch(t),
    games = await server.games();
  const lists = await Promise.all(games.map(({ id }) => listOf(id))),
    expected = daily(lists, today());
  for (let i = 0; i < 2; i++) {
    const page = await open(browser);
    await page.goto(`${server.url}/puzzles#daily`);
    await asks(page, expected.id);
    if (i) {
      await solve(page, expected);
      assert.equal((await scoreOf(page)).day, today());
    }
    calm(page);
    await page.browserContext().close();
  }
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  assert.equal(new Set(days.map(day => daily(lists, day).game)).size, lists.length);
});

test('a storm counts what is solved and punishes what is not', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    games = await server.games();
  const all = (await Promise.all(games.map(({ id }) => listOf(id)))).flat();
  await page.goto(`${server.url}/puzzles#storm`);
  const current = async () => {
    await page.waitForSelector('.stage[data-state="asked"]');
    const id = await page.$eval('.stage.puzzle', el => el.dataset.puzzle);
    await asks(page, id);
    return all.find(one => one.id === id);
  };
  const first = await current();
  for (let i = 0; i < first.line.length; i += 2) {
    await asks(page, first.id, i);
    await type(page, first.line[i][0], i + 1 < first.line.length);
  }
  await page.waitForFunction(
    id => document.querySelector('.stage.puzzle')?.dataset.puzzle !== id,
    { polling: 20 },
    first.id,
  );
  const second = await current();
  assert.match(await page.$eval('#standing', el => el.textContent), /^1 solved/);
  const turns = await server.turns(second.game, second.position);
  await type(page, turns.find(({ turn }) => !second.line[0].includes(turn)).turn, false);
  await page.waitForFunction(
    id => document.querySelector('.stage.puzzle')?.dataset.puzzle !== id,
    { polling: 20 },
    second.id,
  );
  assert.match(await page.$eval('#standing', el => el.textContent), /^1 solved · [0-2]:/);
  assert.equal(await scoreOf(page), null, 'a storm has nothing to do with the rating');
  calm(page);
});

test('after one visit puzzles need no server', async t => {
  const server = await serve(t),
    page = await open(await launch(t));
  const games = await server.games();
  await page.goto(server.url);
  await page.waitForSelector('[data-game]');
  await page.waitForFunction(() => navigator.serviceWorker.controller, { polling: 100 });
  await server.stop();
  for (const { id } of games) {
    const puzzle = (await listOf(id)).find(({ kind }) => kind === 'save');
    await visit(page, server, puzzle);
    const [[right]] = puzzle.line;
    await solve(page, puzzle);
    assert.match(await page.$eval('#result', el => el.textContent), /Solved!/, right);
  }
  // A wrong turn is a wrong turn without tables as well.
  const puzzle = (await listOf('kono')).find(({ kind }) => kind === 'win');
  await visit(page, server, puzzle);
  const legal = await page.evaluate(
    () =>
      new Promise(found => {
        const box = document.querySelector('#typed');
        box.open = true;
        const look = setInterval(() => {
          const all = [...document.querySelectorAll('#legal [data-turn]')];
          if (!all.length) return;
          clearInterval(look);
          found(all.map(b => b.dataset.turn));
        }, 20);
      }),
  );
  await type(
    page,
    legal.find(turn => !puzzle.line[0].includes(turn)),
  );
  await page.waitForSelector('#prompt .no');
  await solve(page, puzzle);
  calm(page, GONE);
});

test('on a phone board, task and buttons are on the screen at once', async t => {
  const server = await serve(t),
    browser = await launch(t);
  const whole = (page, what, buttons = []) =>
    onScreen(page, what, buttons, ['help', 'next', 'choose', 'daily', 'storm']);
  for (const { id } of await server.games()) {
    const page = await open(browser, { width: 390, height: 664, touch: true }),
      list = await listOf(id);
    for (const kind of ['win', 'save', 'trap']) {
      await visit(
        page,
        server,
        list.find(one => one.kind === kind),
      );
      await whole(page, `${id} ${kind}`);
      for (const step of [1, 2, 3]) {
        await changing(page, () => page.tap('#bar [data-action="help"]'), 'help');
        await whole(page, `${id} ${kind}, help ${step}`);
      }
      await changing(page, () => page.tap('#bar [data-action="help"]'), 'solution');
      await done(page);
      await whole(page, `${id} ${kind}, solved`, ['next']);
    }
    calm(page);
    await page.browserContext().close();
  }
});

test('French, in the dark', async t => {
  const server = await serve(t),
    page = await open(await launch(t, { lang: 'fr' }), { dark: true }),
    [puzzle] = await listOf('kono');
  await visit(page, server, puzzle);
  assert.match(await page.$eval('#prompt h2', el => el.textContent), /trait/);
  assert.match(await page.title(), /Problèmes/);
  await page.click('[data-action="lang"]');
  await page.waitForFunction(() =>
    /to move/.test(document.querySelector('#prompt h2').textContent),
  );
  calm(page);
});

// ---- without a page ----------------------------------------------------------------------------

test('what is no puzzle is left out', () => {
  const good = 'w7 1240 cq 4/4/4/4 y ; a1-a2 b1-b2 c1-c2|c1-c3';
  const [puzzle, ...more] = parse('kono', `# how it was made\n${good}\nnonsense\nx 1 c y ; a1\n`);
  assert.equal(more.length, 0);
  assert.equal(puzzle.turns, 7);
  assert.deepEqual(puzzle.line, [['a1-a2'], ['b1-b2'], ['c1-c2', 'c1-c3']]);
});

test('the next puzzle is new and near one’s own strength', () => {
  const pool = Array.from({ length: 40 }, (_, i) => ({ id: String(i), rating: 1000 + 20 * i }));
  const tried = id => Number(id) % 2 === 0;
  for (const chance of [0, 0.5, 0.99]) {
    const { id, rating } = choose(pool, 1400, tried, () => chance);
    assert.ok(Number(id) % 2 === 1 && Math.abs(rating - 1400) <= 240, `${id} ${rating}`);
  }
  assert.ok(
    choose(
      pool,
      1400,
      () => true,
      () => 0,
    ),
    'tried ones where there is nothing else',
  );
  assert.equal(choose([], 1400, tried), null);
});

test('who solves harder puzzles rises faster, and only once', () => {
  const gain = rating => rate(fresh(), { id: 'a', rating }, 1);
  assert.ok(gain(1800) > gain(1200) && gain(1200) > gain(700));
  const score = fresh();
  assert.ok(rate(score, { id: 'a', rating: 1200 }, 0) < 0);
  assert.equal(rate(score, { id: 'a', rating: 1200 }, 1), 0);
  assert.deepEqual([score.count, score.streak, score.longest], [1, 1, 1]);
});

test('a storm lasts three minutes, less what mistakes cost', () => {
  let now = 0,
    ended = 0;
  const storm = new Storm(
    () => {},
    () => ended++,
    () => now,
  );
  assert.equal(clock(storm.left), '3:00');
  storm.erred();
  now = LONG - COST - 1;
  storm.look();
  assert.equal(ended, 0);
  now += 1;
  storm.look();
  assert.deepEqual([ended, storm.over, storm.left], [1, true, 0]);
  const pool = Array.from({ length: 100 }, (_, i) => ({ id: String(i), rating: 100 - i }));
  const at = n =>
    nextOf(
      pool,
      n,
      () => false,
      () => 0,
    ).rating;
  assert.ok(at(0) < at(5) && at(5) < at(20) && at(20) < at(40));
  assert.equal(
    nextOf(pool, 0, () => true),
    null,
  );
});
