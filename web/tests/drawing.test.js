// Boards are drawn twice, by the program (files, pictures of the API) and by the pages: both draw
// the same pawns at the same places, on surfaces of the same colours, in both themes.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Layout, pt } from '../board/layout.js';
import { serve } from './lib/server.js';

const css = await readFile(new URL('../board/board.css', import.meta.url), 'utf8');

/** What a class of the style sheet says of a colour, in the light or the dark theme. */
function colour(selector, name, theme) {
  const rule = css.match(new RegExp(`\\.${selector} \\{([^}]*)\\}`))?.[1] ?? '';
  const value = rule.match(new RegExp(`${name}: (?:light-dark\\(([^,]+), ([^)]+)\\)|([^;]+));`));
  assert.ok(value, `${name} of .${selector}`);
  return value[3] ?? value[theme === 'dark' ? 2 : 1];
}

test('the program and the pages draw the same board', async t => {
  const server = await serve(t);
  let compared = 0;
  for (const info of await server.games()) {
    const layout = new Layout(info.view, {}),
      look = await server.look(info.id, info.sample),
      wanted = look.pieces.map(([cell]) => pt(layout.at(cell))).sort();
    for (const theme of ['light', 'dark']) {
      const asked = new URLSearchParams({ position: info.sample, theme });
      const svg = await (
        await fetch(`${server.url}/api/v1/games/${info.id}/board.svg?${asked}`)
      ).text();
      const pieces = [...svg.matchAll(/class="piece"[^>]*translate\(([^)]+)\)/g)];
      assert.deepEqual(pieces.map(([, at]) => at).sort(), wanted, `${info.id}: where pawns stand`);
      for (const { tone } of info.view.regions) {
        for (const [part, name] of [
          ['.r-base', '--base'],
          ['.cell', '--cell'],
        ]) {
          const drawn = svg.match(new RegExp(`\\.tone-${tone} \\${part}\\{fill:([^}]+)\\}`))?.[1];
          assert.equal(
            drawn?.toLowerCase(),
            colour(`tone-${tone}`, name, theme),
            `${info.id}: ${part} of ${tone}, ${theme}`,
          );
          compared++;
        }
      }
      info.view.sides.forEach((material, side) => {
        for (const stop of [1, 2, 3]) {
          const drawn = svg.match(new RegExp(`body${side}-${stop}\\{stop-color:([^}]+)\\}`))?.[1];
          assert.equal(
            drawn?.toLowerCase(),
            colour(`${material}-${stop}`, 'stop-color', theme),
            `${info.id}: ${material}, ${theme}`,
          );
          compared++;
        }
      });
    }
  }
  assert.ok(compared > 60, `${compared} colours`);
});
