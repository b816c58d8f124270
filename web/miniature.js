// @ts-check
// Small boards for lists: each position is asked for and drawn once.

import { boardElement } from './board/element.js';
import { ask } from './engine.js';

/** @typedef {import('./types').GameInfo} GameInfo */
/** @typedef {import('./types').Look} Look */

/** What is drawn already, by what it shows. @type {Map<string, HTMLElement>} */
const boards = new Map();
/** What is known of positions. @type {Map<string, Promise<Look | null>>} */
const looks = new Map();

/**
 * What a position looks like; null if the rules do not know it.
 * @param {string} game @param {string} rules @param {string} position @param {string} [lang]
 * @returns {Promise<Look | null>}
 */
export function lookAt(game, rules, position, lang = '') {
  const key = `${lang} ${game} ${rules} ${position}`;
  let look = looks.get(key);
  if (!look) {
    look = ask('look', { game, rules, position }).catch(() => null);
    looks.set(key, look);
  }
  return look;
}

/**
 * A small board of a position, drawn once.
 * @param {GameInfo} info @param {string} rules @param {string} position @param {string} key
 */
export function miniature(info, rules, position, key) {
  let host = boards.get(key);
  if (!host) {
    const { board } = (host = boardElement(
      info.view,
      { mini: true },
      { 'data-keep': '', 'data-key': key },
    ));
    boards.set(key, host);
    lookAt(info.id, rules, position).then(look => {
      if (look) board.show({ pieces: look.pieces });
    });
  }
  return host;
}
