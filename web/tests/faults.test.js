// What once lost or garbled a game: each of these failed before it was mended. Requests to the
// rules can be held back, so that what happens meanwhile happens at a known moment.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, changing, launch, open, press, takeComplaints } from './lib/browser.js';
import { begin, oneTurn, random, ready, shown } from './lib/game.js';
import { serve } from './lib/server.js';

/**
 * Runs in the page: requests to the worker that fit `hold` wait for `release`; searches are
 * counted; the computer always errs in the same way.
 */
function holdRequests() {
  const { postMessage } = Worker.prototype,
    { getRandomValues } = Crypto.prototype;
  Crypto.prototype.getRandomValues = function random(array) {
    return array instanceof Uint32Array ? array.fill(20261116) : getRandomValues.call(this, array);
  };
  /** @type {(() => void)[]} */
  const held = [];
  /** What has not been answered yet. */
  const open = new Set(),
    watched = new WeakSet();
  Object.assign(globalThis, {
    hold: null,
    held: 0,
    searches: [],
    quiet: () => !open.size,
    release: () => {
      globalThis.hold = null;
      globalThis.held = 0;
      held.splice(0).forEach(send => send());
    },
  });
  Worker.prototype.postMessage = function send(message, ...rest) {
    if (message?.search) globalThis.searches.push(message.search);
    if (message?.id) open.add(message.id);
    if (!watched.has(this))
      this.addEventListener('message', ({ data }) => {
        if ('text' in data) open.delete(data.id);
      });
    watched.add(this);
    if (
      globalThis.hold &&
      message?.text &&
      new RegExp(`"do":"${globalThis.hold}"`).test(message.text)
    ) {
      globalThis.held++;
      held.push(() => postMessage.call(this, message, ...rest));
    } else postMessage.call(this, message, ...rest);
  };
}

/** Runs in the page: notes what is refused, and when a search is forgotten before it has ended. */
function watchPrompt() {
  Object.assign(globalThis, { refusals: [], forgotten: 0 });
  let thinking = -1;
  const look = () => {
    const no = document.querySelector('#prompt .no')?.textContent,
      turns = document.querySelectorAll('#turns [data-ply]').length;
    if (no && globalThis.refusals.at(-1) !== no) globalThis.refusals.push(no);
    if (document.querySelector('[data-action="hurry"]')) thinking = turns;
    else if (thinking === turns && !document.querySelector('.hit.live')) globalThis.forgotten++;
    else thinking = -1;
  };
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    }),
  );
}

const hold = (page, what) =>
  page.evaluate(name => {
    globalThis.hold = name;
  }, what);
const holding = page => page.waitForFunction(() => globalThis.held > 0, { polling: 20 });
const release = page => page.evaluate(() => globalThis.release());
/** Everything has been answered, and what follows from the answers has been painted. */
const quiet = page =>
  page.waitForFunction(
    () =>
      globalThis.quiet() &&
      new Promise(done => {
        requestAnimationFrame(() => requestAnimationFrame(() => done(globalThis.quiet())));
      }),
    { polling: 20 },
  );
const count = (page, n) =>
  page.waitForFunction(
    want => document.querySelectorAll('#turns [data-ply]').length === want,
    { polling: 20 },
    n,
  );
const stored = page =>
  page.evaluate(
    () =>
      JSON.parse(
        localStorage.getItem(
          `damier.game.${new URLSearchParams(location.hash.slice(1)).get('local')}`,
        ),
      ).turns,
  );
const said = (page, text) =>
  page.waitForFunction(
    want => document.querySelector('#prompt')?.textContent.includes(want),
    { polling: 20 },
    text,
  );

/** A page whose requests can be held back. */
async function held(browser, more = {}) {
  const page = await open(browser, more);
  await page.evaluateOnNewDocument(holdRequests);
  await page.evaluateOnNewDocument(watchPrompt);
  return page;
}

/** Against the computer: a turn of each has been played. */
async function against(page, server, info, dice) {
  await begin(page, server.url, info, {
    opponent: 'computer',
    level: info.levels[0],
    side: 'light',
  });
  await ready(page);
  await oneTurn(page, dice);
  await ready(page);
}

test('commands in flight: nothing that is done meanwhile is lost', async t => {
  const server = await serve(t),
    browser = await launch(t),
    games = await server.games();
  for (const info of games.slice(0, 2)) {
    await t.test(`${info.id}: undo while the computer’s answer is in flight`, async () => {
      const page = await held(browser);
      await against(page, server, info, random(3));
      const before = (await shown(page)).turns;
      await hold(page, 'resolve');
      await oneTurn(page, random(4));
      await holding(page);
      await press(page, 'undo');
      await release(page);
      await page.waitForFunction(
        n =>
          document.querySelectorAll('#turns [data-ply]').length === n &&
          document.querySelector('.hit.live'),
        { polling: 20 },
        before.length,
      );
      await quiet(page);
      assert.equal(await page.$('#prompt .no'), null, 'nothing went wrong');
      assert.deepEqual((await shown(page)).turns, before, 'both turns are taken back');
      assert.deepEqual(await stored(page), before);
      calm(page);
    });

    await t.test(
      `${info.id}: the theme and the language change while a turn is played`,
      async () => {
        const page = await held(browser);
        await begin(page, server.url, info);
        await ready(page);
        const [{ turn, after }] = await server.turns(info.id, info.start),
          [reply] = await server.turns(info.id, after);
        const type = text =>
          page.$eval(
            '#type-input',
            (input, value) => {
              input.value = value;
              input.form.requestSubmit();
            },
            text,
          );
        await type(turn);
        await count(page, 1);
        await hold(page, 'play');
        await type(reply.turn);
        await holding(page);
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
        await page.$eval('[data-action="lang"]', b => b.click());
        await release(page);
        await page.waitForFunction(() => document.documentElement.lang === 'fr');
        await quiet(page);
        assert.deepEqual((await shown(page)).turns, [turn, reply.turn]);
        assert.deepEqual(await stored(page), [turn, reply.turn], 'the turn is stored');
        calm(page);
      },
    );
  }

  await t.test('a search that is over does not end the next one', async () => {
    const page = await held(browser),
      [info] = games;
    await against(page, server, info, random(7));
    // The search of the turn that is taken back ends while the next one runs.
    await oneTurn(page, random(8));
    await press(page, 'undo');
    await ready(page);
    await oneTurn(page, random(9));
    await page.waitForFunction(
      () =>
        document.querySelectorAll('#turns [data-ply]').length === 4 &&
        document.querySelector('.hit.live'),
      { polling: 20 },
    );
    assert.equal(
      await page.evaluate(() => globalThis.searches.length),
      3,
      'one search for each turn',
    );
    assert.equal(
      await page.evaluate(() => globalThis.forgotten),
      0,
      'the page knows all the time that the computer thinks',
    );
    assert.equal((await stored(page)).length, 4);
    calm(page);
  });

  await t.test('undone turns can be played again', async () => {
    const page = await open(browser),
      [info] = games;
    await begin(page, server.url, info);
    await ready(page);
    for (let i = 0; i < 3; i++) await oneTurn(page, random(20 + i));
    const before = await shown(page);
    await changing(page, () => page.keyboard.press('u'), 'undo');
    await changing(page, () => page.keyboard.press('u'), 'undo');
    assert.equal((await shown(page)).turns.length, 1);
    await changing(
      page,
      () =>
        page.keyboard
          .down('Shift')
          .then(() => page.keyboard.press('U'))
          .then(() => page.keyboard.up('Shift')),
      'redo',
    );
    await changing(page, () => press(page, 'redo'), 'redo');
    const now = await shown(page);
    assert.deepEqual([now.turns, now.pieces], [before.turns, before.pieces]);
    assert.equal(await page.$('[data-action="redo"]'), null);
    calm(page);
  });
});

test('hint, then play: no nonsense, and the computer’s search is not cut short', async t => {
  const server = await serve(t),
    browser = await launch(t);
  for (const info of await server.games()) {
    for (const what of ['value', 'resolve']) {
      await t.test(`${info.id}, while ${what} is in flight`, async () => {
        const page = await held(browser);
        await against(page, server, info, random(31));
        const before = await page.evaluate(() => globalThis.searches.length);
        await hold(page, what);
        await press(page, 'hint');
        await holding(page);
        const { turns } = await shown(page);
        await oneTurn(page, random(32));
        if (what === 'value')
          await page.waitForFunction(n => globalThis.searches.length > n, { polling: 20 }, before);
        await release(page);
        await page.waitForFunction(
          n =>
            document.querySelectorAll('#turns [data-ply]').length >= n &&
            document.querySelector('.hit.live, #prompt [data-action="rematch"]'),
          { polling: 20 },
          turns.length + 2,
        );
        await page.waitForNetworkIdle({ idleTime: 200 });
        await quiet(page);
        assert.deepEqual(await page.evaluate(() => globalThis.refusals), [], 'nothing is refused');
        assert.doesNotMatch(await page.$eval('#prompt', el => el.textContent), /Hint/);
        const searches = await page.evaluate(() => globalThis.searches.map(({ player }) => player));
        if (what === 'value')
          assert.equal(searches.length, before + 1, 'only the computer searches');
        // Takes the browser's complaint about a server that does not know the value, if there is
        // one.
        takeComplaints(page);
        await page.browserContext().close();
      });
    }
  }
});

for (const locks of [true, false]) {
  test(`the same game in two tabs: one plays, the other looks on, ${locks ? 'by locks' : 'by messages'}`, async t => {
    const server = await serve(t),
      browser = await launch(t),
      [, info] = await server.games(),
      dice = random(41);
    const context = await browser.createBrowserContext(),
      one = await held(browser, { context }),
      two = await held(browser, { context });
    if (!locks)
      for (const page of [one, two])
        await page.evaluateOnNewDocument(() => {
          delete Navigator.prototype.locks;
        });
    const plays = page =>
      page.waitForFunction(
        () =>
          document.querySelector('.hit.live, #prompt [data-action="finish"]') &&
          !document.querySelector('[data-action="take-over"]'),
        { polling: 20 },
      );
    const looksOn = page => page.waitForSelector('#prompt [data-action="take-over"]');
    await one.bringToFront();
    await against(one, server, info, dice);
    const searches = await one.evaluate(() => globalThis.searches.length);
    await two.goto(one.url());
    await looksOn(two);
    assert.deepEqual((await shown(two)).turns, (await shown(one)).turns);
    assert.deepEqual((await shown(two)).live, [], 'nothing can be clicked there');

    await t.test('what is played in one is seen in the other', async () => {
      await one.bringToFront();
      await oneTurn(one, dice);
      await ready(one);
      const { turns } = await shown(one);
      await count(two, turns.length);
      await looksOn(two);
      assert.equal(
        await two.evaluate(() => globalThis.searches.length),
        0,
        'only one of them thinks',
      );
      assert.equal(await one.evaluate(() => globalThis.searches.length), searches + 1);
    });

    await t.test('the other can take it over', async () => {
      await two.bringToFront();
      await press(two, 'take-over');
      await plays(two);
      await looksOn(one);
      await oneTurn(two, dice);
      await ready(two);
      const { turns } = await shown(two);
      await count(one, turns.length);
      assert.deepEqual(await stored(one), turns);
      assert.equal(await one.evaluate(() => globalThis.searches.length), searches + 1);
    });

    await t.test('who looks on plays when the other is closed', async () => {
      await two.close();
      await one.bringToFront();
      await plays(one);
      const before = (await shown(one)).turns.length;
      await oneTurn(one, dice);
      await count(one, before + 2);
      assert.equal((await stored(one)).length, before + 2);
      await one.reload();
      await plays(one);
    });
    calm(one);
  });
}

test('the storage: full, damaged, forgotten', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info] = await server.games();

  /** A stored game. */
  const kept = (id, more = {}) => ({
    id,
    game: info.id,
    rules: '',
    start: null,
    turns: [],
    players: { light: { kind: 'person' }, dark: { kind: 'person' } },
    end: null,
    over: false,
    position: info.start,
    toMove: 'light',
    at: 1,
    shown: false,
    tags: {},
    ...more,
  });

  await t.test('one entry that cannot be read breaks nothing, and is kept', async () => {
    const page = await open(browser);
    await page.goto(`${server.url}/nothing`);
    const [{ turn }] = await server.turns(info.id, info.start),
      good = kept('good', { turns: [turn] });
    const bad = {
      'damier.game.a': '{"id":"a","game":"kono"}',
      'damier.game.b': '{',
      'damier.seat.c': JSON.stringify({ id: 'c', game: info.id, turns: null }),
      'damier.settings': '7',
      'damier.last': '"x"',
    };
    await page.evaluate(
      (entries, one) => {
        for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
        localStorage.setItem('damier.game.good', JSON.stringify(one));
      },
      bad,
      good,
    );
    takeComplaints(page);
    await page.goto(server.url);
    await page.waitForSelector('[data-resume="good"]');
    assert.match(
      await page.$eval('#aside', el => el.textContent),
      /3 stored entries could not be read/,
    );
    const aside = await page.evaluate(() => localStorage.getItem('damier.aside.damier.game.b'));
    assert.equal(aside, '{');
    await page.goto(`${server.url}/play#new=${info.id}`);
    await page.waitForSelector('#new-game');
    await page.goto(server.url);
    await press(page, 'drop-aside');
    await page.waitForSelector('#aside', { hidden: true });
    calm(page);
  });

  await t.test(
    'a game that cannot be stored: it is said once, and the latest state is the one that counts',
    async () => {
      const page = await open(browser),
        dice = random(51);
      await begin(page, server.url, info);
      await ready(page);
      await oneTurn(page, dice);
      await page.evaluate(() => {
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function set(key, value) {
          if (key.startsWith('damier.game.')) throw new DOMException('full', 'QuotaExceededError');
          setItem.call(this, key, value);
        };
      });
      for (let i = 0; i < 2; i++) await oneTurn(page, dice);
      await page.waitForSelector('[data-notice="lost"]');
      assert.equal((await page.$$('[data-notice]')).length, 1);
      assert.match(
        await page.$eval('[data-notice="lost"]', el => el.textContent),
        /could not store this game/,
      );
      const address = page.url(),
        { turns } = await shown(page);
      await page.evaluate(id => {
        location.hash = `#game=${id}`;
      }, info.id);
      await count(page, 0);
      await page.evaluate(to => {
        location.href = to;
      }, address);
      await count(page, 3);
      assert.deepEqual((await shown(page)).turns, turns);
      calm(page);
    },
  );

  await t.test(
    'no game that can be played on is removed, however many there are; finished ones only with a word',
    async () => {
      const page = await open(browser),
        dice = random(52),
        [{ turn }] = await server.turns(info.id, info.start);
      const open70 = Array.from({ length: 70 }, (_, i) =>
        kept(`open${i}`, { turns: [turn], at: i + 1 }),
      );
      const done = Array.from({ length: 3 }, (_, i) =>
        kept(`done${i}`, {
          turns: [turn],
          at: i + 1,
          over: true,
          end: { outcome: 'draw', how: 'agreement' },
        }),
      );
      await page.goto(`${server.url}/nothing`);
      await page.evaluate(
        games => {
          for (const game of games)
            localStorage.setItem(`damier.game.${game.id}`, JSON.stringify(game));
        },
        [...open70, ...done],
      );
      takeComplaints(page);
      await begin(page, server.url, info);
      await ready(page);
      await oneTurn(page, dice);
      const ids = () =>
        page.evaluate(
          () =>
            Object.keys(localStorage).filter(key => /^damier\.game\.(open|done)/.test(key)).length,
        );
      assert.equal(await ids(), 73, 'nothing was removed');
      // From now on there is room for one game less.
      await page.evaluate(() => {
        const { setItem } = Storage.prototype,
          games = () =>
            Object.keys(localStorage).filter(key => key.startsWith('damier.game.')).length,
          room = games() - 1;
        Storage.prototype.setItem = function set(key, value) {
          if (key.startsWith('damier.game.') && games() > room)
            throw new DOMException('full', 'QuotaExceededError');
          setItem.call(this, key, value);
        };
      });
      await oneTurn(page, dice);
      await page.waitForSelector('[data-notice="evicted"]');
      assert.match(
        await page.$eval('[data-notice="evicted"]', el => el.textContent),
        /1 finished game was removed/,
      );
      assert.equal(await ids(), 72);
      assert.equal(
        await page.evaluate(() => localStorage.getItem('damier.game.done0')),
        null,
        'the oldest that is finished',
      );
      calm(page);
    },
  );
});

test('what comes late does not take the place of what came after it', async t => {
  const server = await serve(t),
    browser = await launch(t),
    [info, other] = await server.games();

  await t.test('a live game that is slow to come', async () => {
    const page = await open(browser),
      guest = await open(browser);
    await begin(page, server.url, info, { opponent: 'link', side: 'light' });
    await page.waitForSelector('#invite');
    const address = new URL(page.url()).pathname;
    await guest.goto(`${server.url}/play#game=${other.id}`);
    await ready(guest);
    await guest.evaluate(() => {
      const { fetch } = globalThis;
      globalThis.gates = [];
      globalThis.fetch = async (...given) => {
        if (String(given[0]).includes('/api/v1/live/'))
          await new Promise(done => {
            globalThis.gates.push(done);
          });
        return fetch(...given);
      };
    });
    const go = to =>
      guest.evaluate(path => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, to);
    await go(address);
    await guest.waitForFunction(() => globalThis.gates.length, { polling: 20 });
    await go(`/play#game=${other.id}`);
    await guest.waitForFunction(() => document.querySelector('.hit.live'), { polling: 20 });
    const answered = guest.waitForResponse(response => response.url().includes('/api/v1/live/'));
    await guest.evaluate(() => globalThis.gates.forEach(open => open()));
    await answered;
    await guest.evaluate(
      () =>
        new Promise(done => {
          setTimeout(done, 100);
        }),
    );
    assert.equal(await guest.$('[data-action="join"]'), null);
    await ready(guest);
    calm(guest);
  });

  await t.test('the computer of a game that was left', async () => {
    const page = await held(browser);
    await against(page, server, info, random(61));
    const turn = oneTurn(page, random(62));
    await turn;
    // It thinks for a moment at least: meanwhile another game is opened.
    await page.evaluate(id => {
      location.hash = `#game=${id}`;
    }, other.id);
    await page.waitForFunction(
      () =>
        document.querySelectorAll('#turns [data-ply]').length === 0 &&
        document.querySelector('.hit.live'),
      { polling: 20 },
    );
    const before = await shown(page),
      title = await page.$eval('#title', el => el.textContent);
    await page.evaluate(
      () =>
        new Promise(done => {
          setTimeout(done, 700);
        }),
    );
    assert.deepEqual(await shown(page), before);
    assert.equal(await page.$eval('#title', el => el.textContent), title);
    calm(page);
  });
});

test('Back after a new game does not ask for one again', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    [info] = await server.games();
  await page.goto(server.url);
  await page.waitForSelector(`[data-play="${info.id}"]`);
  await begin(page, server.url, info);
  await ready(page);
  await page.goBack();
  await page.waitForSelector('[data-game]');
  assert.equal(await page.$('#new-game'), null);
  calm(page);
});

test('keys: short cuts of one letter can be switched off, and keys that scroll do', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    [info] = await server.games();
  await begin(page, server.url, info);
  await ready(page);
  for (let i = 0; i < 2; i++) await oneTurn(page, random(71 + i));
  const current = () =>
    page.$eval('#turns', el => el.querySelector('[aria-current]')?.dataset.ply ?? '');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Home');
  await page.evaluate(
    () =>
      new Promise(done => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
  assert.equal(await current(), '2', 'Home scrolls the page');
  await page.focus('.hit[tabindex="0"]');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => !document.querySelector('#turns [aria-current]'), {
    polling: 20,
  });
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('#turns [data-ply="2"][aria-current]'), {
    polling: 20,
  });
  await press(page, 'more');
  await (await page.waitForSelector('[data-setting="shortcuts"]')).click();
  await press(page, 'close-dialog', '#more');
  await page.evaluate(() => document.activeElement?.blur());
  for (const key of ['u', 'n', 'r', 'F', '[']) await page.keyboard.press(key);
  await page.evaluate(
    () =>
      new Promise(done => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
  assert.equal(await page.$('dialog[open]'), null);
  assert.equal((await shown(page)).turns.length, 2);
  assert.equal(await current(), '2');
  calm(page);
});

test('what vanishes before it does not take the focus away', async t => {
  const server = await serve(t),
    page = await open(await launch(t));
  await page.goto(server.url);
  await page.waitForSelector('[data-game]');
  const kept = await page.evaluate(async () => {
    const { fill, h } = await import('/dom.js'),
      box = document.createElement('div');
    document.body.append(box);
    const item = key => h('button', { 'data-key': key }, key),
      list = keys => fill(box, keys.split('').map(item));
    const still = (before, after) => {
      list(before);
      box.querySelector('[data-key="x"]').focus();
      list(after);
      return `${before} ${after}: ${document.activeElement === box.querySelector('[data-key="x"]')} ${box.textContent}`;
    };
    return [
      still('abx', 'x'),
      still('abx', 'bx'),
      still('abx', 'xab'),
      still('axb', 'bxa'),
      still('x', 'abx'),
    ];
  });
  assert.deepEqual(kept, [
    'abx x: true x',
    'abx bx: true bx',
    'abx xab: true xab',
    'axb bxa: true bxa',
    'x abx: true abx',
  ]);
});

test('a record that is too long is refused in the language of the page', async t => {
  const server = await serve(t),
    page = await open(await launch(t, { lang: 'fr' }));
  await page.goto(server.url);
  await press(page, 'open-record');
  await page.waitForSelector('#record-text');
  await page.$eval('#record-text', area => {
    area.value = 'one line of many\n'.repeat(70_000);
  });
  await press(page, 'record-show');
  const text = await (
    await page.waitForSelector('#open-record .fault:not([hidden])')
  ).evaluate(el => el.textContent);
  assert.match(text, /trop long/);
  calm(page);
});

test('colours that people have chosen in their system: boards stay what they are, everything else gets borders', async t => {
  const server = await serve(t),
    page = await open(await launch(t)),
    [info] = await server.games(),
    cdp = await page.createCDPSession();
  await cdp.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'forced-colors', value: 'active' }],
  });
  await begin(page, server.url, info);
  await ready(page);
  const style = (selector, name) =>
    page.$eval(selector, (el, property) => getComputedStyle(el).getPropertyValue(property), name);
  assert.equal(await style('#board', 'forced-color-adjust'), 'none');
  assert.equal(await style('#seat-near .chip', 'forced-color-adjust'), 'none');
  assert.equal(await style('#turns-card', 'border-top-style'), 'solid');
  calm(page);
});

test('“works offline” does not deny itself while the pages are being stored', async t => {
  const server = await serve(t),
    page = await open(await launch(t));
  await page.goto(server.url);
  await press(page, 'offline');
  const text = () => page.$eval('#offline .content', el => el.textContent);
  await page.waitForSelector('#offline[open]');
  assert.doesNotMatch(await text(), /only from a secure address/);
  await page.waitForFunction(
    () => /Everything is stored/.test(document.querySelector('#offline .content').textContent),
    { polling: 20 },
  );
  calm(page);
});
