// @ts-check
// A cell in words: what stands there and what a click would do, for those who hear the board.

import { listOf, pick, t } from '../words.js';

/** @typedef {import('./board.js').Scene} Scene */

const TARGETS = /** @type {Record<string, 'cellGo' | 'cellTake' | 'cellSwap'>} */ ({
  go: 'cellGo',
  take: 'cellTake',
  swap: 'cellSwap',
});

/**
 * @param {(side: import('../types').Side) => string} sideName
 * @param {import('../types').Named[]} labels what the marks of the game mean, in few words
 * @param {string} cell @param {Scene} scene
 */
export function describe(sideName, labels, cell, scene) {
  const side = scene.pieces.find(([c]) => c === cell)?.[1];
  const parts = [side ? t('cellPawn', cell, sideName(side)) : t('cellEmpty', cell)];
  if (scene.decided.includes(cell)) parts.push(t('cellDecided'));
  if (scene.taken.includes(cell)) parts.push(t('cellTaken'));
  const took = scene.trace?.taken.find(one => one.cell === cell);
  if (took) parts.push(t('cellWasTaken'));
  if (scene.trace?.sent.some(({ from }) => from === cell)) parts.push(t('cellSentFrom'));
  if (scene.selected === cell) parts.push(t('cellSelected'));
  if (scene.attacked.includes(cell)) parts.push(t('cellAttacked'));
  const target = scene.targets.find(([c]) => c === cell);
  if (target) parts.push(t(TARGETS[target[1]] ?? 'cellGo'));
  const line = scene.choices.find(c => c.cells.includes(cell));
  if (line) parts.push(line.words);
  if (scene.forced.includes(cell)) parts.push(t('cellForced'));
  else if (!scene.selected && scene.live.includes(cell) && side) parts.push(t('cellMovable'));
  for (const mark of scene.marks) {
    const label = labels.find(m => m.name === mark.kind);
    if (label && mark.cells.includes(cell)) parts.push(pick(label.words));
  }
  if (scene.last && [...scene.last.path.slice(-1), ...scene.last.also].includes(cell))
    parts.push(t('cellLast'));
  return listOf(parts);
}
