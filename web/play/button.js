// @ts-check
// The buttons of the prompt.

import { h } from '../dom.js';
import { hasIcon, icon } from '../icons.js';

/**
 * A button of the prompt.
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
