// @ts-check
// The page for addresses where there is nothing.

import { byId, fill, h } from './dom.js';
import { frame, onPaint } from './shell.js';
import { t } from './words.js';

frame();
onPaint(() =>
  fill(byId('main'), [
    h(
      'div.wrap',
      {},
      h('div.lead', {}, h('div', {}, h('h1', {}, t('missing')), h('p', {}, t('missingText')))),
      h('a.btn.primary', { href: '/' }, t('games')),
    ),
  ]),
);
