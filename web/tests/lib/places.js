// Every page with everything that can lie on it, reached as people reach it. Tests look at each
// of them; so do the pictures of the documentation.

import { changing, press } from './browser.js';
import { begin, random, ready } from './game.js';

/** @typedef {{name: string, go: (page: import('puppeteer-core').Page) => Promise<void>}} Place */

const dialogOf = (page, action, id, within = '') =>
  press(page, action, within).then(() => page.waitForSelector(`#${id}[open]`));

/** Shows the field for typed turns, which is below the list of turns where there is little room. */
async function openTyped(page) {
  if (await page.$eval('#typed', el => !el.checkVisibility())) await press(page, 'turns', '#bar');
  await page.click('#typed summary');
}

/** Presses what is in a menu where there is little room. */
async function choose(page, action) {
  if (await page.$eval(`#bar [data-action="${action}"]`, el => el.checkVisibility()))
    return press(page, action, '#bar');
  await press(page, 'menu');
  await press(page, action, '#menu');
}

/** Some turns from the start, always the same. */
async function opening(server, info, count) {
  const dice = random(41),
    turns = [];
  let position = info.start;
  while (turns.length < count) {
    const made = dice.pick(await server.turns(info.id, position));
    turns.push(made.turn);
    position = made.after;
  }
  return turns;
}

/** @param {import('./server.js').Server} server @returns {Promise<Place[]>} */
export async function places(server) {
  const games = await server.games(),
    [info] = games,
    { url } = server;
  const home = async page => {
    await page.goto(`${url}/`);
    await page.waitForSelector('[data-game] svg .piece');
  };
  const begun = new Map(
    await Promise.all(games.map(async one => [one, await opening(server, one, 8)])),
  );
  /** A game after some turns. */
  const game =
    (which, count = 8) =>
    async page => {
      await page.goto('about:blank');
      await page.goto(
        `${url}/play#${new URLSearchParams({ game: which.id, turns: begun.get(which).slice(0, count).join(' ') })}`,
      );
      await ready(page);
    };
  /** A game that is kept: a turn has been played here. */
  const kept = which => async page => {
    await game(which, 7)(page);
    await openTyped(page);
    await page.type('#type-input', begun.get(which)[7]);
    await changing(page, () => page.keyboard.press('Enter'), 'a typed turn');
  };
  const playing = game(info),
    [one, two] = begun.get(info),
    [other] = (await server.turns(info.id, info.start)).filter(({ turn }) => turn !== one);
  const record = `[Game "${info.id}"]\n\n1. ${one} {A beginning, une ouverture} (1. ${other.turn}) 1... ${two} {!}`;
  const entering = which => async page => {
    await game(which)(page);
    const cell = await page.$eval('.hit.live', hit => hit.dataset.cell);
    await changing(page, () => page.click(`.hit[data-cell="${cell}"]`), cell);
  };
  const invited = async page => {
    await page.goto('about:blank');
    await begin(page, url, info, { opponent: 'link', side: 'light', clock: '2' });
    await page.waitForSelector('#invite[open]');
  };
  /** Presses what is only seen on small screens. */
  const pressAnyway = async (page, action, id) => {
    await page.waitForSelector(`[data-action="${action}"]`);
    await page.$eval(`[data-action="${action}"]`, el => el.click());
    await page.waitForSelector(id);
  };
  /** Somebody opens the link of a friend. */
  const guest = async page => {
    const answer = await fetch(`${url}/api/v1/live`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ game: info.id, rules: '', side: 'light', clock: null }),
    });
    const { id } = await answer.json();
    await page.goto('about:blank');
    await page.goto(`${url}/play/${id}`);
    await page.waitForSelector('#prompt [data-action="join"]');
  };
  const joined = async page => {
    await guest(page);
    await press(page, 'join');
    await page.waitForSelector('#prompt [data-action="greet"]');
  };
  return [
    { name: 'home', go: home },
    {
      name: 'home-unfinished',
      go: async page => {
        await kept(info)(page);
        await home(page);
        await page.waitForSelector('[data-resume]');
      },
    },
    {
      name: 'home-offline',
      go: async page => {
        await home(page);
        await dialogOf(page, 'offline', 'offline');
      },
    },
    {
      name: 'home-rules',
      go: async page => {
        await home(page);
        await dialogOf(page, 'rules', 'rules', `[data-game="${info.id}"]`);
        await page.waitForSelector('#rules h2 ~ * p, #rules p');
      },
    },
    {
      name: 'home-record',
      go: async page => {
        await home(page);
        await dialogOf(page, 'open-record', 'open-record');
      },
    },
    ...['values', 'game', 'curve'].map(card => ({
      name: `analyse-${card}`,
      go: async page => {
        const known = games.find(({ id }) => id === 'kono') ?? info,
          turns = begun.get(known).join(' ');
        await page.goto('about:blank');
        await page.goto(`${url}/analyse#${new URLSearchParams({ game: known.id, turns })}`);
        await page.waitForSelector('#values li, #engine');
        if (await page.$eval('#cards', el => el.checkVisibility()))
          await page.click(`[data-card="${card}"]`);
      },
    })),
    {
      name: 'analyse-review',
      go: async page => {
        const known = games.find(({ id }) => id === 'kono') ?? info,
          turns = begun.get(known).join(' ');
        await page.goto('about:blank');
        await page.goto(
          `${url}/analyse#${new URLSearchParams({ game: known.id, turns, review: 'light' })}`,
        );
        await page.waitForSelector('#review-none, #moments li.shown');
      },
    },
    {
      name: 'analyse-choose',
      go: async page => {
        await page.goto('about:blank');
        await page.goto(`${url}/analyse`);
        await page.waitForSelector('#choose a');
      },
    },
    {
      name: 'games',
      go: async page => {
        await kept(games.at(-1))(page);
        await kept(info)(page);
        await choose(page, 'resign');
        await press(page, 'resign-yes');
        await page.waitForSelector('[data-action="rematch"]');
        await page.goto(`${url}/games`);
        await page.waitForSelector('#finished svg .piece');
      },
    },
    {
      name: 'games-menu',
      go: async page => {
        await kept(info)(page);
        await page.goto(`${url}/games`);
        await page.waitForSelector('[data-mine]');
        await dialogOf(page, 'game-menu', 'game-menu');
      },
    },
    {
      name: 'games-rename',
      go: async page => {
        await kept(info)(page);
        await page.goto(`${url}/games`);
        await page.waitForSelector('[data-mine]');
        await dialogOf(page, 'game-menu', 'game-menu');
        await dialogOf(page, 'rename', 'rename', '#game-menu');
      },
    },
    {
      name: 'games-none',
      go: async page => {
        await page.goto(`${url}/nothing-here`);
        await page.evaluate(() => localStorage.removeItem('damier.game.x'));
        await page.goto(`${url}/games`);
        await page.waitForSelector('.my-games');
      },
    },
    ...games.map(one => ({ name: `play-${one.id}`, go: entering(one) })),
    ...games.map(one => ({ name: `play-begin-${one.id}`, go: game(one, 0) })),
    ...games.map(one => ({
      name: `play-rules-${one.id}`,
      go: async page => {
        await game(one)(page);
        if (await page.$eval('#rules-card', el => el.hidden))
          await page.$eval('[data-action="rules"]', el => el.click());
        const example = await page.waitForSelector('.rules .sheet .show');
        await example.evaluate(el => el.closest('figure').scrollIntoView({ block: 'center' }));
        await page.waitForSelector('.rules .show svg .mark');
      },
    })),
    {
      name: 'play-turns',
      go: async page => {
        await playing(page);
        await pressAnyway(page, 'turns', '.turns-open');
      },
    },
    {
      name: 'play-menu',
      go: async page => {
        await playing(page);
        await pressAnyway(page, 'menu', '#menu[open]');
      },
    },
    {
      name: 'play-asked',
      go: async page => {
        await playing(page);
        await choose(page, 'resign');
        await page.waitForSelector('[data-action="resign-yes"]');
      },
    },
    { name: 'play-guest', go: guest },
    { name: 'play-joined', go: joined },
    {
      name: 'play-greet',
      go: async page => {
        await joined(page);
        await dialogOf(page, 'greet', 'greetings', '#prompt');
      },
    },
    {
      name: 'play-name',
      go: async page => {
        await guest(page);
        await dialogOf(page, 'my-name', 'name-dialog', '#prompt');
      },
    },
    {
      name: 'play-new',
      go: async page => {
        await page.goto('about:blank');
        await page.goto(`${url}/play#new=${info.id}`);
        await page.waitForSelector('#new-game[open]');
      },
    },
    {
      name: 'play-clock',
      go: async page => {
        await page.goto('about:blank');
        await page.goto(`${url}/play#new=${info.id}`);
        await page.waitForSelector('#new-game[open]');
        for (const value of ['link', 'own'])
          await page.$eval(`#new-game input[value="${value}"]`, input => input.click());
        await page.waitForSelector('#new-game [name="minutes"]');
      },
    },
    {
      name: 'play-options',
      go: async page => {
        await page.goto('about:blank');
        await page.goto(`${url}/play#new=${info.id}`);
        await page.waitForSelector('#new-game[open]');
        await page.click('#new-game details.options summary');
      },
    },
    {
      name: 'play-strongest',
      go: async page => {
        await page.goto('about:blank');
        await page.goto(`${url}/play#new=${info.id}`);
        await page.waitForSelector('#new-game[open]');
        for (const value of ['computer', info.levels.at(-1)])
          await page.$eval(`#new-game input[value="${value}"]`, input => input.click());
        await page.waitForFunction(() => document.querySelector('#reach')?.textContent);
      },
    },
    {
      name: 'play-record',
      go: async page => {
        await home(page);
        await page.evaluate(text => sessionStorage.setItem('damier.open', text), record);
        await page.goto(`${url}/play#open`);
        await page.waitForSelector('#turns .variation button');
      },
    },
    {
      name: 'play-more',
      go: async page => {
        await playing(page);
        await dialogOf(page, 'more', 'more');
      },
    },
    {
      name: 'play-keys',
      go: async page => {
        await playing(page);
        await dialogOf(page, 'more', 'more');
        await page.click('#more [data-do="keys"]');
        await page.waitForSelector('#keys[open]');
      },
    },
    {
      name: 'play-typed',
      go: async page => {
        await playing(page);
        await openTyped(page);
        await page.waitForSelector('#legal li');
      },
    },
    {
      name: 'play-refused',
      go: async page => {
        await playing(page);
        await openTyped(page);
        await page.type('#type-input', 'zz9');
        await changing(page, () => page.keyboard.press('Enter'), 'zz9');
      },
    },
    { name: 'play-invite', go: invited },
    {
      name: 'play-waiting',
      go: async page => {
        await invited(page);
        await press(page, 'close-dialog', '#invite');
        await page.waitForSelector('[data-action="invite"]');
      },
    },
    {
      name: 'play-over',
      go: async page => {
        await playing(page);
        await choose(page, 'resign');
        await press(page, 'resign-yes');
        await page.waitForSelector('[data-action="rematch"]');
      },
    },
    {
      name: 'play-elsewhere',
      go: async page => {
        // The same game is open in another tab, which was there first.
        await kept(info)(page);
        const first = await page.browserContext().newPage();
        const address = page.url();
        await page.goto('about:blank');
        await first.goto(address);
        await ready(first);
        await page.bringToFront();
        await page.goto(address);
        await page.waitForSelector('[data-action="take-over"]');
      },
    },
    {
      name: 'play-undone',
      go: async page => {
        await kept(info)(page);
        await changing(page, () => press(page, 'undo'), 'undo');
        await page.waitForSelector('[data-action="redo"]');
      },
    },
    {
      name: 'play-unstored',
      go: async page => {
        await game(info)(page);
        await page.evaluate(() => {
          const { setItem } = Storage.prototype;
          Storage.prototype.setItem = function set(key, value) {
            if (key.startsWith('damier.game.'))
              throw new DOMException('full', 'QuotaExceededError');
            setItem.call(this, key, value);
          };
        });
        await openTyped(page);
        await (await page.waitForSelector('#legal button')).click();
        await page.waitForSelector('[data-notice="lost"]');
      },
    },
    {
      name: 'home-unreadable',
      go: async page => {
        await page.goto(`${url}/nothing-here`);
        await page.evaluate(() => {
          localStorage.setItem('damier.game.x', '{}');
        });
        await home(page);
        await page.waitForSelector('#aside');
      },
    },
    {
      name: 'play-unknown',
      go: async page => {
        await page.goto(`${url}/play/nothing-of-this-name`);
        await page.waitForSelector('#fault');
      },
    },
    {
      name: 'api',
      go: async page => {
        await page.goto(`${url}/api`);
        await page.waitForSelector('[data-route]');
        await page.click('[data-route*="start"] button[type="submit"]');
        await page.waitForSelector('[data-route] pre');
      },
    },
    {
      name: 'missing',
      go: async page => {
        await page.goto(`${url}/nothing-here`);
        await page.waitForSelector('main h1');
      },
    },
  ];
}
