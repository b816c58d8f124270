// What the pages look like to those who work on them: formatted by a tool, lines as short as those
// of Rust. A text that cannot be broken may be longer, but nobody should have to scroll.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PAGES, page } from './heads.js';

const WEB = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const LONGEST = 140;

test('the pages and their tests are formatted', async () => {
  const prettier = createRequire(import.meta.url).resolve('prettier/bin/prettier.cjs');
  await promisify(execFile)(process.execPath, [prettier, '--check', '.'], { cwd: WEB }).catch(
    ({ stderr }) => assert.fail(`${stderr}\nnpm run format --prefix web/tests`),
  );
});

test('no line is so long that one has to scroll', async () => {
  const names = await readdir(WEB, { recursive: true });
  const written = names.filter(
    name => /\.(js|css|html|ts|json)$/.test(name) && !/node_modules|package-lock/.test(name),
  );
  assert.ok(written.length > 50, 'the files are there');
  const long = [];
  for (const name of written) {
    const lines = (await readFile(path.join(WEB, name), 'utf8')).split('\n');
    lines.forEach((line, i) => {
      if (line.length > LONGEST) long.push(`${name}:${i + 1}: ${line.length}`);
    });
  }
  assert.deepEqual(long, []);
});

test('the heads of the pages name the modules that the pages import', async () => {
  for (const name of Object.keys(PAGES))
    assert.equal(
      await readFile(path.join(WEB, name), 'utf8'),
      await page(name),
      `${name}: npm run pages --prefix web/tests`,
    );
});
