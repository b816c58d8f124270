// @ts-check
// What people are told when their games cannot be kept, and how they save them: nothing is lost or
// removed without a word.

import { download } from './dom.js';
import { recordOf } from './record.js';
import { notify } from './shell.js';
import { t } from './words.js';

/** @typedef {import('./model/store.js').Kept} Kept */

/** Saves games as files. @param {Kept[]} games */
async function save(games) {
  const records = await Promise.all(games.map(recordOf));
  const name = games.length === 1 ? games[0].game : 'damier';
  const date = new Date().toISOString().slice(0, 10);
  download(new Blob([records.join('\n')], { type: 'text/plain' }), `${name}-${date}.txt`);
}

/** @param {import('./model/store.js').News} news */
export function tell(news) {
  const saving = (/** @type {Kept[]} */ games) => [
    { words: () => t('saveRecord'), run: () => save(games) },
  ];
  if (news.what === 'evicted') {
    const { games } = news;
    notify({ key: 'evicted', text: () => t('evicted', games.length), acts: saving(games) });
  } else if ('players' in news.kept) {
    notify({ key: 'lost', text: () => t('notStored'), acts: saving([news.kept]) });
  } else notify({ key: 'seat', text: () => t('seatNotStored'), acts: [] });
}
