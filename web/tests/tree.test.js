// Variations without a browser: records and finished games are trees that one walks in, plays in
// and edits, and nothing of them is lost on the way to the storage and back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movetext, recordText } from '../model/movetext.js';
import { RecordSource } from '../model/record.js';
import { VERSION, readGame } from '../model/stored.js';
import { GameTree } from '../model/tree.js';
import { COMPUTER, local } from './lib/local.js';
import { found, idle } from './lib/toy.js';

const turn = (number, text, more = {}) => ({
  number,
  turn: text,
  comment: '',
  variations: [],
  ...more,
});

const LINE = {
  comment: 'before',
  turns: [
    turn('1.', 'a', {
      comment: 'good',
      glyphs: ['!'],
      variations: [
        {
          comment: 'or',
          turns: [
            turn('1.', 'x'),
            turn('1...', 'y', {
              comment: 'deep',
              variations: [{ comment: '', turns: [turn('1...', 'z')] }],
            }),
          ],
        },
      ],
    }),
    turn('1...', 'b'),
  ],
};

const TEXT = '{before} a! {good} ({or} x y {deep} (z)) b';

/** A record that was opened. */
const record = (more = {}) =>
  local({ Source: RecordSource, turns: ['a', 'b'], notes: LINE, shown: true, ...more });

/** Plays turns where the session stands. */
async function play({ session }, ...turns) {
  for (const each of turns) await session.play(each, [], session.revision);
}

/** Goes to where these turns lead. */
const goTo = ({ session }, ...turns) => session.walk(() => session.tree.at(turns));

const text = ({ session }) => movetext(session.tree);

test('a record is a tree: main line, variations, comments, glyphs', () => {
  const tree = GameTree.of(LINE),
    [a, b] = tree.main,
    [x] = a.variations;
  assert.deepEqual([tree.root.comment, a.comment, a.glyphs], ['before', 'good', ['!']]);
  assert.deepEqual([b.turns, b.ply, x.before], [['a', 'b'], 2, 'or']);
  const [, y] = x.line;
  assert.deepEqual([y.turns, y.comment], [['x', 'y'], 'deep']);
  assert.deepEqual(
    y.variations.map(({ turns }) => turns),
    [['x', 'z']],
  );
  assert.deepEqual(x.variations, [], 'a variation is none of its own');
  assert.deepEqual([a.variation, x.variation, y.variation], [null, x, x]);
  assert.deepEqual([a.depth, y.depth, y.variations[0].depth], [0, 1, 2]);
  assert.deepEqual(tree.stored(), LINE, 'it is stored as it came');
  assert.equal(movetext(tree), TEXT);
  tree.promote(x);
  assert.deepEqual(
    tree.main.map(({ turn }) => turn),
    ['x', 'y'],
  );
  assert.deepEqual(x.variations, [a]);
  tree.remove(a);
  assert.deepEqual(x.variations, []);
  assert.equal(tree.add(x, 'y'), y, 'a turn that is there is not added twice');
});

test('what a record says of tags and end', () => {
  const tree = GameTree.of({ comment: '', turns: [] }),
    game = { game: 'toy', rules: '', start: null, tags: {}, tree, first: 'dark', end: null };
  assert.equal(recordText(game), '[Game "toy"]\n\n\n');
  const full = {
    ...game,
    rules: 'ko=none',
    start: 'p',
    tags: { Site: 'a "b" \\c' },
    end: { outcome: 'dark', how: 'resigned' },
  };
  assert.equal(
    recordText(full),
    '[Game "toy"]\n[Rules "ko=none"]\n[Start "p"]\n[Site "a \\"b\\" \\\\c"]\n' +
      '[Result "1-0"]\n[Termination "resigned"]\n\n\n',
  );
  assert.match(recordText({ ...game, end: { outcome: 'light', how: 'time' } }), /"0-1"/);
  const odd = recordText({ ...game, end: { outcome: 'draw', how: 'rule' } });
  assert.ok(odd.includes('1/2-1/2') && !odd.includes('Termination'), odd);
});

test('one goes into a variation and back, and nothing is stored', async () => {
  const game = await record(),
    { session, saved, changes } = game;
  assert.deepEqual([session.turns, session.branches, session.canUndo], [['a', 'b'], true, false]);
  await goTo(game, 'x', 'y');
  assert.deepEqual([session.turns, session.node.comment], [['x', 'y'], 'deep']);
  assert.deepEqual(changes.at(-1), { steps: [], fresh: true, walked: true });
  await session.walk(node => node.parent);
  assert.deepEqual(changes.at(-1).steps, [[{ do: 'move', from: 'y1', to: 'y0' }]]);
  await session.walk(node => node.children[0]);
  assert.deepEqual(changes.at(-1).steps, [[{ do: 'move', from: 'y0', to: 'y1' }]]);
  assert.deepEqual(
    session.line.map(({ turn }) => turn),
    ['x', 'y'],
  );
  const at = session.revision;
  await session.walk(() => null);
  assert.equal(session.revision, at, 'nowhere to go');
  await session.walk(() => session.tree.last);
  assert.deepEqual([session.turns, saved, text(game)], [['a', 'b'], [], TEXT]);
});

test('another turn at an earlier point is a variation, and what followed stays', async () => {
  const game = await record(),
    { session, source, saved, texts } = game;
  await goTo(game, 'a');
  assert.equal(session.myTurn, true);
  await play(game, 'c', 'd');
  assert.deepEqual(session.turns, ['a', 'c', 'd']);
  assert.deepEqual([source.kind, saved], ['local', ['kept', ['a', 'b'], ['a', 'b']]]);
  assert.equal(text(game), '{before} a! {good} ({or} x y {deep} (z)) b (c d)');
  // What is stored opens again, where somebody was.
  const { is, value } = readGame(texts.at(-1));
  assert.equal(is, 'good');
  const again = await local(value);
  assert.deepEqual([again.session.turns, text(again)], [['a', 'c', 'd'], text(game)]);
  assert.deepEqual([again.kept.turns, again.kept.over], [['a', 'b'], false]);
  await again.session.walk(() => again.session.tree.last);
  assert.equal(again.kept.here, undefined, 'until somebody comes back');
  // A turn that is there already is only gone to.
  await goTo(game, 'a');
  await play(game, 'c');
  assert.deepEqual([session.turns, session.node.children.length], [['a', 'c'], 1]);
});

test('undo and redo of what was played, promoted and removed', async () => {
  const game = await record(),
    { session, source, kept } = game,
    states = [text(game)];
  const step = async act => {
    await act();
    states.push(text(game));
  };
  await goTo(game, 'a');
  await step(() => play(game, 'c'));
  await step(() => play(game, 'd'));
  await goTo(game, 'a', 'c', 'd');
  await step(() => source.variations.promote());
  assert.deepEqual(
    [session.turns, kept.turns],
    [
      ['a', 'c', 'd'],
      ['a', 'c', 'd'],
    ],
  );
  assert.equal(session.node.variation, null);
  await goTo(game, 'x', 'y');
  await step(() => source.variations.remove());
  assert.deepEqual(session.turns, ['x'], 'one stands before what was removed');
  await step(() => source.variations.promote());
  assert.deepEqual(kept.turns, ['x', 'z']);
  assert.equal(new Set(states).size, states.length, states.join('\n'));
  for (let n = states.length - 2; n >= 0; n--) {
    await session.undo();
    assert.equal(text(game), states[n]);
  }
  assert.deepEqual([session.canUndo, kept.turns], [false, ['a', 'b']]);
  for (const state of states.slice(1)) {
    await session.redo();
    assert.equal(text(game), state);
  }
  assert.deepEqual([session.canRedo, kept.turns], [false, ['x', 'z']]);
});

test('playing after an undo forgets what was undone', async () => {
  const game = await record(),
    { session } = game;
  await play(game, 'c');
  await session.undo();
  assert.equal(session.canRedo, true);
  await play(game, 'd');
  assert.deepEqual([session.turns, session.canRedo], [['a', 'b', 'd'], false]);
  assert.equal(text(game), `${TEXT} d`);
});

test('a finished game is a tree, and what was really played stays its main line', async () => {
  const game = await local(COMPUTER),
    { session, source, toy, kept } = game;
  await play(game, 'a');
  await idle();
  toy.searches[0].open(found('b'));
  await idle();
  await idle();
  assert.equal(session.branches, false);
  await session.walk(node => node.parent);
  assert.deepEqual(session.turns, ['a', 'b'], 'while it is played there is one line');
  await play(game, 'end');
  assert.deepEqual([session.over?.outcome, session.branches], ['light', true]);
  await goTo(game, 'a');
  assert.deepEqual([session.over, session.myTurn], [null, true], 'both sides can be tried');
  await play(game, 'c', 'd');
  await idle();
  assert.equal(toy.searches.length, 1, 'the computer does not play there');
  assert.deepEqual([kept.turns, kept.over], [['a', 'b', 'end'], true]);
  assert.deepEqual([source.variations.canPromote, source.variations.canRemove], [false, true]);
  await goTo(game, 'a', 'c');
  await play(game, 'e');
  assert.equal(source.variations.canPromote, true, 'among variations');
  await source.variations.promote();
  assert.equal(text(game), 'a b (c e (d)) end');
  await goTo(game, 'a', 'b');
  assert.deepEqual([source.variations.canRemove, source.variations.canPromote], [false, false]);
  await session.walk(() => session.tree.last);
  assert.deepEqual(session.over?.outcome, 'light');
  for (let i = 0; i < 4; i++) await session.undo();
  assert.equal(text(game), 'a b end');
  // Now the game itself: it goes on.
  await session.walk(() => session.tree.last);
  await session.undo();
  assert.deepEqual([session.turns, session.branches, kept.over], [['a', 'b'], false, false]);
});

test('a draw or resignation belongs to its turn', async () => {
  const game = await record(),
    { session, kept, source } = game;
  await source.agreeDraw();
  assert.deepEqual([kept.end?.how, kept.over], ['agreement', true]);
  await goTo(game, 'x', 'y');
  assert.equal(session.over, null);
  await source.resign();
  assert.equal(session.over, null, 'what could have been is not given up');
  await source.variations.promote();
  assert.deepEqual([kept.turns, kept.end, kept.over], [['x', 'y'], null, false]);
  const { value } = readGame(game.texts.at(-1)),
    again = await local(value);
  await goTo(again, 'a', 'b');
  assert.equal(again.session.over?.how, 'agreement', 'it is stored with its turn');
  await session.undo();
  assert.deepEqual([kept.turns, kept.end?.how, kept.over], [['a', 'b'], 'agreement', true]);
  await session.undo();
  assert.deepEqual([kept.end, kept.over], [null, false]);
});

test('what older pages have stored is read: the record, and what was played instead', async () => {
  const old = {
    id: 'old',
    game: 'toy',
    rules: '',
    start: null,
    turns: ['a', 'c'],
    players: { light: { kind: 'person' }, dark: { kind: 'person' } },
    end: { outcome: 'dark', how: 'resigned' },
    over: true,
    position: 'a/c',
    toMove: 'light',
    at: 1,
    shown: true,
    tags: { Site: 'here' },
    record: '[Game "toy"]',
    ended: true,
    notes: LINE,
  };
  for (const v of [undefined, 1]) {
    const { is, value } = readGame(JSON.stringify({ ...old, v }));
    assert.equal(is, 'good');
    const game = await local(value);
    assert.deepEqual([game.session.turns, game.session.over?.how], [['a', 'c'], 'resigned']);
    assert.equal(text(game), '{before} a! {good} ({or} x y {deep} (z)) c (b)');
  }
  assert.equal(readGame(JSON.stringify({ ...old, v: VERSION + 1 })).is, 'newer');
  const broken = { ...old, notes: { comment: '', turns: [turn('', 'a', { end: 'lost' })] } };
  assert.equal(readGame(JSON.stringify(broken)).is, 'bad');
});

test('an edit in one tab is seen in another', async () => {
  const game = await record(),
    other = await record();
  await play(game, 'c');
  await goTo(game, 'a');
  await play(game, 'd');
  other.source.stored = true;
  other.hand.set(false);
  const { value } = readGame(game.texts.at(-1));
  await other.source.adopt(value);
  assert.deepEqual([other.session.turns, text(other)], [['a', 'd'], text(game)]);
  assert.equal(other.session.canUndo, false);
});

test('variations nest no deeper than a record can say', async () => {
  const game = await record({ turns: ['a'], notes: undefined }),
    { session } = game;
  await play(game, 'b');
  for (let n = 0; n < 24; n++) {
    await session.walk(node => node.parent);
    await play(game, `v${n}`, `w${n}`);
  }
  assert.equal(session.node.depth, 24);
  await session.walk(node => node.parent);
  await play(game, 'deeper');
  assert.deepEqual([session.status?.key, session.node.turn], ['variationsDeep', 'v23']);
});
