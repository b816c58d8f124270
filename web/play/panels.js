// @ts-check
// What stands around the board: strips of the players, title, turns, buttons. Each function says
// what a panel should look like now; nothing here changes the game.

import '../board/element.js';
import { pawnIcon } from '../board/paint.js';
import { byId, h } from '../dom.js';
import { button, icon, pointer, tool } from '../icons.js';
import { capital, lang, t } from '../words.js';
import { isStrongest } from '../model/opponent.js';
import { other } from '../model/session.js';
import { Panel } from './panel.js';
import { offersSound, prompt } from './prompt.js';
import { ribbon, scrollTurns, turns } from './turns.js';
import {
  isLow,
  kindShort,
  kindWords,
  liveOf,
  localOf,
  nameOf,
  ruleWords,
  sideName,
  statusText,
} from './wording.js';

/** @typedef {import('./controller.js').PlayController} PlayController */
/** @typedef {import('../types').Side} Side */

/** The empty page. @param {HTMLElement} main @param {boolean} wide */
export function skeleton(main, wide) {
  const stage = h(
    'div.stage',
    { class: wide ? 'wide' : '' },
    h(
      'div.table-top',
      {},
      h('damier-seat.seat.far', { id: 'seat-far' }),
      h('div.board-box', {}, h('damier-board', { id: 'board', 'data-keep': '' })),
      h('damier-seat.seat.near', { id: 'seat-near' }),
    ),
    h(
      'div.beside',
      {},
      h(
        'div.columns',
        {},
        h(
          'div.side',
          {},
          h('damier-title.title-row', { id: 'title' }),
          h('damier-prompt.ask', { id: 'prompt', 'aria-live': 'polite', 'aria-atomic': 'false' }),
          h(
            'damier-turns.log',
            { id: 'log' },
            h('button.ribbon', { id: 'ribbon', type: 'button', 'data-action': 'turns' }),
            h('section.card.turns-card', { id: 'turns-card' }),
            h('details.card.typed', { id: 'typed' }),
          ),
          h('damier-actions.card.bar', { id: 'bar', role: 'group' }),
        ),
        h('aside.card.rules-card', { id: 'rules-card', hidden: true, 'data-keep': '' }),
      ),
    ),
  );
  main.replaceChildren(stage);
  return stage;
}

/** `<damier-seat>`: the strip of a player, at the near or the far edge. */
class DamierSeat extends Panel {
  /** @param {PlayController} play */
  paint(play) {
    const side = this.classList.contains('near') ? play.near : other(play.near);
    this.dataset.side = side;
    this.fill(this, seat(play, side), play);
  }
}

/** `<damier-prompt>`: the one place that says what is going on and asks. */
class DamierPrompt extends Panel {
  /** @param {PlayController} play */
  paint(play) {
    const { idle, sheet, offer, nodes } = prompt(play);
    for (const [name, on] of Object.entries({ idle, sheet: !!sheet, offer: !!offer })) {
      this.classList.toggle(name, on);
      // On a phone the strip of whoever sits here is the head of the prompt.
      byId('seat-near').classList.toggle(name, on);
    }
    this.fill(this, nodes, play);
  }
}

/** `<damier-title>`: the name of the game, and what kind of game it is. */
class DamierTitle extends Panel {
  /** @param {PlayController} play */
  paint(play) {
    this.fill(this, title(play), play);
  }
}

/**
 * `<damier-turns>`: what has been played, as a list and in one line, and a field to type a turn.
 */
class DamierTurns extends Panel {
  /** @param {PlayController} play */
  paint(play) {
    this.fill(byId('ribbon'), ribbon(play), play);
    this.fill(byId('turns-card'), turns(play), play);
    this.fill(byId('typed'), typed(play), play);
    scrollTurns(play);
  }
}

/** `<damier-actions>`: what can be done besides entering a turn. */
class DamierActions extends Panel {
  /** @param {PlayController} play */
  paint(play) {
    this.setAttribute('aria-label', t('more'));
    this.fill(this, bar(play), play);
  }
}

customElements.define('damier-seat', DamierSeat);
customElements.define('damier-prompt', DamierPrompt);
customElements.define('damier-title', DamierTitle);
customElements.define('damier-turns', DamierTurns);
customElements.define('damier-actions', DamierActions);

/** @param {PlayController} play */
function title(play) {
  const { session, name } = play,
    rules = ruleWords(session);
  return [
    h('a.tool.compact', { href: '/', 'aria-label': t('games'), title: t('games') }, icon('leave')),
    h(
      'div',
      {},
      h('h1', {}, name),
      h(
        'p.small.muted.roomy',
        {},
        `${kindWords(session)}. `,
        rules ? `${rules}. ` : null,
        h('button.link', { type: 'button', 'data-action': 'rules' }, t('rules')),
      ),
      h('p.small.muted.compact', {}, kindShort(session)),
    ),
    h(
      'button.btn.small.roomy',
      { type: 'button', 'data-action': 'new-game' },
      icon('plus'),
      h('span', {}, t('newGame')),
    ),
    offersSound(play) ? button('sound-yes', t('sounds'), { icon: 'sound', cls: 'compact' }) : null,
    tool('menu', 'more', t('menu'), { class: 'compact' }),
  ];
}

// ---- strips of the players ---------------------------------------------------------------------

/** @param {PlayController} play @param {Side} side */
function seat(play, side) {
  const { session, info } = play,
    look = play.look,
    at = side === 'light' ? 0 : 1;
  const material = info.sides[at].material,
    theirs = info.sides[1 - at].material;
  const name = nameOf(session, side),
    ofSide = sideName(session, side);
  const over = session.over;
  const lost = look.captured[1 - at],
    hand = play.entry?.now.preview.hand?.[at] ?? look.hand[at];
  const live = liveOf(session),
    local = localOf(session);
  const clock = (live ?? local)?.clockOf(side);
  // While one waits for a friend it is nobody's turn.
  const moves =
    !over && session.snapshot.to_move === side && play.ply === null && (live?.ready ?? true);
  return [
    h('span', { 'data-key': 'pawn', class: 'chip' }, pawnIcon(material)),
    h(
      'div.name',
      { 'data-key': 'name' },
      h('div.who', {}, name),
      h(
        'div.sub',
        {},
        name === ofSide ? null : h('span', {}, ofSide),
        live && presence(live, side),
        local?.machine === side && local.exact !== null && isStrongest(local.level)
          ? h(
              'span',
              { 'data-exact': String(local.exact) },
              t(local.exact ? 'lastExact' : 'lastSearched'),
            )
          : null,
        moves
          ? h('span.flag', {}, pointer(), t(session.you === side ? 'yourTurn' : 'toMove'))
          : null,
        over?.outcome === side ? h('span.flag', {}, icon('check'), t('wins')) : null,
      ),
    ),
    h(
      'div.heaps',
      { 'data-key': 'heaps' },
      hand ? heap(material, hand, t('inHand', hand), t('toPlace', hand)) : null,
      lost ? heap(theirs, lost, t('taken', lost), '') : null,
    ),
    clock
      ? h('damier-clock.clock', {
          'data-key': 'clock',
          'data-keep': '',
          role: 'timer',
          left: clock.told,
          at: clock.at,
          running: clock.on,
          class: `${clock.on ? 'on' : ''} ${isLow(clock.left) ? 'low' : ''}`,
        })
      : null,
  ];
}

/** @param {import('../model/live.js').LiveSource} live @param {Side} side */
function presence({ state }, side) {
  if (state.you === side) return null;
  const seat = state.seats[side];
  return h(
    'span.away',
    { class: seat.connected ? 'here' : '' },
    t(!seat.taken ? 'notJoined' : seat.connected ? 'here' : 'away'),
  );
}

/**
 * Overlapping pawns with their number.
 * @param {string} material @param {number} count @param {string} words
 * @param {string} beside what stands beside the number
 */
const heap = (material, count, words, beside) =>
  h(
    'span.heap',
    { class: beside ? 'hand' : '', title: words },
    Array.from({ length: Math.min(count, 12) }, () => pawnIcon(material)),
    h('b', { 'aria-hidden': 'true' }, count),
    beside ? h('b.words', { 'aria-hidden': 'true' }, beside) : null,
    h('span.say', {}, words),
  );

/** @param {PlayController} play */
function bar(play) {
  const { session } = play,
    // A game is given up or agreed on where it stands, not in what could have been.
    over = !!session.over || session.node !== session.tree.last,
    player = session.mine.length > 0 && !session.readOnly;
  const act = (
    /** @type {string} */ action,
    /** @type {Parameters<typeof icon>[0]} */ name,
    /** @type {string} */ label,
    /** @type {boolean} */ off,
    cls = '',
  ) =>
    h(
      'button.ib',
      {
        type: 'button',
        class: cls,
        'data-action': action,
        'data-key': action,
        'aria-disabled': String(off),
      },
      icon(name),
      h('span', {}, label),
    );
  return [
    act('undo', 'undo', t('undo'), !session.canUndo),
    act('hint', 'hint', t('hint'), !session.canHint || !!play.seeking),
    act('turns', 'turns', t('turns'), false, 'compact'),
    act('rules', 'rules', t('rules'), false, 'compact'),
    act('flip', 'flip', t('flip'), false, 'roomy'),
    act('draw', 'draw', t('draw'), over || !player || !session.turns.length, 'roomy'),
    act('resign', 'resign', t('resign'), over || !player, 'roomy'),
    act('more', 'more', t('more'), false),
  ];
}

/** @param {PlayController} play */
function typed(play) {
  const { legal } = play,
    text = play.typed.trim();
  const fits = legal?.filter(turn => turn.startsWith(text)) ?? [],
    few = fits.slice(0, 120);
  const open = /** @type {HTMLDetailsElement} */ (byId('typed')).open;
  // Said by the prompt as well; on a phone that is out of sight.
  const refused = play.session.status?.kind === 'refusal';
  const wrong = text && refused ? capital(statusText(play.session.status)) : '';
  return [
    h('summary', {}, t('typeTitle')),
    h(
      'form',
      { id: 'type-form', 'data-form': 'type' },
      h('input.input', {
        id: 'type-input',
        type: 'text',
        'aria-label': t('typeLabel'),
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
        lang: lang(),
        'aria-invalid': wrong ? 'true' : null,
        'aria-describedby': wrong ? 'type-wrong' : null,
      }),
      h('button.btn', { type: 'submit' }, t('enter')),
    ),
    wrong ? h('p.no', { id: 'type-wrong', 'data-key': 'wrong' }, wrong) : null,
    ...(open && legal
      ? [
          h(
            'p.small.muted',
            { class: 'legal' },
            play.unlisted
              ? t('legalMore', legal.length)
              : fits.length === legal.length
                ? t('legalCount', legal.length)
                : t('legalMatch', fits.length, legal.length),
          ),
          h(
            'ul.legal',
            { id: 'legal' },
            few.map(turn =>
              h(
                'li',
                { 'data-key': turn },
                h('button', { type: 'button', 'data-action': 'legal', 'data-turn': turn }, turn),
              ),
            ),
            fits.length > few.length ? h('li', {}, '…') : null,
          ),
        ]
      : []),
  ];
}
