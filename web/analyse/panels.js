// @ts-check
// What stands around the board of the Analyse page: what turns are worth, the curve of the game, the
// position as text.

import { byId, h } from '../dom.js';
import { icon } from '../icons.js';
import { Panel } from '../play/panel.js';
import '../play/panels.js';
import { sideName } from '../play/wording.js';
import { capital, pick, t } from '../words.js';
import { curve } from './curve.js';
import { accuracy } from './knowledge.js';

/** @typedef {import('./controller.js').AnalyseController} AnalyseController */
/** @typedef {import('../types').Value} Value */
/** @typedef {import('../types').Score} Score */

/** How many turns are listed. */
const LISTED = 200;

/** The cards of which a phone shows one at a time. */
const TABS = /** @type {const} */ (['review', 'values', 'game', 'curve']);

/** The empty page. @param {HTMLElement} main @param {boolean} wide */
export function skeleton(main, wide) {
  const stage = h(
    'div.analysis',
    { class: wide ? 'wide' : '', 'data-tab': 'values' },
    h(
      'div.table-top',
      {},
      h('damier-heading.heading', { id: 'heading' }),
      h('div.board-box', {}, h('damier-board', { id: 'board', 'data-keep': '' })),
      h('damier-prompt.ask', { id: 'prompt', 'aria-live': 'polite', 'aria-atomic': 'false' }),
      h('damier-position.position', { id: 'position-row' }),
    ),
    h('damier-tabs.segments', { id: 'cards', role: 'tablist' }),
    h('damier-review.card.review-card', { id: 'review', hidden: true }),
    h('damier-curve.card.curve-card', { id: 'curve-card' }),
    h('damier-values.card.values-card', { id: 'values-card' }),
    h(
      'damier-turns.log',
      { id: 'log' },
      h('button.ribbon', { id: 'ribbon', type: 'button', 'data-action': 'turns' }),
      h('section.card.turns-card', { id: 'turns-card' }),
      h('damier-notes.card.notes', { id: 'notes' }),
      h('damier-accuracy.card.accuracy', { id: 'accuracy' }),
      h('details.card.typed', { id: 'typed' }),
    ),
    // The prompt of a game that is played stands below one's own strip.
    h('div', { id: 'seat-near', hidden: true }),
    h('div', { id: 'bar', hidden: true }),
  );
  main.replaceChildren(stage);
  return stage;
}

// ---- values ------------------------------------------------------------------------------------

/** The word for a kind of value, as a letter. @param {string} kind */
const letter = kind =>
  kind === 'win' ? t('analyse.win') : kind === 'loss' ? t('analyse.loss') : t('analyse.draw');

/** A value in a letter and a number. @param {Value} value */
export function letterOf({ kind, turns }) {
  return turns ? t('analyse.badge', letter(kind), turns) : letter(kind);
}

/** A value as people say it. @param {Value | Score} value */
function spoken({ kind, turns }) {
  if (kind === 'win') return turns ? t('hintWin', turns) : t('hintWinSome');
  if (kind === 'loss') return turns ? t('hintLoss', turns) : t('hintLossSome');
  return kind === 'draw' ? t('analyse.drawn') : t('analyse.unknown');
}

/** @type {Record<string, string>} */
const SIGNS = { win: '▲', draw: '=', loss: '▼' };

/** A value as it stands in lists: letter, number and shape. @param {Value} value */
const badge = value =>
  h(
    'span.value',
    { class: value.kind },
    h('span', { 'aria-hidden': 'true' }, `${SIGNS[value.kind] ?? '?'} `),
    h('span', { 'aria-hidden': 'true' }, value.kind === 'unknown' ? '' : letterOf(value)),
    h('span.say', {}, spoken(value)),
  );

/** `<damier-values>`: the legal turns with what they are worth, the best first. */
class DamierValues extends Panel {
  /** @param {import('../play/controller.js').PlayController} play */
  paint(play) {
    this.fill(this, values(/** @type {AnalyseController} */ (play)), play);
  }
}

/** @param {AnalyseController} play */
function values(play) {
  const { analysis, session } = play;
  return [
    h(
      'header',
      {},
      h('h2', {}, t('analyse.values')),
      h(
        'button.link',
        { type: 'button', 'data-action': 'values', 'aria-pressed': String(play.values) },
        play.values ? t('analyse.hide') : t('analyse.show'),
        h('kbd', { 'aria-hidden': 'true' }, 'V'),
      ),
    ),
    ...(!play.values
      ? [h('p.small.muted', { 'data-key': 'hidden' }, t('analyse.hidden'))]
      : session.snapshot.over
        ? [h('p.small.muted', { 'data-key': 'over' }, t('isOver'))]
        : analysis?.withheld
          ? [h('p', { id: 'withheld', 'data-key': 'withheld' }, capital(t('analyse.notYet')))]
          : !analysis?.known
            ? [h('p.small.muted', { 'data-key': 'asking' }, t('analyse.asking'))]
            : analysis.known.from
              ? exact(play)
              : searched(play)),
  ];
}

/** @param {AnalyseController} play */
function exact({ analysis }) {
  const { known, traps } = analysis;
  if (!known) return [];
  const listed = known.turns.slice(0, LISTED),
    wins = known.turns.filter(({ value }) => value.kind === 'win').length,
    draws = known.turns.filter(({ value }) => value.kind === 'draw').length;
  /** What the value of a turn hides. @param {import('../types').Valued} valued */
  const note = ({ turn, value }) => {
    if (value.kind === 'win' && wins === 1) return t('analyse.onlyWin');
    const trap = traps.get(turn);
    if (value.kind === 'draw' && !wins && draws === 1) return t('analyse.onlyDraw');
    if (trap?.losing) return t('analyse.trap', trap.losing, trap.of);
    return '';
  };
  const rest = known.turns.length - listed.length;
  return [
    h(
      'ol.values',
      { id: 'values', 'data-key': 'values' },
      listed.map(valued =>
        h(
          'li',
          { 'data-key': valued.turn },
          h(
            'button',
            {
              type: 'button',
              'data-action': 'legal',
              'data-turn': valued.turn,
              'data-kind': valued.value.kind,
            },
            badge(valued.value),
            h('b', {}, valued.turn),
            h('span.small.muted', {}, note(valued)),
          ),
        ),
      ),
    ),
    rest ? h('p.small.muted', { 'data-key': 'rest' }, t('analyse.more', rest)) : null,
    h(
      'p.small.muted.from',
      { 'data-key': 'from' },
      known.from === 'here' ? t('analyse.fromHere') : t('analyse.fromServer'),
    ),
  ];
}

/** What the computer has found where no table knows. @param {AnalyseController} play */
function searched({ analysis, session }) {
  const { report, searching } = analysis;
  if (!report) return [h('p.small.muted', { 'data-key': 'asking' }, t('analyse.searching'))];
  const { score, depth, line } = report;
  return [
    h(
      'div.engine',
      { id: 'engine', 'data-key': 'engine', 'data-depth': depth },
      h(
        'p',
        {},
        h('b.score', {}, scoreText(score)),
        h(
          'span.small.muted',
          {},
          t(searching ? 'analyse.depthMore' : 'analyse.depth', depth, report.nodes),
        ),
      ),
      h(
        'ol.line',
        { 'aria-label': t('analyse.line') },
        line.map((turn, i) =>
          h(
            'li',
            { 'data-key': `${i}` },
            i
              ? turn
              : h(
                  'button.link',
                  { type: 'button', 'data-action': 'legal', 'data-turn': turn },
                  turn,
                ),
          ),
        ),
      ),
      h('p.small.muted', {}, t('analyse.judged', sideName(session, session.snapshot.to_move))),
    ),
  ];
}

/** @param {Score} score */
function scoreText(score) {
  if (score.kind !== 'score') return letterOf(/** @type {Value} */ (score));
  const points = (score.points ?? 0) / 100;
  return `${points > 0 ? '+' : ''}${points.toFixed(2)}`;
}

// ---- the rest ----------------------------------------------------------------------------------

/** `<damier-heading>`: the game, and where in it one is. */
class DamierHeading extends Panel {
  /** @param {import('../play/controller.js').PlayController} play */
  paint(play) {
    const { session } = play,
      where = session.over
        ? play.whereabouts
        : t(
            'labelled',
            play.whereabouts,
            t('analyse.toMove', sideName(session, session.snapshot.to_move)),
          );
    this.fill(
      this,
      [h('h1', {}, play.name), h('p.small.muted', { id: 'whereabouts' }, where)],
      play,
    );
  }
}

/** `<damier-position>`: the position as text, and what can be done with it. */
class DamierPosition extends Panel {
  /** @param {import('../play/controller.js').PlayController} play */
  paint(play) {
    const act = (
      /** @type {string} */ action,
      /** @type {Parameters<typeof icon>[0]} */ name,
      /** @type {string} */ words,
    ) =>
      h(
        'button.btn.small',
        { type: 'button', 'data-action': action, 'data-key': action },
        icon(name),
        h('span', {}, words),
      );
    this.fill(
      this,
      [
        h(
          'form',
          { id: 'position-form', 'data-form': 'position' },
          h('label.small.muted', { for: 'position' }, t('position')),
          h('input.input', {
            id: 'position',
            type: 'text',
            'data-keep': '',
            'data-position': play.session.position,
            autocomplete: 'off',
            autocapitalize: 'off',
            spellcheck: 'false',
          }),
        ),
        h(
          'div.acts',
          { 'data-key': 'acts' },
          act('copy-position', 'copy', t('copy')),
          act('flip', 'flip', t('flip')),
          act('share', 'link', t('analyse.share')),
          act('save-record', 'save', t('saveRecord')),
          act('open-record', 'open', t('openRecord')),
        ),
      ],
      play,
    );
    const input = /** @type {HTMLInputElement} */ (byId('position'));
    if (document.activeElement !== input) input.value = play.session.position;
  }
}

/** `<damier-curve>`: the value of the game from turn to turn. */
class DamierCurve extends Panel {
  constructor() {
    super();
    this.watcher = new ResizeObserver(() => {
      if (this.play?.session.isOpen) this.paint(this.play);
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.watcher.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.watcher.disconnect();
  }

  /** @param {import('../play/controller.js').PlayController} play */
  paint(play) {
    const { analysis, session, values } = /** @type {AnalyseController} */ (play);
    const points = values && analysis ? analysis.points : [],
      width = Math.max(200, this.clientWidth - 32),
      mistakes = points.filter(point => point?.mistake).length;
    const drawn = curve(points, play.here.ply, width, {
      letters: [t('analyse.win'), t('analyse.draw'), t('analyse.loss')],
      label: t('analyse.curveSays', points.length ? points.length - 1 : 0, mistakes),
      mistake: ply => t('analyse.mistakeAt', ply, session.line[ply - 1]?.turn ?? ''),
    });
    this.fill(
      this,
      [
        h(
          'header',
          {},
          h('h2', {}, t('analyse.curve')),
          h('span.small.muted', {}, t('analyse.seenBy', pick(play.info.sides[0].name))),
        ),
        h('div.curve-box', { 'data-keep': '', id: 'curve', 'data-action': 'curve' }),
      ],
      play,
    );
    byId('curve').replaceChildren(drawn);
  }
}

/** `<damier-accuracy>`: how exactly both sides have played. */
class DamierAccuracy extends Panel {
  /** @param {import('../play/controller.js').PlayController} play */
  paint(play) {
    const { analysis, session, values } = /** @type {AnalyseController} */ (play);
    const first = session.snapshot.first === 'light' ? 0 : 1,
      sides = analysis ? accuracy(analysis.values, first) : null;
    this.hidden = !values || !sides || sides.every(({ of }) => !of);
    if (!sides || this.hidden) return;
    const said = sides.map(({ kept, of }, i) =>
      t(
        'analyse.accuracyOf',
        pick(play.info.sides[i].name),
        Math.round((100 * kept) / (of || 1)),
        kept,
        of,
      ),
    );
    this.fill(
      this,
      [
        h(
          'details',
          {},
          h('summary', {}, t('analyse.accuracy', said[0], said[1])),
          h('p.small.muted', {}, t('analyse.accuracyMeans')),
        ),
      ],
      play,
    );
  }
}

/** Signs behind a turn, and what they say. */
const GLYPHS = /** @type {const} */ ([
  ['!', 'analyse.good'],
  ['?', 'analyse.mistake'],
  ['!!', 'analyse.brilliant'],
  ['??', 'analyse.blunder'],
  ['!?', 'analyse.interesting'],
  ['?!', 'analyse.dubious'],
]);

/** `<damier-notes>`: what is said about the turn that is shown. */
class DamierNotes extends Panel {
  /** @param {import('../play/controller.js').PlayController} play */
  paint(play) {
    const { node } = play.session;
    this.fill(
      this,
      [
        node.parent
          ? h(
              'div.glyphs',
              { role: 'group', 'aria-label': t('analyse.glyphs'), 'data-key': 'glyphs' },
              GLYPHS.map(([glyph, word]) =>
                h(
                  'button',
                  {
                    type: 'button',
                    'data-action': 'glyph',
                    'data-glyph': glyph,
                    'data-key': glyph,
                    'aria-label': t(word),
                    title: t(word),
                    'aria-pressed': String(node.glyphs.includes(glyph)),
                  },
                  glyph,
                ),
              ),
            )
          : null,
        h('input.input', {
          id: 'comment',
          type: 'text',
          'data-keep': '',
          'data-key': 'comment',
          'aria-label': t('analyse.comment'),
          placeholder: t('analyse.comment'),
          autocomplete: 'off',
        }),
      ],
      play,
    );
    const input = /** @type {HTMLInputElement} */ (byId('comment'));
    if (document.activeElement !== input || input.dataset.node !== String(node.id))
      input.value = node.comment;
    input.dataset.node = String(node.id);
  }
}

/** `<damier-tabs>`: which card is shown where there is room for one. */
class DamierTabs extends Panel {
  /** @param {import('../play/controller.js').PlayController} play */
  paint(play) {
    const { tab, review } = /** @type {AnalyseController} */ (play);
    play.stage.dataset.tab = tab;
    const words = {
      review: t('analyse.review'),
      values: t('analyse.values'),
      game: t('analyse.game'),
      curve: t('analyse.curveShort'),
    };
    this.fill(
      this,
      TABS.filter(name => review || name !== 'review').map(name =>
        h(
          'button',
          {
            type: 'button',
            role: 'tab',
            'data-action': 'card',
            'data-card': name,
            'data-key': name,
            'aria-selected': String(tab === name),
          },
          words[name],
        ),
      ),
      play,
    );
  }
}

customElements.define('damier-values', DamierValues);
customElements.define('damier-heading', DamierHeading);
customElements.define('damier-position', DamierPosition);
customElements.define('damier-curve', DamierCurve);
customElements.define('damier-accuracy', DamierAccuracy);
customElements.define('damier-notes', DamierNotes);
customElements.define('damier-tabs', DamierTabs);
