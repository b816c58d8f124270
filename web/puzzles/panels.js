// @ts-check
// What stands around the board of the Puzzles page.

import { h } from '../dom.js';
import { button, icon, tool } from '../icons.js';
import { Panel } from '../play/panel.js';
import '../play/panels.js';
import { prompt } from '../play/prompt.js';
import { listOf, pick, t } from '../words.js';
import { HELP } from './source.js';
import { clock } from './storm.js';
import { themeName } from './wording.js';

/** @typedef {import('./controller.js').PuzzleController} PuzzleController */
/** @typedef {import('../play/controller.js').PlayController} PlayController */

/** The empty page. @param {HTMLElement} main @param {boolean} wide */
export function skeleton(main, wide) {
  const stage = h(
    'div.stage.puzzle',
    { class: wide ? 'wide' : '' },
    h(
      'div.table-top',
      {},
      h('div.board-box', {}, h('damier-board', { id: 'board', 'data-keep': '' })),
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
          h('damier-puzzle-title.title-row', { id: 'title' }),
          h('damier-puzzle.ask', { id: 'prompt', 'aria-live': 'polite', 'aria-atomic': 'false' }),
          h(
            'damier-turns.log',
            { id: 'log' },
            h('button.ribbon', { id: 'ribbon', type: 'button', 'data-action': 'turns' }),
            h('section.card.turns-card', { id: 'turns-card' }),
            h('details.card.typed', { id: 'typed' }),
          ),
          h('damier-puzzle-bar.card.bar', { id: 'bar', role: 'group' }),
        ),
      ),
    ),
  );
  main.replaceChildren(stage);
  return stage;
}

/** A panel of this page. */
class PuzzlePanel extends Panel {
  /** @param {PlayController} play */
  paint(play) {
    this.fill(this, this.nodes(/** @type {PuzzleController} */ (play)), play);
  }

  /** @param {PuzzleController} _play @returns {import('../dom.js').Child[]} */
  nodes(_play) {
    return [];
  }
}

/** `<damier-puzzle-title>`: the game, and how one does. */
class DamierPuzzleTitle extends PuzzlePanel {
  /** @param {PuzzleController} play */
  nodes({ around, info, source }) {
    const { score, mode, storm } = around,
      { puzzle } = source;
    const standing = storm
      ? t('puzzles.stormNow', storm.solved, clock(storm.left))
      : t('puzzles.standing', score.rating, score.streak);
    return [
      h(
        'a.tool.compact',
        { href: '/', 'aria-label': t('games'), title: t('games') },
        icon('leave'),
      ),
      h(
        'div',
        {},
        h('h1', {}, pick(info.name)),
        h('p.small.muted', { id: 'standing' }, standing),
        h(
          'p.small.muted.roomy',
          {},
          t(
            'puzzles.about',
            mode === 'daily' ? t('puzzles.daily') : themeName(puzzle.kind),
            puzzle.rating,
          ),
        ),
      ),
      tool('rules', 'rules', t('rules'), { class: 'compact' }),
    ];
  }
}

/** `<damier-puzzle>`: what is asked, what was wrong, what came of it. */
class DamierPuzzle extends PuzzlePanel {
  /** @param {PlayController} play */
  paint(play) {
    const { source } = /** @type {PuzzleController} */ (play);
    this.classList.toggle('sheet', source.state === 'done');
    super.paint(play);
  }

  /** @param {PuzzleController} play */
  nodes(play) {
    const { source, task, around, session } = play;
    if (around.storm?.over) return ended(around);
    if (source.state === 'done') return done(play);
    const { nodes } = session.over || play.ply === null ? asked(play) : prompt(play);
    const words = nodes.find(node => node instanceof Element && node.classList.contains('words'));
    if (words instanceof Element) words.prepend(h('h2.q', { 'data-key': 'task' }, task));
    return nodes;
  }
}

/**
 * What the prompt of a game would say, its question below the task.
 * @param {PuzzleController} play
 */
function asked(play) {
  const { source, session } = play;
  if (source.state !== 'asked' || !play.entry || session.over)
    return { nodes: [h('div.words', { 'data-key': 'words' })] };
  const { hint, helps } = play;
  // Help has its own words.
  play.hint = null;
  const { nodes } = prompt(play);
  play.hint = hint;
  for (const node of nodes) {
    const question = node instanceof Element && node.querySelector('h2.q');
    if (!question) continue;
    question.replaceWith(
      helps
        ? h('p.hint.helps', { 'data-key': 'helps', id: 'helps' }, helps)
        : h('p.hint', { 'data-key': 'question' }, question.textContent ?? ''),
    );
  }
  return { nodes };
}

/** @param {PuzzleController} play */
function done({ source, around, info }) {
  const { puzzle, shown, errors } = source,
    { change, mode, score } = around;
  const themes = [...puzzle.themes].map(themeName);
  const head = shown
    ? t('puzzles.shown')
    : errors
      ? t('puzzles.solvedLate')
      : t(mode === 'daily' ? 'puzzles.solvedDaily' : 'puzzles.solved');
  return [
    h(
      'div.words',
      { 'data-key': 'words' },
      h('h2.head', { 'data-key': 'head', id: 'result' }, head),
      h('p.hint', { 'data-key': 'about' }, t('puzzles.rated', puzzle.rating, listOf(themes))),
      change
        ? h('p.hint', { 'data-key': 'change', id: 'change' }, changed(score.rating, change))
        : '',
    ),
    h(
      'div.acts',
      { 'data-key': 'acts' },
      button('next', t('puzzles.next'), { cls: 'primary', icon: 'forward' }),
      h(
        'a.btn',
        {
          'data-key': 'analyse',
          href: `/analyse#${new URLSearchParams({ game: info.id, start: puzzle.position })}`,
        },
        h('span', {}, t('analysis')),
      ),
    ),
  ];
}

/** @param {number} rating @param {number} change */
const changed = (rating, change) =>
  change > 0 ? t('puzzles.gained', rating, change) : t('puzzles.lost', rating, -change);

/** A storm is over. @param {import('./page.js').Around} around */
function ended({ storm, score }) {
  const solved = storm?.solved ?? 0;
  return [
    h(
      'div.words',
      { 'data-key': 'words' },
      h('h2.head', { 'data-key': 'head', id: 'result' }, t('puzzles.stormOver', solved)),
      h('p.hint', { 'data-key': 'best' }, t('puzzles.stormBest', score.storm)),
    ),
    h(
      'div.acts',
      { 'data-key': 'acts' },
      button('storm', t('puzzles.stormAgain'), { cls: 'primary' }),
      button('next', t('puzzles.next')),
    ),
  ];
}

/** `<damier-puzzle-bar>`: what can be done besides solving. */
class DamierPuzzleBar extends PuzzlePanel {
  /** @param {PuzzleController} play */
  nodes({ source, around }) {
    this.setAttribute('aria-label', t('more'));
    const { storm, mode } = around,
      asked = source.state === 'asked' && !storm;
    const act = (
      /** @type {string} */ action,
      /** @type {Parameters<typeof icon>[0]} */ name,
      /** @type {string} */ label,
      off = false,
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
      act('help', 'hint', t(source.help >= HELP ? 'puzzles.show' : 'hint'), !asked),
      act('next', 'forward', t(source.state === 'done' ? 'puzzles.next' : 'puzzles.skip')),
      act('choose', 'turns', t('puzzles.choose')),
      act('daily', 'star', t('puzzles.day'), mode === 'daily'),
      act('storm', 'turn', t(storm && !storm.over ? 'puzzles.stormStop' : 'puzzles.storm')),
      act('flip', 'flip', t('flip'), false, 'roomy'),
      act('rules', 'rules', t('rules'), false, 'roomy'),
    ];
  }
}

customElements.define('damier-puzzle-title', DamierPuzzleTitle);
customElements.define('damier-puzzle', DamierPuzzle);
customElements.define('damier-puzzle-bar', DamierPuzzleBar);
