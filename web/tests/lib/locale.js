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
  const parts = Object.entries(sections).filter(([name]) => name.startsWith('page.'));
  const more = parts.flatMap(([name, own]) =>
    Object.entries(own).map(([id, text]) => [`${name.slice(5)}.${id}`, text]),
  );
  const sentences = { ...sections.page, ...Object.fromEntries(more) };
  return { code, tag, direction, bind, languages: [], sentences };
}

/** Where the brace is closed that opens there. @param {string} text @param {number} from */
function closing(text, from) {
  for (let i = from, depth = 0; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return i;
  }
  throw new Error(`a brace is not closed: ${text}`);
}

/** @param {string} text @returns {string} */
function tidy(text) {
  const from = text.indexOf('{');
  if (from < 0) return text;
  const end = closing(text, from);
  return text.slice(0, from) + tidyPlace(text.slice(from + 1, end)) + tidy(text.slice(end + 1));
}

/** What stands in braces: an argument, and perhaps the cases it has. @param {string} inside */
function tidyPlace(inside) {
  const [, head, rest = ''] = /^(\d+(?:, (?:plural|select|number))?)(?:, (.*))?$/s.exec(inside);
  let cases = '';
  for (let at = 0; at < rest.length;) {
    const open = rest.indexOf('{', at),
      end = closing(rest, open);
    cases += `${rest.slice(at, open).trim()}{${tidy(rest.slice(open + 1, end))}}`;
    at = end + 1;
  }
  return `{${head.replace(', ', ',')}${cases ? `,${cases}` : ''}}`;
}

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
