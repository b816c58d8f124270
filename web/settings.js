// @ts-check
// What a person chose once and for all: kept in this browser, told to whoever asks. Where nothing
// can be kept (private windows) the page still works and simply forgets.

/**
 * @typedef {object} Settings
 * @property {'light' | 'dark' | ''} theme empty: as the system
 * @property {'en' | 'fr' | ''} lang empty: as the browser
 * @property {boolean} sound
 * @property {boolean} coordinates
 * @property {boolean} confirm ask before a turn entered by touch is played
 * @property {string} name what friends see
 */

/** @type {Settings} */
const DEFAULTS = { theme: '', lang: '', sound: false, coordinates: true, confirm: false, name: '' };
const KEY = 'damier.settings';

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Keeps a value; `undefined` forgets it. Says whether it could. @param {string} key @param {unknown} value */
export function remember(key, value) {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...recall(KEY, {}) };

/** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
export function choose(name, value) {
  settings[name] = value;
  remember(KEY, settings);
  dispatchEvent(new CustomEvent('settings', { detail: name }));
}

/** Whether the page is dark now. */
export const isDark = () => (settings.theme ? settings.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);
