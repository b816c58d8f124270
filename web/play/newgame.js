// @ts-check
// The new game dialog: opponent, level, colour, who begins, rule options, clock. What was chosen
// last time is chosen already.

import { fill, h } from '../dom.js';
import { ask } from '../engine.js';
import { icon } from '../icons.js';
import { recall, remember } from '../settings.js';
import { dialog } from '../shell.js';
import { capital, pick, t } from '../words.js';
import { isStrongest } from '../model/opponent.js';
import { levelNumber, reachWords } from './wording.js';

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
 * @property {{initial: number, increment: number} | null} clock
 */

const KEY = 'damier.last.';
const CLOCKS = [
  null,
  { initial: 180, increment: 2 },
  { initial: 600, increment: 5 },
  { initial: 1800, increment: 20 },
];

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
  kept.clock = CLOCKS.find(c => JSON.stringify(c) === JSON.stringify(kept.clock)) ?? null;
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

/**
 * One choice in a row of several.
 * @param {string} name
 * @param {string} legend
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {string} [cls]
 */
function segments(name, legend, values, chosen, cls = 'tick') {
  return h(
    'fieldset',
    { 'data-key': name },
    h('legend', {}, legend),
    h(
      'div.seg',
      { class: cls },
      values.map(([value, words]) =>
        h(
          'label',
          { 'data-key': value, class: words.length > 3 ? 'long' : '' },
          h('input', { type: 'radio', name, value, checked: value === chosen }),
          h('span.tick-mark', { 'aria-hidden': 'true' }, icon('check')),
          h('span', {}, words),
        ),
      ),
    ),
  );
}

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
  if (opponent === 'computer')
    out.push(
      segments(
        'level',
        t('level'),
        info.levels.map(l => [
          l,
          l === 'perfect' ? t('perfect') : l === 'search' ? t('strongest') : levelNumber(l),
        ]),
        choice.level,
        `levels ${info.levels.length > 7 ? 'many' : info.levels.length < 7 ? 'few' : ''}`,
      ),
    );
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
  if (opponent === 'link') {
    const at = CLOCKS.findIndex(c => JSON.stringify(c) === JSON.stringify(choice.clock));
    out.push(
      segments(
        'clock',
        t('clock'),
        CLOCKS.map((c, i) => [
          String(i),
          c ? t('clockShort', c.initial / 60, c.increment) : t('noClock'),
        ]),
        String(Math.max(0, at)),
        '',
      ),
      h('p.small.muted', { 'data-key': 'clock-help' }, t('clockHelp')),
    );
  }
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
 */
export function newGame(info, begin, online) {
  const choice = lastChoice(info);
  const form = h('form', { id: 'new-form', class: 'content-form' });
  const fault = h('p.fault', { role: 'alert', hidden: true });
  const go = /** @type {HTMLButtonElement} */ (
    h('button.btn.primary', { type: 'submit', form: 'new-form', 'data-action': 'start' })
  );
  const box = dialog({
    title: t('newOf', pick(info.name)),
    id: 'new-game',
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
    if (name === 'clock') choice.clock = CLOCKS[+value];
    else if (name.startsWith('option-')) choice.options[name.slice(7)] = value;
    else /** @type {any} */ (choice)[name] = value;
    paint();
    look();
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
      fault.textContent = capital(error instanceof Error ? error.message : String(error));
      go.disabled = false;
    }
  });
  paint();
  look();
  /** @type {HTMLElement | null} */ (form.querySelector('input:checked'))?.focus();
}
