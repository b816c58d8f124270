// @ts-check
// One choice in a row of several.

import { h } from '../dom.js';
import { icon } from '../icons.js';

/**
 * @param {string} name
 * @param {string} legend
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {string} [cls]
 */
export function segments(name, legend, values, chosen, cls = 'tick') {
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
