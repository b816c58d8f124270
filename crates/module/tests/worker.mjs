// Plays a page's part towards web/worker.js, in one process: what the worker sends comes here,
// what it fetches is read from files. Arguments: a folder with protocol.js and worker.js, the module,
// a table, the game the table is about.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, module, table, game] = process.argv.slice(2);
const expect = (right, what) => {
  if (!right) throw new Error(JSON.stringify(what));
};

const fetched = [];
let asked = 0;
const files = {
  'damier.wasm': () => new Response(readFileSync(module), { headers: { 'content-type': 'application/wasm' } }),
  // At first the server is still building them.
  [`/api/v1/games/${game}/tables?rules=`]: () => (++asked < 3 ? new Response('{}', { status: 202 }) : Response.json({ tables: [{ file: 'one.damier' }] })),
  '/tables/one.damier': () => new Response(readFileSync(table)),
};
globalThis.fetch = async given => {
  // The module lies beside the worker.
  const address = given instanceof URL ? given.pathname.split('/').at(-1) : given;
  fetched.push(address);
  return files[address]();
};

const waiting = new Map();
const reports = [];
globalThis.self = {
  postMessage(message) {
    if ('report' in message) reports.push(message.report);
    else if (!('waiting' in message)) waiting.get(message.id)(JSON.parse(message.text));
  },
};
await import(pathToFileURL(`${folder}/worker.js`).href);

let id = 0;
const send = message => new Promise(done => {
  waiting.set(++id, done);
  self.onmessage({ data: { id, ...message } });
});
const ask = request => send({ text: JSON.stringify(request) });

const games = await ask({ do: 'games' });
expect(games.ok?.games.length > 0, games);
expect(fetched.join() === 'damier.wasm', fetched);

/** Opens a game and searches in it. */
const opened = new Map();
for (const id of [game, 'fanorona', 'kono']) {
  opened.set(id, (await ask({ do: 'open', game: id })).ok.session);
}
const think = (id, fields, time) =>
  send({ search: { session: opened.get(id), of: { game: id }, ...fields }, time });

// Opponents of some level need no tables.
const easy = await think(game, { player: 'level-1', seed: 7 });
expect(easy.ok && !easy.ok.report.exact, easy);
expect(fetched.length === 1, fetched);

// A search that would go on for ever says what it finds, lets requests in between, and stops when it is told to.
const searched = think('fanorona', { player: 'search', seed: 1 });
const searching = id;
while (reports.length < 2) await new Promise(done => { setTimeout(done, 5); });
const begun = performance.now();
const turns = await ask({ do: 'turns', game: 'fanorona' });
const waited = performance.now() - begun;
self.onmessage({ data: { stop: searching } });
const found = await searched;
const stopped = performance.now() - begun - waited;
expect(turns.ok.turns.some(({ turn }) => turn === found.ok.report.turn), found);
expect(found.ok.report.nodes >= reports[1].nodes, found);
console.log(`a request in a search waited ${waited.toFixed(1)} ms, a stop ${stopped.toFixed(1)} ms`);

// A search that is over by its time, and one that another replaces.
const timed = await think('kono', { player: 'search' }, 100);
expect(timed.ok.report.depth > 1, timed);
const first = think('kono', { player: 'level-4' });
const second = think('kono', { player: 'level-1' });
expect((await second).ok, await second);
const replaced = await first;
expect(replaced.ok || replaced.error.code === 'no-search', replaced);

// Exact values bring their table with them, once.
const values = await Promise.all([ask({ do: 'value', game }), ask({ do: 'value', game })]);
for (const value of values) expect(value.ok.value.kind !== 'unknown', value);
expect(fetched.filter(address => address.startsWith('/tables')).length === 1, fetched);
// Who begins makes no difference to them.
const other = await ask({ do: 'value', game, rules: 'repetition=off' });
expect(other.ok.value.kind !== 'unknown', other);
expect(fetched.filter(address => address.startsWith('/tables')).length === 1, fetched);
const perfect = await think(game, { player: 'perfect' });
expect(perfect.ok.report.exact, perfect);

// Nonsense is answered too.
const wrong = await send({ search: { session: 999, of: { game: 'chess' }, player: 'level-1' } });
expect(wrong.error.code === 'not-open', wrong);
expect((await ask({ do: 'dance' })).error.code === 'bad-request', 'dance');
process.exit(0);
