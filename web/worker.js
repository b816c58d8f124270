// @ts-check
// The worker: it has the module, so that the page never waits for it. Requests are answered as
// they come; a search runs in slices so short that whatever comes meanwhile is heard at once.
// Tables are fetched when they are first needed.

import { Session, Trap } from './protocol.js';

/** @typedef {import('./types').ToWorker} ToWorker */
/** @typedef {import('./types').FromWorker} FromWorker */
/** @typedef {import('./types').Report} Report */

/** How long a slice of a search may last, in milliseconds. */
const SLICE = 8;
/** How often a search says what it has found, in milliseconds. */
const OFTEN = 150;
/**
 * After how long one is told that a search waits for tables, how long a question does, and when the
 * server is asked again, in milliseconds.
 */
const LATE = 300,
  PATIENCE = 4000,
  AGAIN = 500;

const opening = Session.open(fetch(new URL('./damier.wasm', import.meta.url)));

/**
 * The tables that were fetched or are being fetched, by game and options.
 * @type {Map<string, Promise<void>>}
 */
const fetched = new Map();

/** Which options make a difference to tables, by game and options. @type {Map<string, string>} */
const mattering = new Map();

/** Searches that were told to stop. @type {Set<number>} */
const stopped = new Set();
/** What else a stop ends. @type {Map<number, () => void>} */
const halts = new Map();

/** @type {(() => void)[]} */
const breaths = [];
const line = new MessageChannel();
line.port1.onmessage = () => breaths.shift()?.();

/** @param {FromWorker} message */
const tell = message => self.postMessage(message);

self.onmessage = async ({ data }) => {
  const message = /** @type {ToWorker} */ (data);
  if ('stop' in message) {
    stopped.add(message.stop);
    return halts.get(message.stop)?.();
  }
  const { id } = message;
  try {
    if ('search' in message) await search(id, message.search, message.time ?? Infinity);
    else await answer(id, message.text);
  } catch (error) {
    // Whoever asked starts another worker: this one's module cannot be relied on any more.
    tell(error instanceof Trap ? { id, trap: error.message } : { id, text: failure(error) });
  }
};

/** What went wrong outside the rules, as an answer. @param {unknown} error */
const failure = error => JSON.stringify({ error: { code: 'bad-request', message: String(error) } });

/** Answers a request. @param {number} id @param {string} text */
async function answer(id, text) {
  const session = await opening;
  const asked = /\"do\":\"value\"/.test(text) ? JSON.parse(text) : null;
  if (asked) await Promise.race([tables(asked), after(PATIENCE)]);
  tell({ id, text: session.text(text) });
}

/** @param {number} ms */
const after = ms =>
  new Promise(done => {
    setTimeout(done, ms);
  });

/** Opponents of some level do without tables. @param {string} player */
const needsTables = player => player === 'perfect' || player === 'search';

/**
 * The tables of a game and its options, fetched once. Without a server one plays on without them.
 * @param {{game: string, rules?: string}} asked
 */
async function tables({ game, rules = '' }) {
  const matters = mattering.get(`${game} ${rules}`) ?? (await mattersOf(game, rules)),
    key = `${game} ${matters}`;
  const one =
    fetched.get(key) ??
    fetchTables(game, matters).catch(() => {
      fetched.delete(key);
    });
  fetched.set(key, one);
  return one;
}

/** @param {string} game @param {string} rules */
async function mattersOf(game, rules) {
  const coverage = (await opening).answer({ v: 2, do: 'coverage', game, rules }),
    matters = 'ok' in coverage ? coverage.ok.rules : rules;
  mattering.set(`${game} ${rules}`, matters);
  return matters;
}

/** @param {string} game @param {string} rules */
async function fetchTables(game, rules) {
  const session = await opening;
  for (;;) {
    const answer = await get(`/api/v1/games/${game}/tables?${new URLSearchParams({ rules })}`);
    // The server is building them.
    if (answer.status === 202) {
      await after(AGAIN);
      continue;
    }
    const list = /** @type {{tables: {file: string}[]}} */ (await answer.json());
    for (const { file } of list.tables)
      session.addTable(await (await get(`/tables/${file}`)).arrayBuffer());
    return;
  }
}

/**
 * Waits for the tables of a search, and says so if it takes a while; a stop ends it.
 * @param {number} id @param {{game: string, rules?: string}} asked
 */
async function waitForTables(id, asked) {
  const late = setTimeout(() => tell({ id, waiting: true }), LATE);
  await Promise.race([
    tables(asked),
    new Promise(done => {
      halts.set(id, () => done(null));
    }),
  ]);
  clearTimeout(late);
  halts.delete(id);
  tell({ id, waiting: false });
}

/** @param {string} address */
async function get(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

/**
 * Searches in slices until the search is done, its time is over or it is told to stop.
 * @param {number} id
 * @param {import('./types').Search} asked
 * @param {number} time
 */
async function search(id, { of, ...asked }, time) {
  const session = await opening,
    { lang } = asked;
  if (needsTables(asked.player)) await waitForTables(id, of);
  const begun = session.answer({ v: 2, do: 'think', ...asked });
  if ('error' in begun) return tell({ id, text: JSON.stringify(begun) });
  const { search } = begun.ok,
    start = performance.now();
  let nodes = 500,
    told = start,
    /** @type {Report | null} */ found = null;
  for (;;) {
    const before = performance.now();
    const slice = session.answer({ v: 2, do: 'go-on', search, nodes, lang });
    // Another search has begun meanwhile: this one keeps what it has.
    if ('error' in slice)
      return tell({ id, text: JSON.stringify(found ? { ok: { report: found } } : slice) });
    const now = performance.now();
    found = slice.ok.report ?? found;
    if (slice.ok.done || (found && (stopped.delete(id) || now - start >= time))) break;
    if (found && now - told >= OFTEN) {
      told = now;
      tell({ id, report: found });
    }
    nodes = paced(nodes, now - before);
    await breath();
  }
  stopped.delete(id);
  tell({ id, text: JSON.stringify({ ok: { report: found } }) });
}

/**
 * How many positions the next slice has, if the last one had so many and took so long.
 * @param {number} nodes @param {number} took
 */
const paced = (nodes, took) =>
  Math.max(100, Math.round(nodes * Math.min(2, (SLICE * 0.7) / Math.max(took, 0.2))));

/**
 * Lets messages in. Timers would wait four milliseconds each time, a message to oneself does not.
 */
const breath = () =>
  /** @type {Promise<void>} */ (
    new Promise(done => {
      breaths.push(done);
      line.port2.postMessage(null);
    })
  );
