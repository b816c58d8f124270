// @ts-check
// A hint for whoever is to move: looked for in the background, shown on the board and in the
// prompt with the reason why it is good, and dropped if they have played on meanwhile.

import { findHint } from '../model/hint.js';
import { say } from '../shell.js';
import { t } from '../words.js';
import { hintWords } from './wording.js';

/** @param {import('./controller.js').PlayController} play */
export async function showHint(play) {
  const { session, info, broker } = play;
  if (!session.canHint || play.seeking || !play.entry) return;
  const seeking = (play.seeking = { revision: session.revision });
  /** Whoever has played on does not want it any more. */
  const wanted = () =>
    play.seeking === seeking && seeking.revision === session.revision && session.canHint;
  play.paint();
  try {
    const { openGame, rules: game } = session;
    const hint = await findHint({ info, game, broker, wanted, openGame });
    if (!wanted()) return;
    if (hint === 'no-levels') play.refuse(t('noLevels'));
    else if (hint) {
      play.draw(play.entry?.reset());
      play.hint = { ...hint, words: hintWords(hint) };
      say(t('hintLine', play.hint.turn, play.hint.words));
    }
  } catch (error) {
    if (wanted()) play.refuse(error);
  } finally {
    if (play.seeking === seeking) {
      play.seeking = null;
      play.draw();
    }
  }
}
