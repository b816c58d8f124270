// The types in the comments of the pages agree with what the pages do.

import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

test('the pages type-check', async () => {
  const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');
  const web = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
  await promisify(execFile)(process.execPath, [compiler, '-p', web]).catch(({ stdout }) => {
    throw new Error(stdout);
  });
});
