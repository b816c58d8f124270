// @ts-check
// What a person chose once and for all: kept in this browser, told to whoever asks. Where nothing
// can be kept (private windows) the page still works and simply forgets.

/**
 * @typedef {object} Settings
 * @property {'light' | 'dark' | ''} theme empty: as the system
 * @property {string} lang empty: as the browser
 * @property {boolean} sound
 * @property {boolean} soundOffered whether it has been
 * @property {'off' | 'quick' | 'normal' | 'slow'} speed how fast pawns move
 * @property {boolean} coordinates
 * @property {boolean} confirm ask before a turn entered by touch is played
 * @property {boolean} shortcuts whether single letters and digits are short cuts
 * @property {boolean} rules whether rules stand beside the board where there is much room
 * @property {boolean} notify whether notifications are wanted where the browser allows them
 * @property {string} name what friends are told one is called; empty: nothing
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: '',
  lang: '',
  sound: false,
  soundOffered: false,
  speed: 'normal',
  coordinates: true,
  confirm: false,
  shortcuts: true,
  rules: true,
  notify: true,
  name: '',
};
const KEY = 'damier.settings';

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(key);
    const found = text === null ? otherwise : JSON.parse(text);
    // Something else than what was kept is as good as nothing.
    return typeof found === typeof otherwise && found !== null ? found : otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Keeps a value; `undefined` forgets it. Says whether it could.
 * @param {string} key @param {unknown} value
 */
export function remember(key, value) {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What was chosen, as far as it can be one's choice. @returns {Settings} */
function chosen() {
  const found = /** @type {Record<string, unknown>} */ (recall(KEY, {})),
    out = { ...DEFAULTS };
  /** @type {Record<string, unknown[]>} */
  const choices = { theme: ['', 'light', 'dark'], speed: ['off', 'quick', 'normal', 'slow'] };
  for (const name of Object.keys(DEFAULTS)) {
    const good =
      name === 'lang' || name === 'name'
        ? typeof found[name] === 'string'
        : (choices[name] ?? [true, false]).includes(found[name]);
    if (good) Object.assign(out, { [name]: found[name] });
  }
  return out;
}

/** @type {Settings} */
export const settings = chosen();

/**
 * Keeps a choice and tells everybody, unless nothing that is shown depends on it.
 * @template {keyof Settings} K @param {K} name @param {Settings[K]} value @param {boolean} [quiet]
 */
export function choose(name, value, quiet = false) {
  settings[name] = value;
  remember(KEY, settings);
  if (quiet) return;
  dispatchEvent(new CustomEvent('settings', { detail: name }));
}

/** Whether the page is dark now. */
export const isDark = () =>
  settings.theme ? settings.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
