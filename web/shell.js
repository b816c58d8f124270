// @ts-check
// What every page has: the bar at the top, the tabs at the bottom of small screens, language,
// sound and theme, dialogs, and a voice for screen readers.

import { byId, fill, h, listen } from './dom.js';
import { brand, icon, tool } from './icons.js';
import { waitingCount } from './model/store.js';
import { choose, isDark, settings } from './settings.js';
import { capital, lang, languages, setLang, t } from './words.js';

/**
 * @typedef {object} Page
 * @prop {string} href
 * @prop {'games' | 'myGames' | 'toSolve' | 'analysis' | 'api'} word
 * @prop {'games' | 'turns' | 'star' | 'hint' | 'code'} icon
 */

/** @type {Page[]} */
const PAGES = [
  { href: '/', word: 'games', icon: 'games' },
  { href: '/games', word: 'myGames', icon: 'turns' },
  { href: '/puzzles', word: 'toSolve', icon: 'star' },
  { href: '/analyse', word: 'analysis', icon: 'hint' },
  { href: '/api', word: 'api', icon: 'code' },
];

/**
 * Whether this page belongs under that entry: a game that is played belongs to the games.
 * @param {Page} page
 */
const isCurrent = page =>
  page === (PAGES.find(({ href }, i) => i && location.pathname.startsWith(href)) ?? PAGES[0]);

/** @param {boolean} tab */
const links = tab =>
  PAGES.map(page =>
    h(
      'a',
      { href: page.href, 'aria-current': isCurrent(page) && 'page' },
      tab ? [icon(page.icon), h('span', {}, t(page.word))] : t(page.word),
      page.href === '/games' ? waiting() : null,
    ),
  );

/** How many friends wait for a turn, as far as is known here. */
function waiting() {
  const count = waitingCount();
  return count
    ? h(
        'span.count',
        {},
        h('b', { 'aria-hidden': 'true' }, count),
        h('span.say', {}, t('friendsWait', count)),
      )
    : null;
}

/** The other language, where there are two. */
export function otherLanguage() {
  const [other, ...more] = languages().filter(({ code }) => code !== lang());
  return more.length ? undefined : other;
}

/** A menu of all languages. @param {string} cls */
export const languageMenu = cls =>
  h(
    `select.${cls}`,
    { 'data-change': 'lang', 'data-key': 'lang', 'aria-label': t('language') },
    languages().map(({ code, name, direction }) =>
      h(
        'option',
        { value: code, lang: code, dir: direction, selected: code === lang() },
        capital(name),
      ),
    ),
  );

/** With two languages a switch, with more of them a menu. */
function languageTool() {
  const other = otherLanguage();
  if (!other) return languageMenu('tool');
  const { code, name } = other,
    short = code.toUpperCase();
  return h(
    'button.tool',
    {
      type: 'button',
      'data-action': 'lang',
      'data-key': 'lang',
      lang: code,
      'aria-label': `${short}, ${capital(name)}`,
    },
    short,
  );
}

function top() {
  const dark = isDark();
  return h(
    'header.top',
    { 'data-key': 'top' },
    h('a.brand', { href: '/' }, brand(), h('span', {}, 'Damier')),
    h('nav.nav', { 'aria-label': t('mainNav') }, links(false)),
    h(
      'div.tools',
      {},
      languageTool(),
      tool('sound', settings.sound ? 'sound' : 'mute', t(settings.sound ? 'soundOff' : 'soundOn')),
      tool('theme', dark ? 'sun' : 'moon', t(dark ? 'toLight' : 'toDark')),
    ),
  );
}

/** @type {(() => void)[]} */
const painters = [];

/**
 * Draws the page now, and again when language, theme or another choice changes.
 * @param {() => void} paint
 */
export function onPaint(paint) {
  painters.push(paint);
  paint();
}

/** Paints everything again. */
export function repaint() {
  for (const paint of painters) paint();
}

/** Builds what stands around `main`. */
export function frame() {
  // The page has the bar already, without its words, so that something is painted at once.
  const before = byId('shell'),
    after = h('div', { id: 'tabs' });
  before.before(h('a.skip', { href: '#main', id: 'skip' }));
  before.after(h('div.notices', { id: 'notices', role: 'status' }));
  document.body.append(after, h('div.say', { id: 'say', 'aria-live': 'polite' }));
  onPaint(() => {
    /** @type {HTMLElement} */ (document.getElementById('skip')).textContent = t('skip');
    fill(before, [top()]);
    fill(after, [h('nav.tabbar', { 'aria-label': t('mainNav') }, links(true))]);
    paintNotices();
  });
  listen(document.body, {
    lang: () => setLang(otherLanguage()?.code ?? lang()),
    sound: () => choose('sound', !settings.sound),
    theme: () => choose('theme', isDark() ? 'light' : 'dark'),
    'close-dialog': el => el.closest('dialog')?.close(),
    notice: el => noticeOf(el)?.acts[Number(el.dataset.at)].run(),
    'notice-close': el => unnotify(noticeOf(el)?.key ?? ''),
  });
  document.body.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.dataset.change === 'lang')
      setLang(target.value);
  });
  addEventListener('stored', e => {
    import('./troubles.js')
      .then(({ tell }) => tell(/** @type {CustomEvent} */ (e).detail))
      .catch(() => {});
  });
  addEventListener('settings', () => {
    if (settings.theme) document.documentElement.dataset.theme = settings.theme;
    repaint();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
}

// ---- what people must know ---------------------------------------------------------------------

/**
 * Something that stays at the top of the page until it is closed.
 * @typedef {object} Notice
 * @property {string} key what it is about; a newer one replaces an older one
 * @property {() => string} text
 * @property {{words: () => string, run: () => unknown}[]} acts
 */

/** @type {Notice[]} */
let notices = [];

/** @param {Notice} notice */
export function notify(notice) {
  notices = [...notices.filter(({ key }) => key !== notice.key), notice];
  paintNotices();
}

/** @param {string} key */
function unnotify(key) {
  notices = notices.filter(notice => notice.key !== key);
  paintNotices();
}

function paintNotices() {
  const box = document.getElementById('notices');
  if (!box) return;
  const button = (/** @type {string} */ words, /** @type {number} */ i) =>
    h('button.btn.small', { type: 'button', 'data-action': 'notice', 'data-at': i }, words);
  fill(
    box,
    notices.map(({ key, text, acts }) =>
      h(
        'div.fault',
        { 'data-key': key, 'data-notice': key },
        h('p', {}, text()),
        h(
          'div.acts',
          {},
          acts.map(({ words }, i) => button(words(), i)),
          h(
            'button.btn.small.quiet',
            { type: 'button', 'data-action': 'notice-close' },
            t('close'),
          ),
        ),
      ),
    ),
  );
}

/** @param {HTMLElement} el */
const noticeOf = el => {
  const about = el.closest('[data-notice]')?.getAttribute('data-notice');
  return notices.find(({ key }) => key === about);
};

/**
 * A part of the pages that is loaded when it is needed. If the server has other pages by then, it
 * is said; whoever asked for the part waits for the reload.
 * @template T @param {() => Promise<T>} load @returns {() => Promise<T>}
 */
export const lazy = load => () =>
  load().catch(async () => {
    const there = await fetch('/assets.json').then(
      answer => answer.ok,
      () => false,
    );
    notify({ key: 'renewed', text: () => t(there ? 'newVersion' : 'noServer'), acts: [RELOAD] });
    return new Promise(() => {});
  });
const RELOAD = { words: () => t('reload'), run: () => location.reload() };

/** Style sheets that are there or on their way. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Loads a style sheet, before those of the page that may differ from it.
 * @param {string} name @returns {Promise<void>}
 */
export function stylesheet(name) {
  const { href } = new URL(name, import.meta.url),
    known = sheets.get(name);
  if (known) return known;
  if ([...document.styleSheets].some(sheet => sheet.href === href)) return Promise.resolve();
  const loading = new Promise((/** @type {(value: void) => void} */ done, fail) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => done();
    link.onerror = () => {
      sheets.delete(name);
      link.remove();
      fail(new Error(href));
    };
    document.querySelector('link[rel="stylesheet"]')?.after(link);
  });
  sheets.set(name, loading);
  return loading;
}

/** Keeps the pages for later, when there is nothing else to do, and sees when they are renewed. */
export function keepPages() {
  // Without the server there is nothing to keep, and nothing that misses it.
  const begin = async () => {
    const { startOffline, whenRenewed } = await import('./offline.js');
    startOffline();
    whenRenewed(() => notify({ key: 'renewed', text: () => t('updateReady'), acts: [RELOAD] }));
  };
  setTimeout(() => begin().catch(() => {}), 1500);
}

/** Says something to those who listen. @param {string} text */
export function say(text) {
  const voice = document.getElementById('say');
  // The same text twice is only heard if it changes.
  if (voice) voice.textContent = voice.textContent === text ? `${text}\u00a0` : text;
}
