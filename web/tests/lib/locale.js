// The language files, for tests that run outside a browser. They are TOML of the simplest kind: a
// line for each sentence, and texts that JSON reads as well.

import { readFile } from 'node:fs/promises';

/** A language as the server gives it to pages. @param {string} code */
export async function language(code) {
  const text = await readFile(new URL(`../../../locales/${code}.toml`, import.meta.url), 'utf8');
  /** @type {Record<string, Record<string, string>>} */
  const sections = {};
  let section = {};
  for (const line of text.split('\n')) {
    const head = /^\[(.+)\]$/.exec(line),
      pair = /^"?([\w -]+?)"? = (".*")$/.exec(line);
    if (head) section = sections[head[1]] = {};
    // Without spaces inside the braces, as the build leaves it.
    else if (pair) section[pair[1]] = tidy(JSON.parse(pair[2]));
  }
  const { tag, direction, bind = '' } = sections.language;
  return { code, tag, direction, bind, languages: [], sentences: sections.page };
}

/** @param {string} text */
const tidy = text =>
  text
    .replace(
      /\{(\d+), (plural|select|number)(, )?/g,
      (_, n, kind, more) => `{${n},${kind}${more ? ',' : ''}`,
    )
    .replace(/(one|two|few|many|other|zero|=\d+) \{/g, '$1{')
    .replace(/\} (?=(one|two|few|many|other|zero|=\d+)\{)/g, '}');

/**
 * The forms of a sentence that depends on numbers, each with plain places for its arguments.
 * @param {string} text @returns {string[]}
 */
export function forms(text) {
  const start = /\{(\d+),(plural|select),/.exec(text);
  if (!start) return [text.replace(/\{(\d+),number\}/g, '{$1}')];
  const close = at => {
    for (let i = at, depth = 0; ; i++) {
      if (text[i] === '{') depth++;
      if (text[i] === '}' && --depth === 0) return i;
    }
  };
  const end = close(start.index),
    out = [];
  for (let at = start.index + start[0].length; at < end;) {
    const from = text.indexOf('{', at),
      to = close(from);
    const words = text.slice(from + 1, to).replaceAll('#', `{${start[1]}}`);
    out.push(...forms(text.slice(0, start.index) + words + text.slice(end + 1)));
    at = to + 1;
  }
  return out;
}
