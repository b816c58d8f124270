// @ts-check
// The new game dialog: opponent, level, colour, who begins, rule options. What was chosen last time
// is chosen already.

import { fill, h } from '../dom.js';
import { ask } from '../engine.js';
import { choose, recall, remember, settings } from '../settings.js';
import { dialog } from '../dialog.js';
import { capital, complaint, pick, sentencesOf, t } from '../words.js';
import { isStrongest } from '../model/opponent.js';
import { clockFields, goodClock, takeClock } from './clock-fields.js';
import { manner, strength, suggestion, suggestionWords } from './levels.js';
import { segments } from './segments.js';
import { levelNumber, levelTitle, reachWords } from './wording.js';

/** @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Side} Side */
/** @typedef {{what: import('../types').Coverage, without: boolean}} Known */

/**
 * @typedef {object} Choice
 * @property {'here' | 'link' | 'computer'} opponent
 * @property {string} level
 * @property {Side | 'random'} side
 * @property {string} first who begins: a value of the option, or `lot`
 * @property {Record<string, string>} options all others that are not as on the sheet
 * @property {import('./clock-fields.js').ClockChoice | null} clock
 */

const KEY = 'damier.last.';

/** @param {GameInfo} info @returns {Choice} */
function lastChoice(info) {
  /** @type {Choice} */
  const base = {
    opponent: 'computer',
    level: '',
    side: 'random',
    first: info.lot ? 'lot' : '',
    options: {},
    clock: null,
  };
  /** @type {Choice} */
  const kept = { ...base, ...recall('damier.last', {}), ...recall(KEY + info.id, {}) };
  const good = (/** @type {string} */ name, /** @type {string} */ value) =>
    info.options.some(o => o.name === name && o.values.some(v => v.name === value));
  kept.options = Object.fromEntries(
    Object.entries(kept.options ?? {}).filter(([n, v]) => n !== 'first' && good(n, String(v))),
  );
  if (kept.first !== 'lot' && !good('first', kept.first)) kept.first = '';
  if (!['here', 'link', 'computer'].includes(kept.opponent)) kept.opponent = base.opponent;
  if (!['light', 'dark', 'random'].includes(kept.side)) kept.side = base.side;
  kept.clock = goodClock(kept.clock);
  if (!info.levels.includes(kept.level))
    kept.level = info.levels[Math.min(2, info.levels.length - 1)] ?? '';
  if (!info.levels.length && kept.opponent === 'computer') kept.opponent = 'here';
  return kept;
}

/**
 * `name=value,…` for what is not as on the sheet.
 * @param {GameInfo} info @param {Choice} choice @param {string} first
 */
export const rulesText = (info, choice, first) =>
  info.options
    .map(o => [o, o.name === 'first' ? first : choice.options[o.name]])
    .filter(([o, v]) => v && v !== /** @type {any} */ (o).values[0].name)
    .map(([o, v]) => `${/** @type {any} */ (o).name}=${v}`)
    .join(',');

/** The levels by name, and what is known of the chosen one. @param {GameInfo} info @param {Choice} choice */
function levelFields(info, choice) {
  const fits = suggestion(info);
  const title = (/** @type {string} */ level) =>
    isStrongest(level) ? levelTitle(level) : t('levelLine', levelNumber(level), levelTitle(level));
  return [
    segments(
      'level',
      t('level'),
      info.levels.map(l => [l, title(l)]),
      choice.level,
      'levels',
    ),
    h(
      'p.small.muted',
      { 'data-key': 'manner', id: 'manner', role: 'status' },
      sentencesOf([manner(info, choice.level), ...strength(info, choice.level)]),
    ),
    fits && fits.level !== choice.level
      ? h(
          'p.small',
          { 'data-key': 'suggest', id: 'suggest' },
          `${suggestionWords(fits)} `,
          h(
            'button.link',
            { type: 'button', 'data-level': fits.level },
            t('chooseLevel', levelTitle(fits.level)),
          ),
        )
      : null,
  ];
}

/** What friends are told one is called. */
const nameField = () =>
  h(
    'label.field',
    { 'data-key': 'name' },
    h('span.label', {}, t('myName')),
    h('input.input', {
      name: 'name',
      maxlength: 24,
      value: settings.name,
      autocomplete: 'nickname',
      spellcheck: 'false',
    }),
  );

/**
 * @param {GameInfo} info @param {Choice} choice @param {boolean} online
 * @param {Known | null} reach what the strongest opponent knows
 */
function fields(info, choice, online, reach) {
  const first = info.options.find(o => o.name === 'first'),
    others = info.options.filter(o => o.name !== 'first');
  const { opponent } = choice,
    changed = others.filter(
      o => choice.options[o.name] && choice.options[o.name] !== o.values[0].name,
    ).length;
  const sides = /** @type {[string, string][]} */ ([
    ['light', pick(info.sides[0].name)],
    ['dark', pick(info.sides[1].name)],
    ['random', t('byLot')],
  ]);
  const out = [
    segments(
      'opponent',
      t('opponent'),
      [
        ['here', t('oppHere')],
        ['link', t('oppLink')],
        ...(info.levels.length
          ? /** @type {[string, string][]} */ ([['computer', t('oppComputer')]])
          : []),
      ],
      opponent,
    ),
  ];
  if (!info.levels.length) out.push(h('p.small.muted', { 'data-key': 'no-levels' }, t('noLevels')));
  if (opponent === 'computer') out.push(...levelFields(info, choice).flatMap(one => one ?? []));
  if (opponent === 'computer' && isStrongest(choice.level))
    out.push(
      h(
        'p.small.muted',
        { 'data-key': 'reach', id: 'reach', role: 'status' },
        reach ? `${reachWords(reach.what, reach.without)}.` : '',
      ),
    );
  if (opponent === 'link' && !online)
    out.push(h('p.fault', { 'data-key': 'offline' }, t('offlineFriend')));
  if (opponent !== 'here') out.push(segments('side', t('youPlay'), sides, choice.side));
  if (first) {
    const values = first.values.map(v => /** @type {[string, string]} */ ([v.name, pick(v.words)]));
    out.push(
      segments(
        'first',
        pick(first.words),
        [...values, ['lot', t('byLot')]],
        choice.first || first.values[0].name,
      ),
    );
  }
  if (opponent !== 'computer') out.push(...clockFields(info, choice));
  if (opponent === 'link') out.push(nameField());
  out.push(
    h(
      'details.options',
      { 'data-key': 'options' },
      h(
        'summary',
        {},
        `${t('ruleOptions')} `,
        h('span.small.muted', {}, changed ? t('someChanged', changed) : t('allSheet')),
      ),
      h(
        'div',
        {},
        others.map(o =>
          segments(
            `option-${o.name}`,
            pick(o.words),
            o.values.map(v => [v.name, pick(v.words)]),
            choice.options[o.name] ?? o.values[0].name,
            'stack tick',
          ),
        ),
      ),
    ),
  );
  return out;
}

/**
 * Opens the dialog.
 * @param {GameInfo} info
 * @param {(choice: Choice) => Promise<() => void>} begin may throw; gives what follows
 * @param {boolean} online
 * @param {boolean} page whether the address asks for it
 */
export function newGame(info, begin, online, page) {
  const choice = lastChoice(info);
  const form = h('form', { id: 'new-form', class: 'content-form' });
  const fault = h('p.fault', { role: 'alert', hidden: true });
  const go = /** @type {HTMLButtonElement} */ (
    h('button.btn.primary', { type: 'submit', form: 'new-form', 'data-action': 'start' })
  );
  const box = dialog({
    title: t('newOf', pick(info.name)),
    id: 'new-game',
    page,
    body: [form, fault],
    foot: [
      h('button.btn.quiet', { type: 'button', 'data-action': 'close-dialog' }, t('cancel')),
      go,
    ],
  });
  /** @type {Known | null} */
  let reach = null;
  const paint = () => {
    fill(form, fields(info, choice, online, reach));
    go.textContent = t(choice.opponent === 'link' ? 'createLink' : 'start');
    go.disabled = choice.opponent === 'link' && !online;
  };
  // The tables are made ready while the rest is chosen.
  const look = async () => {
    if (choice.opponent !== 'computer' || !isStrongest(choice.level)) return;
    const rules = rulesText(info, choice, ''),
      what = await ask('coverage', { game: info.id, rules });
    const there = await fetch(
      `/api/v1/games/${info.id}/tables?${new URLSearchParams({ rules: what.rules })}`,
    ).then(
      r => r.ok,
      () => false,
    );
    if (rules !== rulesText(info, choice, '')) return;
    reach = { what, without: !there };
    paint();
  };
  form.addEventListener('change', e => {
    const { name, value } = /** @type {HTMLInputElement} */ (e.target);
    if (name === 'name') choose('name', value.trim());
    else if (name.startsWith('option-')) choice.options[name.slice(7)] = value;
    else if (!takeClock(choice, name, value)) /** @type {any} */ (choice)[name] = value;
    paint();
    look();
  });
  form.addEventListener('click', e => {
    const el = e.target instanceof Element ? e.target.closest('[data-level]') : null;
    if (!(el instanceof HTMLElement)) return;
    choice.level = el.dataset.level ?? choice.level;
    paint();
    look();
    /** @type {HTMLElement | null} */ (form.querySelector('[name=level]:checked'))?.focus();
  });
  form.addEventListener('submit', async e => {
    e.preventDefault();
    const { options, first, ...general } = choice;
    remember('damier.last', general);
    remember(KEY + info.id, { options, first, level: choice.level });
    go.disabled = true;
    try {
      const then = await begin(choice);
      box.close();
      then();
    } catch (error) {
      fault.hidden = false;
      fault.textContent = capital(complaint(error));
      go.disabled = false;
    }
  });
  paint();
  look();
  /** @type {HTMLElement | null} */ (form.querySelector('input:checked'))?.focus();
}
