// @ts-check
// Line icons on a grid of 24, drawn with the colour of the text beside them.

import { element } from './board/svg.js';
import { h } from './dom.js';

const PATHS = {
  undo: 'M9 7L4 12L9 17M4 12H14.5A5.5 5.5 0 0 1 14.5 23',
  redo: 'M15 7L20 12L15 17M20 12H9.5A5.5 5.5 0 0 0 9.5 23',
  hint:
    'M9 18H15M10 21H14M12 3A6 6 0 0 0 8.5 13.9C9.2 14.5 9.5 15.2 9.5 16H14.5C14.5 15.2' +
    ' 14.8 14.5 15.5 13.9A6 6 0 0 0 12 3Z',
  flip: 'M7 20V4M3 8L7 4L11 8M17 4V20M13 16L17 20L21 16',
  draw: 'M5 9H19M5 15H19',
  resign: 'M5 21V4M5 4H18L15 8.5L18 13H5',
  more:
    'M4 12A1 1 0 1 0 6 12A1 1 0 1 0 4 12ZM11 12A1 1 0 1 0 13 12A1 1 0 1 0 11 12Z' +
    'M18 12A1 1 0 1 0 20 12A1 1 0 1 0 18 12Z',
  plus: 'M12 5V19M5 12H19',
  leave: 'M20 12H5M11 6L5 12L11 18',
  turns: 'M9 6H20M9 12H20M9 18H20M4.5 6H4.51M4.5 12H4.51M4.5 18H4.51',
  close: 'M6 6L18 18M18 6L6 18',
  first: 'M18 6L12 12L18 18M7 6V18',
  back: 'M15 6L9 12L15 18',
  forward: 'M9 6L15 12L9 18',
  last: 'M6 6L12 12L6 18M17 6V18',
  sound: 'M4 10V14H7L12 18V6L7 10ZM15.5 9.5A4 4 0 0 1 15.5 14.5M18 7A7.5 7.5 0 0 1 18 17',
  mute: 'M4 10V14H7L12 18V6L7 10ZM16 10L21 15M21 10L16 15',
  moon: 'M20 14.5A8 8 0 1 1 9.5 4A6.5 6.5 0 0 0 20 14.5Z',
  sun:
    'M12 8A4 4 0 1 1 12 16A4 4 0 1 1 12 8ZM12 2V4M12 20V22M2 12H4M20 12H22M5 5L6.4 6.4' +
    'M17.6 17.6L19 19M19 5L17.6 6.4M6.4 17.6L5 19',
  copy: 'M9 9H20V20H9ZM15 9V4H4V15H9',
  save: 'M12 4V16M7 11L12 16L17 11M4 20H20',
  link:
    'M10 14A4 4 0 0 0 15.7 14L19 10.7A4 4 0 0 0 13.3 5L12 6.3' +
    'M14 10A4 4 0 0 0 8.3 10L5 13.3A4 4 0 0 0 10.7 19L12 17.7',
  star: 'M12 3L14.6 9.2L21 9.8L16.1 14.1L17.6 20.5L12 17L6.4 20.5L7.9 14.1L3 9.8L9.4 9.2Z',
  replay: 'M4 5V11H10M4.6 11A8 8 0 1 1 5.5 16.5M10 9.5V15.5L15.5 12.5Z',
  check: 'M5 12.5L10 17L19 7',
  games: 'M4 4H20V20H4ZM12 4V20M4 12H20',
  rules:
    'M12 6C10 4.5 7 4 4 4.5V18.5C7 18 10 18.5 12 20' +
    'C14 18.5 17 18 20 18.5V4.5C17 4 14 4.5 12 6ZM12 6V20',
  code: 'M8 7L3 12L8 17M16 7L21 12L16 17M13.5 5L10.5 19',
  open: 'M3 19V5H9L11 8H20V11M3 19L6 11H22L19 19Z',
  picture: 'M4 5H20V19H4ZM4 16L9 11L14 16L16.5 13.5L20 17M15.5 8.5H15.51',
  turn: 'M19 12A7 7 0 1 1 16.5 6.6M20 3V8H15',
  ccw: 'M5 11A7 7 0 1 1 7.5 17.4M4 6V11H9',
  cw: 'M19 11A7 7 0 1 0 16.5 17.4M20 6V11H15',
  half: 'M4 14A8 8 0 0 1 20 14M20 8V14H14',
  edit: 'M4 20L5 15L16 4L20 8L9 19ZM13.5 6.5L17.5 10.5',
  bell: 'M6 16V11A6 6 0 0 1 18 11V16L20 18H4ZM10 21H14',
  wave: 'M4 5H20V16H11L6 20V16H4Z',
};

/** @param {string} box @param {Record<string, string>} attributes @param {...Node} children */
export const picture = (box, attributes, ...children) =>
  element(
    'svg',
    { viewBox: box, 'aria-hidden': 'true', focusable: 'false', ...attributes },
    ...children,
  );

/** @param {keyof typeof PATHS} name */
export const icon = name =>
  picture('0 0 24 24', { class: 'ico' }, element('path', { d: PATHS[name] }));

/**
 * A button that is only a picture; its label is heard, and seen by whoever points at it.
 * @param {string} action @param {keyof typeof PATHS} name @param {string} label
 * @param {Record<string, string>} [more] other attributes
 */
export const tool = (action, name, label, more = {}) =>
  h(
    'button.tool',
    {
      type: 'button',
      'data-action': action,
      'data-key': action,
      'aria-label': label,
      title: label,
      ...more,
    },
    icon(name),
  );

/**
 * Whether there is a picture of this name.
 * @param {string} name
 * @returns {name is keyof typeof PATHS}
 */
export const hasIcon = name => Object.hasOwn(PATHS, name);

/**
 * A button with words, perhaps with a picture before them and its key behind them.
 * @param {string} action @param {string} label
 * @param {object} [more]
 * @param {string} [more.cls]
 * @param {string} [more.key]
 * @param {Record<string, string>} [more.extra]
 * @param {string} [more.kbd]
 * @param {string} [more.icon]
 */
export const button = (
  action,
  label,
  { cls = '', extra = {}, kbd = '', icon: name = '', key = '' } = {},
) =>
  h(
    'button.btn',
    {
      type: 'button',
      class: cls,
      'data-action': action,
      'data-key': key || action + (extra['data-click'] ?? ''),
      ...extra,
    },
    name && hasIcon(name) ? h('span.ico-box', { 'aria-hidden': 'true' }, icon(name)) : null,
    h('span', {}, label),
    kbd ? h('kbd', { 'aria-hidden': 'true' }, kbd) : null,
  );

export const brand = () =>
  picture(
    '0 0 26 26',
    {},
    element('rect', { class: 'sq', x: 1, y: 1, width: 11, height: 11, rx: 2.5 }),
    element('circle', { class: 'sq2', cx: 19.5, cy: 6.5, r: 5.5 }),
    element('circle', { class: 'sq2', cx: 6.5, cy: 19.5, r: 5.5 }),
    element('rect', { class: 'sq', x: 14, y: 14, width: 11, height: 11, rx: 2.5 }),
  );

/** The flag before "your turn". */
export const pointer = () => picture('0 0 10 10', {}, element('path', { d: 'M1 0L10 5L1 10Z' }));

/** What is proved of a game, for who begins: as much as the other, more, less. */
const PROVED = {
  draw: 'M5 6.3H11M5 9.7H11',
  win: 'M6 4.5L11 8L6 11.5',
  loss: 'M10 4.5L5 8L10 11.5',
};

/**
 * The state of knowledge: a square with "=", ">" or "<" where the value is proved, a dotted circle
 * where not.
 * @param {import('./types').GameInfo['value']} value
 */
export const knowledge = value =>
  value && value !== 'unknown'
    ? picture(
        '0 0 16 16',
        {},
        element('rect', { x: 1, y: 1, width: 14, height: 14, rx: 2.5 }),
        element('path', { d: PROVED[value] }),
      )
    : picture('0 0 16 16', {}, element('circle', { class: 'dots', cx: 8, cy: 8, r: 7 }));
