// @ts-check
// What the pages say. The sentences are data: the section `page` of the language files in `locales`,
// of which a page loads the one it is read in. Here is only how a sentence gets its arguments; what
// may stand in one is in CONTRIBUTING.md. Names of games, sides, options and buttons come from the
// games themselves, reasons and questions from the rules.

import { choose } from './settings.js';

/** @typedef {import('./sentences').Word} Word */
/** @typedef {import('./types').Both} Both */
/** @typedef {{code: string, name: string, direction: 'ltr' | 'rtl'}} About */

/**
 * A language as the server gives it.
 * @typedef {object} Language
 * @property {string} code
 * @property {string} tag by which the browser knows it
 * @property {'ltr' | 'rtl'} direction
 * @property {string} bind marks before which no line may break
 * @property {About[]} languages all there are
 * @property {Record<string, string>} sentences
 */

/** @type {Language} */
let spoken = { code: 'en', tag: 'en', direction: 'ltr', bind: '', languages: [], sentences: {} };
let numbers = new Intl.NumberFormat('en'),
  plurals = new Intl.PluralRules('en'),
  choices = new Intl.ListFormat('en'),
  unbound = /(?!)/g;

/** Speaks this language from now on. @param {Language} language */
export function speak(language) {
  spoken = language;
  numbers = new Intl.NumberFormat(spoken.tag);
  plurals = new Intl.PluralRules(spoken.tag);
  choices = new Intl.ListFormat(spoken.tag, { type: 'disjunction' });
  unbound = spoken.bind ? new RegExp(` (?=[${spoken.bind}])`, 'g') : /(?!)/g;
}

/** @param {string} file */
async function words(file) {
  const answer = await fetch(new URL(`words/${file}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer.json();
}

/** What this page says besides what all pages say. @type {Set<string>} */
const parts = new Set();

/** Fetches a language and speaks it. @param {string} code */
async function load(code) {
  const [language, ...more] = await Promise.all(
    [code, ...[...parts].map(part => `${part}.${code}`)].map(words),
  );
  speak({ ...language, sentences: Object.assign(language.sentences, ...more) });
}

/** Fetches a part of what is said that only some pages say. @param {string} part */
export async function learnWords(part) {
  if (parts.has(part)) return;
  Object.assign(spoken.sentences, await words(`${part}.${spoken.code}`));
  parts.add(part);
}

// `early.js` has chosen the language of our pages and has the browser fetch it. On somebody else's
// page a board speaks the language of that page, if it can. Tests outside a browser speak by
// themselves.
const { damierLang } = /** @type {{damierLang?: string}} */ (globalThis);
if (damierLang) await load(damierLang);
else if (typeof document !== 'undefined') {
  await load('en');
  const [code] = document.documentElement.lang.toLowerCase().split('-');
  if (code !== 'en' && spoken.languages.some(language => language.code === code)) await load(code);
}

export const lang = () => spoken.code;

/** By which the browser knows the language. */
export const tag = () => spoken.tag;

/** All languages there are. */
export const languages = () => spoken.languages;

/** @param {string} chosen */
export async function setLang(chosen) {
  await load(chosen);
  document.documentElement.lang = spoken.code;
  document.documentElement.dir = spoken.direction;
  choose('lang', chosen);
}

/** @typedef {(string | number)[]} Arguments */

/**
 * A sentence in the language of the page, with its arguments.
 * @param {Word} word @param {...(string | number)} given
 */
export const t = (word, ...given) =>
  fill((spoken.sentences[word] ?? word).replace(unbound, '\u00a0'), given);

/**
 * Puts the arguments in their places. `count` is the number that `#` stands for in a plural.
 * @param {string} text @param {Arguments} given @param {number} [count] @returns {string}
 */
function fill(text, given, count) {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '#' && count !== undefined) out += numbers.format(count);
    else if (text[i] !== '{') out += text[i];
    else {
      const end = closing(text, i);
      out += place(text.slice(i + 1, end), given);
      i = end;
    }
  }
  return out;
}

/** Where the brace is closed that opens at `from`. @param {string} text @param {number} from */
function closing(text, from) {
  for (let i = from, depth = 0; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return i;
  }
  return text.length;
}

/**
 * What stands in braces: `0`, `0,number`, `0,plural,one{…}other{…}` or `0,select,…`.
 * @param {string} inside @param {Arguments} given
 */
function place(inside, given) {
  const [index, kind] = inside.split(',', 2),
    argument = given[Number(index)];
  if (argument === undefined) return `{${inside}}`;
  if (kind === undefined) return String(argument);
  if (kind === 'number') return numbers.format(Number(argument));
  const cases = casesOf(inside.slice(index.length + kind.length + 2));
  if (kind === 'select')
    return fill(cases.get(String(argument)) ?? cases.get('other') ?? '', given);
  const n = Number(argument),
    form = cases.get(`=${n}`) ?? cases.get(plurals.select(n)) ?? cases.get('other') ?? '';
  return fill(form, given, n);
}

/** @param {string} text */
function casesOf(text) {
  /** @type {Map<string, string>} */
  const cases = new Map();
  for (let at = 0; at < text.length;) {
    const open = text.indexOf('{', at),
      end = closing(text, open);
    cases.set(text.slice(at, open), text.slice(open + 1, end));
    at = end + 1;
  }
  return cases;
}

/** An error whose message is for people, in their language. @param {string} message */
export const said = message => Object.assign(new Error(message), { said: true });

/**
 * What people are told of an error. What a browser says of its own is in a language that nobody
 * has chosen, and for programmers.
 * @param {unknown} error
 */
export function complaint(error) {
  if (typeof error === 'string') return error;
  const { said: told, message } = /** @type {{said?: boolean, message: string}} */ (error ?? {});
  if (told) return message;
  // For whoever looks for the cause.
  console.error(error);
  return t('unexpected');
}

/** What a game says of itself. @param {Both} both */
export const pick = both => both[spoken.code] ?? both.en;

/** Whether there is a sentence of this name. @param {string} name @returns {name is Word} */
export const isWord = name => Object.hasOwn(spoken.sentences, name);

/** `a, b or c`. @param {string[]} items */
export const anyOf = items => choices.format(items);

/** `a, b, c`. @param {string[]} items */
export const listOf = items =>
  items.length ? items.reduce((all, one) => t('list', all, one)) : '';

/** Whole sentences, one after the other. @param {string[]} items */
export const sentencesOf = items =>
  items.filter(Boolean).reduce((all, one) => (all ? t('twoSentences', all, one) : one), '');

/** With a capital letter, unless it begins with the name of a cell. @param {string} text */
export const capital = text =>
  /^[a-z]\d/.test(text) ? text : text.charAt(0).toLocaleUpperCase(spoken.tag) + text.slice(1);

/** A small number in words. @param {number} n */
export const inWords = n => t('inWords', n);

/** A length of time in words as short as they come. @param {number} seconds */
export function span(seconds) {
  if (seconds < 90) return t('seconds', Math.max(0, Math.round(seconds)));
  if (seconds < 90 * 60) return t('minutes', Math.round(seconds / 60));
  return seconds < 36 * 3600
    ? t('hours', Math.round(seconds / 3600))
    : t('days', Math.round(seconds / 86_400));
}
