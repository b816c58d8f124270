// `<damier-board>` on somebody else's page: another origin, which has copied the files; two boards
// at once, and styles of the page that do not reach them.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { calm, launch, open } from './lib/browser.js';
import { serve } from './lib/server.js';

const EXAMPLE = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../docs/board.html');

/** A site that has the example page, and the files of a version of Damier below `/damier/`. */
async function elsewhere(t, server) {
  const { version } = await (await fetch(`${server.url}/assets.json`)).json();
  const asked = [];
  const site = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://site');
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    asked.push(pathname);
    if (pathname === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return response.end(await readFile(EXAMPLE));
    }
    const file = pathname.replace(/^\/damier\//, `/v/${version}/`);
    const found = file === pathname ? null : await fetch(server.url + file);
    response.statusCode = found?.status ?? 404;
    response.setHeader('content-type', found?.headers.get('content-type') ?? 'text/plain');
    response.end(found ? Buffer.from(await found.arrayBuffer()) : '');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  t.after(() => site.close());
  return { url: `http://localhost:${site.address().port}/`, asked };
}

/** What a board shows. */
const pieces = (page, id) =>
  page.$eval(`#${id}`, el =>
    [...el.shadowRoot.querySelectorAll('.piece')]
      .map(p => `${p.dataset.on} ${p.dataset.side}`)
      .sort(),
  );
const revision = (page, id, n) =>
  page.waitForFunction(
    (name, want) => document.getElementById(name).dataset.revision === String(want),
    { polling: 20 },
    id,
    n,
  );
/** Clicks the first cell of a board that can be clicked and is not chosen yet, as a mouse does. */
async function clickLive(page, id) {
  const cell = await page.waitForFunction(
    name =>
      document
        .getElementById(name)
        .shadowRoot.querySelector('.hit.live[aria-selected="false"]:not([data-done])'),
    { polling: 20 },
    id,
  );
  const handled = el => Number(el.closest('.board').dataset.handled ?? 0);
  const before = await cell.evaluate(handled);
  await cell.evaluate(el => {
    el.dataset.done = '';
  });
  await cell.click();
  await page.waitForFunction(
    (name, n) =>
      Number(document.getElementById(name).shadowRoot.querySelector('.board').dataset.handled) > n,
    { polling: 20 },
    id,
    before,
  );
}

test('two boards on a page of another origin', async t => {
  const server = await serve(t),
    site = await elsewhere(t, server),
    page = await open(await launch(t));
  await page.goto(site.url);
  await revision(page, 'played', 0);
  await revision(page, 'shown', 0);
  await page.waitForFunction(
    () => document.getElementById('played').shadowRoot.querySelector('.hit.live'),
    { polling: 20 },
  );

  await t.test('both show their own game', async () => {
    for (const id of ['played', 'shown']) {
      const game = await page.$eval(`#${id}`, el => el.getAttribute('game'));
      const info = (await server.games()).find(one => one.id === game);
      const look = await server.look(game, info.start);
      assert.deepEqual(
        await pieces(page, id),
        look.pieces.map(([cell, side]) => `${cell} ${side}`).sort(),
      );
    }
    const live = await page.$eval(
      '#shown',
      el => el.shadowRoot.querySelectorAll('.hit.live').length,
    );
    assert.equal(live, 0, 'one is only looked at');
  });

  await t.test('they are drawn, and the page’s styles do not reach them', async () => {
    const style = await page.$eval('#played', el => {
      const svg = el.shadowRoot.querySelector('.board > svg'),
        { borderTopStyle, paddingTop } = getComputedStyle(svg);
      const box = svg.getBoundingClientRect(),
        frame = getComputedStyle(el.shadowRoot.querySelector('.frame')).fill;
      return { borderTopStyle, paddingTop, wide: box.width > 200, frame };
    });
    assert.deepEqual(
      { ...style, frame: /g-frame/.test(style.frame) },
      { borderTopStyle: 'none', paddingTop: '0px', wide: true, frame: true },
    );
  });

  await t.test('a turn is entered by clicks, told to the page, and taken back', async () => {
    const start = await pieces(page, 'played');
    for (let clicks = 0; clicks < 20; clicks++) {
      if ((await page.$eval('#turns', el => el.textContent)) !== 'none') break;
      await clickLive(page, 'played');
    }
    await revision(page, 'played', 1);
    const turns = await page.$eval('#played', el => el.turns);
    assert.equal(await page.$eval('#turns', el => el.textContent), turns[0]);
    assert.notDeepEqual(await pieces(page, 'played'), start);
    assert.equal(await page.$eval('#shown', el => el.turns.length), 0);
    await page.$eval('#played', el => el.undo());
    await revision(page, 'played', 2);
    assert.deepEqual(await pieces(page, 'played'), start);
  });

  await t.test('a turn can be prevented, and one that is not legal is refused', async () => {
    const [turn] = await page.$eval('#played', async el => {
      const { turns } = await el.open.legal();
      return turns.map(one => one.turn);
    });
    const told = await page.$eval(
      '#played',
      async (el, one) => {
        const heard = [];
        el.addEventListener('damier-turn', event => event.preventDefault(), { once: true });
        el.addEventListener('damier-change', () => heard.push('change'));
        await el.complete(one, []);
        const refused = await el.play('nonsense').catch(error => error.message);
        return { heard, turns: el.turns, refused: typeof refused };
      },
      turn,
    );
    assert.deepEqual(told, { heard: [], turns: [], refused: 'string' });
  });

  await t.test('attributes can change, and a board can leave and come back', async () => {
    const games = await server.games(),
      other = games.at(-1);
    await page.$eval(
      '#shown',
      (el, id) => {
        el.setAttribute('game', id);
        el.removeAttribute('orientation');
      },
      other.id,
    );
    const look = await server.look(other.id, other.start),
      wanted = look.pieces.map(([cell, side]) => `${cell} ${side}`).sort();
    await page.waitForFunction(
      n => document.getElementById('shown').shadowRoot.querySelectorAll('.piece').length === n,
      { polling: 20 },
      wanted.length,
    );
    assert.deepEqual(await pieces(page, 'shown'), wanted);
    await page.$eval('#shown', el => {
      const { parentNode } = el;
      el.remove();
      parentNode.append(el);
    });
    await page.waitForFunction(() => document.getElementById('shown').open, { polling: 20 });
    assert.deepEqual(await pieces(page, 'shown'), wanted);
    const error = await page.$eval(
      '#shown',
      el =>
        new Promise(done => {
          el.addEventListener('damier-error', event => done(event.detail.message), { once: true });
          el.setAttribute('game', 'nothing');
        }),
    );
    assert.ok(error);
  });
  assert.deepEqual(
    site.asked.filter(address => address !== '/' && !address.startsWith('/damier/')),
    [],
    'nothing else is needed from anywhere',
  );
  if (process.env.DAMIER_SHOTS)
    await page.screenshot({ path: path.join(process.env.DAMIER_SHOTS, 'element.png') });
  calm(page);
});
