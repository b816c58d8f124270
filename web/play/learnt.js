// @ts-check
// Who has played a game for a while knows what it is about: until then the prompt says so.

import { recall, remember } from '../settings.js';

const KEY = 'damier.learnt';
/** After so many turns of one's own. */
const ENOUGH = 6;

/** How many turns were played here, by game. @returns {Record<string, number>} */
const counts = () => recall(KEY, {});

/** Whether whoever sits here has shown to know a game. @param {string} game */
export const knows = game => (Number(counts()[game]) || 0) >= ENOUGH;

/** Somebody here has played a turn. @param {string} game */
export function learns(game) {
  const all = counts(),
    count = (Number(all[game]) || 0) + 1;
  if (count <= ENOUGH) remember(KEY, { ...all, [game]: count });
}
