// @ts-check
// A game that is analysed: a tree in which one goes anywhere. It is no game of this browser and is
// not kept among them; the window remembers it until it is closed.

import { annotation } from '../model/edits.js';
import { RecordSource } from '../model/record.js';

export class AnalysisSource extends RecordSource {
  /** What is tried out here is nobody's game. */
  keep() {}

  /** Whatever was played, one may go on from everywhere. */
  get branches() {
    return this.session.isOpen;
  }

  /** Says something about the turn that is shown. @param {{comment?: string, glyphs?: string[]}} said */
  annotate(said) {
    return this.edit(() => annotation(this.session.node, said), true);
  }
}
