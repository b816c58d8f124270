// @ts-check
// What can be done with a variation where one may go anywhere in the tree: make it the main line,
// remove it. What was really played in a game of this browser stays its main line.

import { promotion, removal } from './edits.js';

export class Variations {
  /** @param {import('./local.js').LocalSource} source */
  constructor(source) {
    this.source = source;
  }

  get node() {
    return this.source.session.node;
  }

  get open() {
    return this.source.branches && !this.source.readOnly;
  }

  /** Whether the variation that is shown can become the main line where it branches off. */
  get canPromote() {
    const { variation } = this.node,
      { shown } = this.source.kept;
    return this.open && !!variation && (shown || !!variation.parent?.variation);
  }

  /** Whether the turn that is shown can be removed, with all that follows it. */
  get canRemove() {
    return this.open && !!this.node.variation;
  }

  /** Makes the variation that is shown the main line where it branches off. */
  promote() {
    return this.source.edit(() => {
      const { variation } = this.node;
      return this.canPromote && variation ? promotion(variation) : null;
    }, true);
  }

  /** Removes the turn that is shown, and all that follow it. */
  remove() {
    return this.source.edit(() => (this.canRemove ? removal(this.node) : null));
  }
}
