// @ts-check
// The Puzzles page: chooses puzzles, shows them one after the other, keeps count, and connects what
// people press with what happens.

import { Knowledge } from '../analyse/knowledge.js';
import { byId, h, listen } from '../dom.js';
import { ask, games, openGame } from '../engine.js';
import { SearchBroker } from '../model/broker.js';
import { GameSession } from '../model/session.js';
import { gameActions, onKeys, onTyped } from '../play/input.js';
import { recall, remember, settings } from '../settings.js';
import { frame, keepPages, lazy, onPaint } from '../shell.js';
import { capital, complaint, learnWords, said, t } from '../words.js';
import { PuzzleController } from './controller.js';
import { choose, daily, fits, load, today } from './data.js';
import { keepScore, loadScore, rate } from './score.js';
import { PuzzleSource } from './source.js';
import { Storm, nextOf } from './storm.js';
import { whyNot } from './wording.js';

/** @typedef {import('./data.js').Puzzle} Puzzle */
/** @typedef {import('./data.js').Filter} Filter */

/**
 * What a puzzle is part of.
 * @typedef {object} Around
 * @property {import('./score.js').Score} score
 * @property {'free' | 'daily' | 'storm'} mode
 * @property {Storm | null} storm
 * @property {number} change of the rating, by the puzzle that is shown
 * @property {boolean} assisted whether help was wanted
 * @property {(source: PuzzleSource) => void} helped
 */

const main = byId('main');
const broker = new SearchBroker();
const FILTER = 'damier.puzzles.filter';

const parts = {
  choose: lazy(() => import('./choose.js')),
  rules: lazy(() => import('../rules.js')),
};

/** The puzzle that is shown. @type {PuzzleController | null} */
let play = null;
/** Counts what was wanted, so that what comes late does not take the place of what came after it. */
let visit = 0;
/** The address that is shown, to tell own changes from others. */
let shown = '';
/** What this storm has asked already. @type {Set<string>} */
let asked = new Set();

/** @type {Around} */
const around = {
  score: loadScore(),
  mode: 'free',
  storm: null,
  change: 0,
  assisted: false,
  helped: () => {
    around.assisted = true;
  },
};

/** What was chosen, as far as it can be chosen. @returns {Filter} */
function chosen() {
  const found = /** @type {Record<string, unknown>} */ (recall(FILTER, {})),
    text = (/** @type {string} */ name) =>
      typeof found[name] === 'string' ? /** @type {string} */ (found[name]) : '';
  const difficulty = /** @type {Filter['difficulty']} */ (
    ['easy', 'medium', 'hard'].includes(text('difficulty')) ? text('difficulty') : ''
  );
  return { game: text('game'), theme: text('theme'), difficulty };
}
let filter = chosen();

/** The lists of all games, in their order. */
const lists = async () => Promise.all((await games()).map(({ id }) => load(id)));

/** The puzzles that are wanted. @param {Filter} wanted */
async function pool(wanted) {
  const known = (await games()).some(({ id }) => id === wanted.game);
  const all = known ? await load(wanted.game) : (await lists()).flat();
  return all.filter(puzzle => fits(puzzle, wanted));
}

/** @param {string} id */
const tried = id => Object.hasOwn(around.score.done, id);

// ---- showing one -------------------------------------------------------------------------------

/** @param {Puzzle | null} puzzle */
async function show(puzzle) {
  const here = ++visit;
  if (!puzzle) throw said(t('puzzles.none'));
  const info = (await games()).find(({ id }) => id === puzzle.game);
  if (!info) throw said(t('unknownGame'));
  if (here !== visit) return;
  const knowledge = new Knowledge(means(puzzle.game));
  const source = new PuzzleSource(info, puzzle, {
    broker,
    why: async (turn, before, after) =>
      around.storm ? '' : whyNot(puzzle, knowledge, turn, before, after),
    erred: () => erred(puzzle),
    solved: () => solved(puzzle, source),
  });
  const session = new GameSession(source, { openGame });
  play?.leave();
  around.change = 0;
  around.assisted = false;
  const mine = (play = new PuzzleController(main, session, broker, around));
  await session.open();
  if (play !== mine) return;
  await mine.update({ fresh: true });
}

/** The server answers at once, where there is one; tables would have to be fetched first. @param {string} game */
function means(game) {
  const here = (/** @type {string} */ position) => ask('value', { game, rules: '', position });
  const server = async (/** @type {string} */ position) => {
    const asked = new URLSearchParams({ position }),
      answer = await (await import('../server.js')).server(`games/${game}/value?${asked}`);
    return answer.value.kind === 'unknown' ? here(position) : answer;
  };
  return {
    here: (/** @type {string} */ position) => server(position).catch(() => here(position)),
    server: here,
  };
}

/** @param {Puzzle} puzzle */
function erred(puzzle) {
  if (around.storm) {
    around.storm.erred();
    if (!around.storm.over) go(stormy);
    return;
  }
  around.change = rate(around.score, puzzle, 0);
  keepScore(around.score);
}

/** @param {Puzzle} puzzle @param {PuzzleSource} source */
function solved(puzzle, { errors }) {
  if (around.storm) {
    if (around.storm.over) return;
    around.storm.solved++;
    go(stormy);
    return;
  }
  if (!errors) around.change = rate(around.score, puzzle, around.assisted ? 0.5 : 1);
  if (around.mode === 'daily') around.score.day = today();
  keepScore(around.score);
}

// ---- which one ---------------------------------------------------------------------------------

/** The next one that suits. */
async function next() {
  endStorm();
  around.mode = 'free';
  const found = await pool(filter),
    now = play?.source.puzzle.id,
    others = found.filter(({ id }) => id !== now);
  const puzzle = choose(others.length ? others : found, around.score.rating, tried);
  if (puzzle) setAddress(`#${new URLSearchParams({ game: puzzle.game, p: puzzle.id })}`);
  await show(puzzle);
}

/** The puzzle of the day. */
async function ofDay() {
  endStorm();
  around.mode = 'daily';
  setAddress('#daily');
  await show(daily(await lists(), today()));
}

/** Begins a storm. */
async function begin() {
  endStorm();
  around.mode = 'storm';
  asked = new Set();
  setAddress('#storm');
  const tick = () => {
    const standing = document.getElementById('standing');
    if (standing) play?.paint();
  };
  around.storm = new Storm(tick, stormEnded);
  await stormy();
}

/** The next puzzle of the storm. */
async function stormy() {
  const found = await pool({ ...filter, difficulty: '', theme: '' }),
    puzzle = nextOf(found, around.storm?.solved ?? 0, id => asked.has(id));
  if (puzzle) asked.add(puzzle.id);
  await show(puzzle);
}

function stormEnded() {
  const { storm, score } = around;
  score.storm = Math.max(score.storm, storm?.solved ?? 0);
  keepScore(score);
  if (play) play.source.state = 'done';
  play?.session.changed();
}

function endStorm() {
  around.storm?.stop();
  around.storm = null;
}

/** @param {string} hash */
function setAddress(hash) {
  history.replaceState(history.state, '', `/puzzles${hash}`);
  shown = location.href;
}

/** Does something that may fail. @param {() => Promise<unknown>} act */
const go = act => {
  act().catch(fail);
};

/** What the address means. */
async function route() {
  shown = location.href;
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.has('daily')) return ofDay();
  if (hash.has('storm')) return begin();
  const game = hash.get('game') ?? '',
    id = hash.get('p');
  if (game && id) {
    const puzzle = (await load(game)).find(one => one.id === id);
    if (puzzle) {
      endStorm();
      around.mode = 'free';
      return show(puzzle);
    }
  }
  if (game) filter = { ...filter, game };
  return next();
}

/** @param {unknown} error */
function fail(error) {
  visit++;
  play?.leave();
  play = null;
  main.replaceChildren(
    h(
      'div.wrap',
      {},
      h('h1', {}, t('problem')),
      h('div.fault', { role: 'alert', id: 'fault' }, h('p', {}, capital(complaint(error)))),
      h(
        'div.acts',
        {},
        h('button.btn', { type: 'button', 'data-action': 'choose' }, t('puzzles.choose')),
      ),
    ),
  );
}

// ---- what people press -------------------------------------------------------------------------

const help = () => {
  const here = play;
  if (here && !around.storm) here.input(() => here.help());
};

async function choosing() {
  const { choosePuzzles } = await parts.choose(),
    all = await games(),
    there = await lists();
  choosePuzzles(
    all.filter((_, i) => there[i].length),
    filter,
    async wanted => (await pool(wanted)).length,
    wanted => {
      filter = wanted;
      remember(FILTER, wanted);
      go(next);
    },
  );
}

listen(document.body, {
  ...gameActions(() => play),
  help,
  next: () => go(next),
  daily: () => go(ofDay),
  storm: () => go(around.storm && !around.storm.over ? next : begin),
  choose: () => go(choosing),
  turns: () => play?.openTurns(),
  rules: async () => {
    if (play) (await parts.rules()).showRules(play.info);
  },
});
onTyped(main, () => play);
document.addEventListener('keydown', e => {
  const field = e.target instanceof Element && e.target.closest('input, textarea, select');
  if (!play || field || e.ctrlKey || e.metaKey || e.altKey || !settings.shortcuts) return;
  if (e.key === '?') help();
});

frame();
await learnWords('puzzles');
onKeys(() => play, {
  rules: async here => (await parts.rules()).showRules(here.info),
  fresh: () => go(next),
});
let first = true;
onPaint(() => {
  if (!first && play) play.reword();
  first = false;
});
addEventListener('hashchange', () => {
  if (location.href !== shown) go(route);
});
// Another tab has solved something.
addEventListener('storage', ({ key }) => {
  if (key !== 'damier.puzzles') return;
  Object.assign(around.score, loadScore());
  play?.paint();
});
go(route);
keepPages();
