// The types of the protocol agree with what the module really answers: each answer, written out, must
// be of its type, no field more or less.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Session } from '../protocol.js';
import { folder, serve } from './lib/server.js';

const WEB = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Runs the compiler; what it complains about is the error. @param {string[]} args */
async function compile(...args) {
  const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');
  await promisify(execFile)(process.execPath, [compiler, ...args]).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

/** The module, as the program has it. */
async function module(server) {
  const page = await (await fetch(`${server.url}/`)).text();
  const [address] = page.match(/\/v\/[^/"]+\/protocol\.js/) ?? [];
  const wasm = address.replace('protocol.js', 'damier.wasm');
  return Session.open(await (await fetch(server.url + wasm)).arrayBuffer());
}

/**
 * Requests of every kind about a game, each with its answer.
 * @param {Session} session @param {import('../types').GameInfo} info
 */
function asked(session, info) {
  /** @type {[string, unknown][]} */
  const all = [];
  const ask = request => {
    const answer = session.answer(/** @type {any} */ (request));
    assert.ok(answer.ok, JSON.stringify([request, answer]));
    all.push([request.do, answer.ok]);
    return /** @type {any} */ (answer.ok);
  };
  const at = { game: info.id, position: info.sample };
  for (const what of ['look', 'turns', 'value', 'coverage']) ask({ do: what, ...at });
  ask({ do: 'sequel', game: info.id, winner: 'light' });
  const { session: number } = ask({ do: 'open', game: info.id, start: info.sample });
  const open = (what, more = {}) => ask({ do: what, session: number, ...more });
  const [{ turn }] = ask({ do: 'turns', ...at }).turns;
  const { clicks } = open('resolve', { turn });
  for (let n = 0; n <= clicks.length; n++) open('enter', { clicks: clicks.slice(0, n) });
  open('play', { turn });
  open('show', { at: 0 });
  const { record } = open('record-write', { tags: { First: 'Ada' } });
  ask({ do: 'record-read', text: record });
  open('undo', { to: 0 });
  const { search } = open('think', { player: info.levels[0], seed: 1 });
  ask({ do: 'go-on', search, nodes: 50_000 });
  ask({ do: 'stop', search });
  open('close');
  return all;
}

test('what the module answers is what the types say', async t => {
  const server = await serve(t),
    session = await module(server),
    dir = await folder(t);
  const games = session.answer({ do: 'games' });
  assert.ok('ok' in games);
  const all = [['games', games.ok], ...games.ok.games.flatMap(info => asked(session, info))];
  const lines = all.map(
    ([what, answer], i) =>
      `export const answer${i}: Verbs['${what}'][1] = ${JSON.stringify(answer)};`,
  );
  const refusal = session.answer(/** @type {any} */ ({ do: 'nothing' }));
  lines.push(`export const refusal: Refusal = ${JSON.stringify(refusal)};`);
  const file = path.join(dir, 'answers.ts');
  const imports = `import type { Refusal, Verbs } from ${JSON.stringify(path.join(WEB, 'types'))};`;
  await writeFile(file, [imports, ...lines].join('\n'));
  await compile('--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023', file);
  // A type that is wrong is noticed.
  await writeFile(file, `${imports}\nexport const x: Verbs['close'][1] = { shut: true };`);
  await assert.rejects(compile('--noEmit', '--strict', '--target', 'es2023', file));
});
