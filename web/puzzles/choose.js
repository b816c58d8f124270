// @ts-check
// Choosing which puzzles one wants: a game, how hard, what about. Loaded when it is asked for.

import { dialog, leaveDialogs } from '../dialog.js';
import { h } from '../dom.js';
import { pick, t } from '../words.js';
import { CHOICES, themeName } from './wording.js';

/** @typedef {import('./data.js').Filter} Filter */

/**
 * @param {import('../types').GameInfo[]} games that have puzzles
 * @param {Filter} filter
 * @param {(wanted: Filter) => Promise<number>} count how many there are
 * @param {(wanted: Filter) => void} chosen
 */
export function choosePuzzles(games, filter, count, chosen) {
  const field = (
    /** @type {keyof Filter} */ name,
    /** @type {string} */ label,
    /** @type {[string, string][]} */ options,
  ) =>
    h(
      'label.field',
      {},
      h('span', {}, label),
      h(
        'select.input',
        { name, id: `choose-${name}` },
        options.map(([value, words]) =>
          h('option', { value, selected: filter[name] === value }, words),
        ),
      ),
    );
  const about = h('p.small.muted', { id: 'choose-count', role: 'status' }),
    go = h('button.btn.primary', { type: 'submit', form: 'choose-form' }, t('puzzles.go'));
  const form = /** @type {HTMLFormElement} */ (
    h(
      'form.choose',
      { id: 'choose-form' },
      field('game', t('puzzles.game'), [
        ['', t('puzzles.all')],
        ...games.map(({ id, name }) => /** @type {[string, string]} */ ([id, pick(name)])),
      ]),
      field('difficulty', t('puzzles.difficulty'), [
        ['', t('puzzles.suited')],
        ['easy', t('puzzles.easy')],
        ['medium', t('puzzles.medium')],
        ['hard', t('puzzles.hard')],
      ]),
      field('theme', t('puzzles.theme'), [
        ['', t('puzzles.any')],
        ...CHOICES.map(kind => /** @type {[string, string]} */ ([kind, themeName(kind)])),
      ]),
      about,
    )
  );
  const wanted = () => /** @type {Filter} */ (Object.fromEntries(new FormData(form)));
  const look = async () => {
    const asked = wanted(),
      n = await count(asked);
    if (JSON.stringify(asked) !== JSON.stringify(wanted())) return;
    about.textContent = t('puzzles.count', n);
    go.toggleAttribute('disabled', !n);
  };
  const box = dialog({ title: t('puzzles.choose'), id: 'choose', body: [form], foot: [go] });
  form.addEventListener('change', () => {
    look().catch(() => {});
  });
  form.addEventListener('submit', e => {
    e.preventDefault();
    const now = wanted();
    box.close();
    // The dialog's entry in the history is left first: what is shown next has its own address.
    leaveDialogs().then(() => chosen(now));
  });
  look().catch(() => {});
}
