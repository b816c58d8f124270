// @ts-check
// Games that are only shown: a record that was opened, or the position and turns of a link. Nothing
// is stored of them until somebody plays a turn; then they are games of this browser.

import { LocalSource } from './local.js';

export class RecordSource extends LocalSource {
  /**
   * @param {import('../types').GameInfo} info @param {import('./store.js').Kept} kept
   * @param {import('./local.js').Means & {kept?: () => void}} means `kept`: it is a game now
   */
  constructor(info, kept, means) {
    super(info, kept, means);
    /** @type {'local' | 'record'} */
    this.kind = 'record';
    this.stored = false;
    this.onKept = means.kept ?? (() => {});
  }

  keep() {
    if (this.stored) return;
    this.ownership.found();
    this.stored = true;
    this.kind = 'local';
    this.onKept();
  }
}
