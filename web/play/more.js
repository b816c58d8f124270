// @ts-check
// What is not needed every minute: how the board looks, and the game as link, text and picture.

import { toPng, toSvg } from '../board/picture.js';
import { download, h } from '../dom.js';
import { icon } from '../icons.js';
import { other } from '../model/session.js';
import { loadGame } from '../model/store.js';
import { hold, written } from '../record.js';
import { choose, isDark, settings } from '../settings.js';
import { copyFrom, dialog } from '../dialog.js';
import { languageMenu, otherLanguage } from '../shell.js';
import { capital, pick, t } from '../words.js';
import { gameLink } from './link.js';
import { liveOf, localOf, nameOf } from './wording.js';

/** @typedef {import('./controller.js').PlayController} PlayController */
/** @typedef {import('../model/session.js').GameSession} GameSession */
/** @typedef {Parameters<typeof icon>[0]} Icon */

/** @typedef {'coordinates' | 'confirm' | 'sound' | 'shortcuts' | 'notify'} Toggle */

/** @param {Toggle} name @param {string} words */
const toggle = (name, words) =>
  h(
    'label.switch',
    {},
    h('span', {}, words),
    h('input', { type: 'checkbox', role: 'switch', 'data-setting': name, checked: settings[name] }),
  );

/** How fast pawns move, and what that is called. */
const SPEEDS = /** @type {const} */ ([
  ['off', 'speed_off'],
  ['quick', 'speed_quick'],
  ['normal', 'speed_normal'],
  ['slow', 'speed_slow'],
]);

const speeds = () =>
  h(
    'label.switch',
    {},
    h('span', {}, t('speed')),
    h(
      'select.input',
      { 'data-setting': 'speed' },
      SPEEDS.map(([value, word]) =>
        h('option', { value, selected: settings.speed === value }, t(word)),
      ),
    ),
  );

/** @param {string} action @param {Icon} name @param {string} words */
const item = (action, name, words) =>
  h('button.btn', { type: 'button', 'data-do': action }, icon(name), h('span', {}, words));

/** The record of a game that is open. @param {GameSession} session @returns {Promise<string>} */
export async function recordOf(session) {
  const { source, snapshot, tree } = session,
    { first } = snapshot,
    { rules, start } = source,
    local = localOf(session),
    kept = local?.kept,
    live = /** @type {import('../model/session.js').Over | undefined | null} */ (
      liveOf(session)?.state.over
    );
  // An end that the turns tell needs no telling.
  const told = session.node === tree.last && snapshot.over;
  const names = { First: nameOf(session, first), Second: nameOf(session, other(first)) };
  const date = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
  return written({
    game: session.info.id,
    rules,
    start,
    tree,
    first,
    // What a record says is not added to.
    tags: kept?.shown ? kept.tags : { Date: date, ...names, ...kept?.tags },
    end: local ? tree.last.end : !told && live?.outcome ? live : null,
  });
}

/** @param {PlayController} play */
export async function saveRecord(play) {
  download(
    new Blob([await recordOf(play.session)], { type: 'text/plain' }),
    `${play.info.id}-${new Date().toISOString().slice(0, 10)}.txt`,
  );
}

/** Opens a game on the Analyse page. @param {GameSession} session */
export async function analyse(session) {
  hold(await recordOf(session));
  location.href = '/analyse#open=';
}

/** Opens a game there with what decided it first. @param {GameSession} session */
export async function review(session) {
  const kept = localOf(session)?.kept,
    how = new URLSearchParams({ review: session.you ?? '' });
  // A game that is kept here knows its players.
  if (kept && loadGame(kept.id)) how.set('local', kept.id);
  else {
    hold(await recordOf(session));
    how.set('open', '');
  }
  location.href = `/analyse#${how}`;
}

/** @param {PlayController} play @param {{open: () => void, keys: () => void}} hooks */
export function more(play, hooks) {
  const { session, info } = play,
    n = play.ply ?? session.turns.length,
    position = session.positionAt(n),
    title = t('boardAt', pick(info.name), position);
  const input = h('input.input', {
    readonly: true,
    value: position,
    'aria-label': t('position'),
    id: 'position',
  });
  const body = h(
    'div',
    { class: 'more' },
    h('h3', {}, t('boardWord')),
    toggle('coordinates', t('coordinates')),
    toggle('confirm', t('confirmTouch')),
    toggle('sound', t('sounds')),
    speeds(),
    toggle('shortcuts', t('shortcuts')),
    'Notification' in globalThis ? toggle('notify', t('notifications')) : '',
    h(
      'div.menu',
      {},
      item('flip', 'flip', t('flip')),
      item('rotate', 'turn', t('rotate')),
      item('svg', 'picture', t('saveSvg')),
      item('png', 'picture', t('savePng')),
    ),
    h('h3', {}, t('recordWord')),
    h(
      'div.menu',
      {},
      // What is being played is not analysed while it is.
      session.over || session.branches ? item('analyse', 'hint', t('analysis')) : '',
      item('link', 'link', t('copyLink')),
      item('record', 'copy', t('copyRecord')),
      item('save', 'save', t('saveRecord')),
      item('open', 'open', t('openRecord')),
    ),
    h(
      'div',
      {},
      h('span.label', {}, t('position')),
      h('div.row', {}, input, item('position', 'copy', t('copy'))),
    ),
    h('p', {}, h('button.link', { type: 'button', 'data-do': 'keys' }, t('keys'))),
  );
  const box = dialog({ title: t('moreTitle'), id: 'more', body: [body] });
  const acts = /** @type {Record<string, (el: HTMLElement) => unknown>} */ ({
    flip: () => play.flip(),
    rotate: () => play.rotate(),
    svg: () =>
      download(new Blob([toSvg(play.board, title)], { type: 'image/svg+xml' }), `${info.id}.svg`),
    png: async () => download(await toPng(toSvg(play.board, title)), `${info.id}.png`),
    link: el =>
      copyFrom(
        el,
        gameLink({
          game: info.id,
          rules: session.source.rules,
          start: session.source.start,
          turns: session.turns.slice(0, n),
        }),
      ),
    record: async el => copyFrom(el, await recordOf(play.session)),
    save: () => saveRecord(play),
    analyse: () => analyse(session),
    position: el => copyFrom(el, position),
    open: () => {
      box.close();
      hooks.open();
    },
    keys: () => {
      box.close();
      hooks.keys();
    },
  });
  box.addEventListener('click', e => {
    const el = e.target instanceof Element ? e.target.closest('[data-do]') : null;
    if (el instanceof HTMLElement) acts[el.dataset.do ?? '']?.(el);
  });
  box.addEventListener('change', e => {
    if (e.target instanceof HTMLSelectElement)
      return choose('speed', /** @type {typeof settings.speed} */ (e.target.value));
    const el = /** @type {HTMLInputElement} */ (e.target);
    const name = /** @type {Toggle | undefined} */ (el.dataset.setting);
    if (name) choose(name, el.checked);
    if (name === 'notify' && el.checked) import('./notify.js').then(({ allow }) => allow());
  });
}

/**
 * What a small screen has no room for. The page does what is pressed, as everywhere.
 * @param {PlayController} play
 */
export function menu(play) {
  const { session } = play,
    // A game is given up or agreed on where it stands, not in what could have been.
    over = !!session.over || session.node !== session.tree.last,
    player = session.mine.length > 0 && !session.readOnly && !over,
    dark = isDark();
  const act = (
    /** @type {string} */ action,
    /** @type {Icon} */ name,
    /** @type {string} */ words,
    off = false,
  ) =>
    h(
      'button.btn',
      { type: 'button', 'data-action': action, disabled: off },
      icon(name),
      h('span', {}, words),
    );
  const other = otherLanguage();
  const box = dialog({
    title: t('menu'),
    id: 'menu',
    cls: 'short',
    body: [
      h(
        'div.menu',
        {},
        act('new-game', 'plus', t('newGame')),
        act('replay', 'replay', t('replayTurn'), !session.turns.length),
        act('flip', 'flip', t('flip')),
        act('rotate', 'turn', t('rotate')),
        act('draw', 'draw', t('draw'), !player || !session.turns.length),
        act('resign', 'resign', t('resign'), !player),
        liveOf(session)?.state.you ? act('greet', 'wave', t('greet')) : null,
        liveOf(session)?.state.you ? act('my-name', 'edit', t('myName')) : null,
      ),
      h(
        'div.menu',
        {},
        act('sound', settings.sound ? 'sound' : 'mute', t(settings.sound ? 'soundOff' : 'soundOn')),
        act('theme', dark ? 'sun' : 'moon', t(dark ? 'toLight' : 'toDark')),
        other
          ? h(
              'button.btn',
              { type: 'button', 'data-action': 'lang', lang: other.code },
              h('span', {}, capital(other.name)),
            )
          : languageMenu('btn'),
      ),
    ],
  });
  box.addEventListener('click', e => {
    if (e.target instanceof Element && e.target.closest('[data-action]')) box.close();
  });
}

/** What the keys do on a board. @param {import('../types').View} view */
export function showKeys(view) {
  const files = view.cells.map(({ cell }) => cell[0]).sort(),
    [first] = files,
    last = files[files.length - 1];
  // A letter that names a file begins a turn.
  const flip = files.includes('f') ? t('shiftKey', 'F') : 'f';
  const rows = /** @type {[string, string][]} */ ([
    ['← ↑ ↓ →', t('keyArrows')],
    [t('keyEnterName'), t('keyEnter')],
    [t('escKey'), t('keyEsc')],
    ['1 2 3', t('keyDigits')],
    [`${first}–${last}`, t('keyLetters')],
    [t('keyStepName'), t('keyStep')],
    [t('keyBoardName'), t('keyBoard')],
    ['u', t('keyUndo')],
    [t('shiftKey', 'U'), t('keyRedo')],
    ['p', t('keyReplay')],
    [flip, t('keyFlip')],
    ['n', t('keyNew')],
    ['r', t('keyRules')],
  ]);
  dialog({
    title: t('keys'),
    id: 'keys',
    cls: 'short',
    body: [
      h(
        'table.keys',
        {},
        rows.map(([k, w]) => h('tr', {}, h('th', { scope: 'row' }, k), h('td', {}, w))),
      ),
    ],
  });
}
