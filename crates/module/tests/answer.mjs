// Answers requests with the module, for the test that compares: lines of JSON from a file, a line
// of JSON for each. Arguments: protocol.js, the module, the requests, then tables to hand in.

import { readFileSync } from 'node:fs';

const [protocol, module, requests, ...tables] = process.argv.slice(2);
// As a module, whatever the version of node takes a file with this ending for.
const source = Buffer.from(readFileSync(protocol)).toString('base64');
const { Session } = await import(`data:text/javascript;base64,${source}`);

const bytes = readFileSync(module);
const needs = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
if (needs.length > 0) throw new Error(`the module asks for ${JSON.stringify(needs)}`);

const opened = await Session.open(bytes);
const lines = [];
for (const table of tables) lines.push(JSON.stringify(opened.addTable(readFileSync(table))));
for (const request of readFileSync(requests, 'utf8').split('\n')) lines.push(opened.text(request));

// Texts and pictures are left to others.
for (const verb of ['rules', 'start', 'board', 'text-board', 'tables']) {
  const answer = opened.answer({ do: verb, game: 'kono' });
  if (answer.error?.code !== 'bad-request') throw new Error(JSON.stringify(answer));
}

// From a response too, as pages do it.
const headers = { 'content-type': 'application/wasm' };
const again = await Session.open(Promise.resolve(new Response(bytes, { headers })));
const games = again.answer({ do: 'games' });
if (!games.ok?.games.length) throw new Error('no games from a response');

process.stdout.write(lines.join('\n'));
