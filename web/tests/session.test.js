// The page's model without a browser: one queue and one revision for each game, whatever its
// source; undo and redo; the tree; searches that cannot touch another game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchBroker } from '../model/broker.js';
import { between } from '../model/effects.js';
import { LiveSource } from '../model/live.js';
import { Opponent } from '../model/opponent.js';
import { GameSession } from '../model/session.js';
import { COMPUTER, local } from './lib/local.js';
import { INFO, Toy, found, gate, idle } from './lib/toy.js';

test('turns are played in their order, each for the revision it was meant for', async () => {
  const { session, saved, toy } = await local();
  const at = session.revision;
  const release = toy.hold();
  const first = session.play('a', [], at),
    second = session.play('b', [], at);
  release();
  await Promise.all([first, second]);
  assert.deepEqual(session.turns, ['a'], 'the second was meant for the position before the first');
  assert.equal(session.revision, at + 1);
  assert.deepEqual(saved, [['a']]);
  await session.play('b', [], session.revision);
  assert.deepEqual(session.turns, ['a', 'b']);
});

test('a turn that the rules refuse changes nothing, and what follows runs', async () => {
  const { session, saved } = await local(),
    at = session.revision;
  await assert.rejects(session.play('illegal', [], at), /illegal/);
  assert.deepEqual([session.turns, session.revision, saved], [[], at, []]);
  await session.play('a', [], at);
  assert.deepEqual(session.turns, ['a']);
});

test('texts are asked for again without a change of the game', async () => {
  const { session, toy } = await local(),
    at = session.revision;
  const release = toy.hold(),
    reworded = session.reword(),
    played = session.play('a', [], at);
  release();
  await Promise.all([reworded, played]);
  assert.deepEqual([session.turns, session.revision], [['a'], at + 1]);
});

test('undo, redo, and a turn that ends redoing', async () => {
  const { session, changes, saved } = await local();
  for (const turn of ['a', 'b', 'c']) await session.play(turn, [], session.revision);
  await session.undo();
  await session.undo();
  assert.deepEqual([session.turns, session.canRedo], [['a'], true]);
  assert.deepEqual(changes.at(-1).happened, { what: 'undone', side: 'dark', turns: ['b'] });
  assert.deepEqual(changes.at(-1).steps, [[{ do: 'move', from: 'b1', to: 'b0' }]]);
  await session.redo();
  assert.deepEqual(session.turns, ['a', 'b']);
  await session.play('d', [], session.revision);
  assert.deepEqual([session.turns, session.canRedo], [['a', 'b', 'd'], false]);
  assert.deepEqual(
    session.node.parent.children.map(({ turn }) => turn),
    ['d'],
    'what was taken back and not played again is forgotten',
  );
  assert.deepEqual(saved.at(-1), ['a', 'b', 'd']);
});

test('a game that was resigned goes on when that is taken back', async () => {
  const { session, kept } = await local();
  await session.play('a', [], session.revision);
  await session.resign();
  assert.deepEqual([kept.over, session.branches], [true, true]);
  assert.deepEqual(session.over, { outcome: 'light', how: 'resigned' });
  await session.play('b', [], session.revision);
  await session.undo();
  assert.equal(session.over, null);
  assert.deepEqual([session.turns, kept.end], [['a'], null], 'nothing was played after the end');
  await session.play('b', [], session.revision);
  assert.deepEqual(session.turns, ['a', 'b']);
});

test('against the computer both turns are taken back, and its search ends', async () => {
  const { session, toy, source } = await local(COMPUTER);
  await session.play('a', [], session.revision);
  await idle();
  assert.equal(source.thinking, true);
  const [search] = toy.searches;
  await session.undo();
  assert.deepEqual([session.turns, search.stopped, source.thinking], [[], true, false]);
  search.open(found('late'));
  await idle();
  assert.deepEqual(session.turns, [], 'what it finds now is nothing to anybody');
  await session.play('b', [], session.revision);
  await idle();
  toy.searches[1].open(found('c'));
  await idle();
  await idle();
  assert.deepEqual(session.turns, ['b', 'c']);
  await session.undo();
  assert.deepEqual(session.turns, []);
  await session.redo();
  assert.deepEqual(session.turns, ['b', 'c']);
});

test('a computer that fails is said to have, and can be asked again', async () => {
  const { session, toy, source } = await local(COMPUTER);
  await session.play('a', [], session.revision);
  await idle();
  toy.searches[0].fail(Object.assign(new Error('broken'), { said: true }));
  await idle();
  assert.deepEqual(session.status, { kind: 'fault', key: 'engineStopped', args: ['broken'] });
  source.goOn();
  assert.equal(session.status, null);
  await idle();
  // What a browser says of itself is for nobody.
  toy.searches[1].fail(new TypeError('x is undefined'));
  await idle();
  assert.deepEqual(session.status, { kind: 'fault', key: 'unexpected' });
  source.goOn();
  await idle();
  toy.searches[2].open(found('b'));
  await idle();
  await idle();
  assert.deepEqual(session.turns, ['a', 'b']);
});

test('the computer takes a draw only if it sees no better, and not early', async () => {
  const { session, source, toy } = await local(COMPUTER);
  await session.offerDraw();
  assert.deepEqual([session.over, session.status?.key], [null, 'computerDeclines']);
  for (let i = 0; i < 4; i++) {
    await session.play(`p${i}`, [], session.revision);
    await idle();
    toy.searches[i].open(found(`c${i}`, { score: { kind: 'score', points: i === 3 ? -1 : 50 } }));
    await idle();
    await idle();
    if (i < 3) assert.equal(source.acceptsDraw, false);
  }
  await session.offerDraw();
  assert.deepEqual(session.over, { outcome: 'draw', how: 'agreement' });
});

test('what another tab plays is shown, and only one tab stores', async () => {
  const { session, source, saved, hand, kept, changes } = await local();
  await session.play('a', [], session.revision);
  hand.set(false);
  await idle();
  assert.equal(session.readOnly, true);
  await session.play('x', [], session.revision);
  await source.adopt({ ...kept, turns: ['a', 'b'], at: kept.at + 1 });
  assert.deepEqual([session.turns, saved], [['a', 'b'], [['a']]]);
  assert.deepEqual(changes.at(-1).steps, [[{ do: 'move', from: 'b0', to: 'b1' }]]);
  hand.set(true);
  await idle();
  await source.adopt({ ...kept, turns: ['a'], at: 0 });
  assert.deepEqual(session.turns, ['a', 'b'], 'what is older does not count any more');
});

// ---- live games --------------------------------------------------------------------------------

const STATE = {
  id: 'live',
  game: 'toy',
  rules: '',
  start: 'start',
  turns: [],
  you: 'light',
  version: 1,
  to_move: 'light',
  over: null,
  seats: {
    light: { taken: true, connected: true, gone: null },
    dark: { taken: true, connected: true, gone: null },
  },
  clock: null,
  offers: { draw: null, takeback: null, rematch: null },
  sequel: null,
  next: null,
  claim_after: 60,
  position: 'start',
};

/** A session of a live game, and its server. */
async function live(t, more = {}, tokens = ['token'], notes) {
  const toy = new Toy(),
    seats = [],
    said = [],
    changes = [];
  const socket = { token: tokens[0] ?? null, up: true, isLost: false, opened: 0, rested: 0 };
  let hooks;
  const connect = (id, token, given) => {
    hooks = given;
    return Object.assign(socket, {
      say: (what, at, rest) => said.push({ what, at, ...rest }) && `nonce ${said.length}`,
      open: () => socket.opened++,
      rest: () => socket.rested++,
      close: () => {},
    });
  };
  const source = new LiveSource(INFO, { ...STATE, ...more }, tokens, {
    connect,
    store: { saveSeat: seat => seats.push(seat), loadSeat: () => (notes ? { notes } : null) },
  });
  const session = new GameSession(source, toy);
  t.after(() => session.close());
  session.subscribe(async change => {
    changes.push(change);
  });
  await session.open();
  const hear = async message => {
    hooks.hear(message);
    await session.queue.run(() => {});
  };
  return { session, source, toy, socket, said, seats, changes, hear };
}

test('an own turn is shown at once, and is the server’s once it says so', async t => {
  const { session, said, hear, changes } = await live(t);
  assert.equal(session.myTurn, true);
  await session.play('a', [['shown']], session.revision);
  assert.deepEqual(said, [{ what: 'turn', at: 0, turn: 'a' }]);
  assert.deepEqual([session.turns, session.myTurn], [['a'], false]);
  const at = session.revision;
  await hear({
    type: 'event',
    version: 2,
    kind: 'turn',
    turn: 'a',
    by: 'light',
    now: { version: 2 },
  });
  assert.deepEqual([session.turns, session.revision], [['a'], at], 'it is shown only once');
  await hear({
    type: 'event',
    version: 3,
    kind: 'turn',
    turn: 'b',
    by: 'dark',
    now: { version: 3 },
  });
  assert.deepEqual([session.turns, session.myTurn], [['a', 'b'], true]);
  assert.deepEqual(changes.at(-1).happened, { what: 'turn', side: 'dark', turns: ['b'] });
});

test('an own turn that the server refuses is taken back, with the reason', async t => {
  const { session, hear } = await live(t);
  await session.play('a', [], session.revision);
  await hear({ type: 'error', nonce: 'nonce 1', code: 'bad-turn', message: 'no' });
  assert.deepEqual(session.turns, []);
  assert.deepEqual(session.status, { kind: 'notice', text: 'no' });
});

test('what the server says twice or too early counts once, and a gap asks for everything', async t => {
  const { session, hear, socket } = await live(t);
  const event = { type: 'event', version: 2, kind: 'turn', turn: 'a', now: { version: 2 } };
  await hear(event);
  await hear(event);
  assert.deepEqual(session.turns, ['a']);
  await hear({ ...event, version: 5, turn: 'c' });
  assert.deepEqual([session.turns, socket.opened], [['a'], 1]);
  await hear({ type: 'state', ...STATE, version: 5, turns: ['a', 'b', 'c'] });
  assert.deepEqual(session.turns, ['a', 'b', 'c']);
  await hear({ type: 'event', version: 6, kind: 'takeback', count: 2, now: { version: 6 } });
  assert.deepEqual(session.turns, ['a']);
});

test('a token that is wrong is not kept, and the next one is tried', async t => {
  const { source, seats, hear, socket } = await live(t, { you: null }, ['wrong', 'right']);
  assert.deepEqual(seats, []);
  await hear({ type: 'error', code: 'wrong-token', message: 'no' });
  assert.deepEqual([source.token, socket.opened], ['right', 1]);
  await hear({ type: 'state', ...STATE, you: 'dark' });
  assert.deepEqual(
    seats.map(({ token, side }) => [token, side]),
    [['right', 'dark']],
  );
});

test('clocks run from when they were told, and what is repeated does not set them back', async t => {
  const clock = {
    initial: 60,
    increment: 0,
    left: { light: 60_000, dark: 50_000 },
    running: 'light',
  };
  const { source, hear } = await live(t, { clock });
  source.clockAt -= 5000;
  const left = () => Math.round(source.clockOf('light').left / 1000);
  assert.equal(left(), 55);
  await hear({ type: 'error', code: 'bad-message', message: 'no' });
  await hear({ type: 'presence', seats: STATE.seats });
  assert.equal(left(), 55);
  assert.deepEqual(source.clockOf('dark').left, 50_000, 'one that stands still loses nothing');
  await hear({
    type: 'event',
    version: 2,
    kind: 'turn',
    turn: 'a',
    now: { version: 2, clock: { ...clock } },
  });
  assert.equal(left(), 60);
});

test('who is away can be told, and the game claimed once it is time', async t => {
  const { source, hear } = await live(t);
  assert.equal(source.absence, null);
  const dark = { taken: true, connected: false, gone: 20 };
  await hear({ type: 'presence', seats: { ...STATE.seats, dark } });
  assert.deepEqual([Math.round(source.absence.gone), Math.round(source.absence.left)], [20, 40]);
  await hear({ type: 'presence', seats: { ...STATE.seats, dark: { ...dark, gone: 61 } } });
  assert.equal(source.absence.left, 0);
});

test('a game that is over is a tree as others are: walked in, branched, undone, kept', async t => {
  const over = { outcome: 'light', how: 'resigned' },
    { session, source, seats, hear, said } = await live(t, { turns: ['a', 'b', 'c'] });
  assert.deepEqual([session.branches, session.canHint], [false, false], 'while it is played');
  await hear({ type: 'state', ...STATE, version: 2, turns: ['a', 'b', 'c'], over });
  assert.deepEqual([session.branches, session.over.how, session.myTurn], [true, 'resigned', false]);

  await session.walk(node => node.parent);
  assert.deepEqual([session.turns, session.over], [['a', 'b'], null]);
  assert.deepEqual([session.myTurn, session.canHint], [true, true]);
  await session.play('d', [], session.revision);
  assert.deepEqual(session.turns, ['a', 'b', 'd']);
  assert.deepEqual([said.length, session.node.variation?.turn], [0, 'd'], 'the server is not told');
  assert.deepEqual(
    seats.at(-1).notes.turns[2].variations.map(({ turns }) => turns[0].turn),
    ['d'],
  );
  assert.equal(source.variations.canPromote, false, 'what was played stays the main line');

  // What the server says meanwhile takes nobody away from where they look.
  await hear({ type: 'presence', seats: STATE.seats });
  assert.deepEqual(session.turns, ['a', 'b', 'd']);
  await session.play('end', [], session.revision);
  assert.equal(session.over.how, 'goal', 'how it would have ended');

  assert.equal(session.canUndo, true);
  await session.undo();
  await session.undo();
  assert.deepEqual([session.turns, session.tree.hasVariations], [['a', 'b'], false]);
  assert.equal(seats.at(-1).notes, undefined);
  await session.redo();
  assert.deepEqual([session.turns, session.canRedo], [['a', 'b', 'd'], true]);
  await source.variations.remove();
  assert.deepEqual(session.turns, ['a', 'b']);
  await session.walk(() => session.tree.last);
  assert.deepEqual([session.turns, session.over.how], [['a', 'b', 'c'], 'resigned']);
});

test('variations of a finished game with a friend are there again', async t => {
  const over = { outcome: 'light', how: 'resigned' },
    state = { turns: ['a', 'b'], over };
  const line = (...turns) => ({
    comment: '',
    turns: turns.map(turn => ({ number: '', turn, comment: '', variations: [] })),
  });
  const notes = line('a', 'b');
  notes.turns[1].variations = [line('c')];
  const again = await live(t, state, ['token'], notes);
  assert.deepEqual(
    again.session.tree.nodes.map(({ turn }) => turn),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(again.session.turns, ['a', 'b']);
  // Notes of something else do not count.
  const other = await live(t, { ...state, turns: ['a', 'x'] }, ['token'], notes);
  assert.deepEqual(
    other.session.tree.nodes.map(({ turn }) => turn),
    ['a', 'x'],
  );
});

// ---- searches ----------------------------------------------------------------------------------

/** A search by hand. */
function order(owner, purpose, log = []) {
  const { opened, open, fail } = gate(),
    search = { started: false, stopped: false, open, fail, hooks: null };
  return Object.assign(search, {
    owner,
    purpose,
    start: hooks => {
      Object.assign(search, { started: true, hooks });
      return { found: opened, stop: () => (search.stopped = true) };
    },
    progress: report => log.push(report),
  });
}

test('one search runs at a time, the most urgent first', async () => {
  const broker = new SearchBroker(),
    [one, two, three] = [{}, {}, {}];
  const analysis = order(one, 'analysis'),
    hint = order(two, 'hint'),
    more = order(three, 'hint'),
    opponent = order(three, 'opponent');
  const jobs = [analysis, hint, more].map(each => broker.submit(each));
  assert.equal(await jobs[0].found, null, 'what nobody waits for makes room');
  assert.deepEqual([analysis.stopped, hint.started, more.started], [true, true, false]);
  const last = broker.submit(opponent);
  assert.equal(await jobs[1].found, null);
  assert.deepEqual([opponent.started, more.started], [true, false]);
  opponent.open('turn');
  assert.equal(await last.found, 'turn');
  assert.equal(more.started, true, 'then what waited runs');
  more.open('good');
  assert.equal(await jobs[2].found, 'good');
});

test('a search that was aborted touches nothing, whatever it finds later', async () => {
  const broker = new SearchBroker(),
    log = [],
    [mine, theirs] = [{}, {}];
  const old = order(mine, 'opponent', log),
    next = order(theirs, 'opponent'),
    job = broker.submit(old),
    other = broker.submit(next);
  old.hooks.progress('so far');
  broker.abort(mine);
  old.hooks.progress('late');
  old.open('late');
  assert.equal(await job.found, null);
  assert.deepEqual([log, old.stopped, next.started, next.stopped], [['so far'], true, true, false]);
  next.open('turn');
  assert.equal(await other.found, 'turn');
});

test('a newer search of the same kind replaces the older; one that fails tells and makes room', async () => {
  const broker = new SearchBroker(),
    owner = {};
  const [first, second, third] = ['hint', 'hint', 'analysis'].map(kind => order(owner, kind));
  const jobs = [broker.submit(first), broker.submit(second)];
  assert.equal(await jobs[0].found, null);
  const waits = broker.submit(third);
  assert.equal(third.started, false);
  second.fail(new Error('broken'));
  await assert.rejects(jobs[1].found, /broken/);
  assert.equal(third.started, true);
  waits.hurry();
  assert.equal(third.stopped, true, 'who is in a hurry gets what there is');
  third.open('some');
  assert.equal(await waits.found, 'some');
});

test('two games with one broker: the one that is closed does not disturb the other', async () => {
  const broker = new SearchBroker();
  const one = await local({ ...COMPUTER, broker }),
    two = await local({ ...COMPUTER, broker });
  await one.session.play('a', [], one.session.revision);
  await two.session.play('b', [], two.session.revision);
  await idle();
  assert.deepEqual([one.toy.searches.length, two.toy.searches.length], [1, 0]);
  one.session.close();
  await idle();
  assert.equal(two.toy.searches.length, 1);
  one.toy.searches[0].open(found('x'));
  two.toy.searches[0].open(found('y'));
  await idle();
  await idle();
  assert.deepEqual([one.session.turns, two.session.turns], [['a'], ['b', 'y']]);
  assert.deepEqual([one.hand.released, one.toy.games[0].closed], [true, true]);
});

test('the strongest player asks the server where the page does not know', async () => {
  const asked = [],
    broker = new SearchBroker(),
    toy = new Toy();
  const opponent = new Opponent(broker, 'perfect', {
    least: 0,
    askServer: async (game, question) => {
      asked.push([game, question.turns.length]);
      return found('s', { exact: true });
    },
  });
  const game = await toy.openGame({ game: 'toy', turns: ['a'] });
  const first = opponent.choose(game);
  await idle();
  toy.searches[0].open(found('own'));
  assert.equal((await first).turn, 's');
  assert.equal((await opponent.choose(game)).turn, 's', 'and then asks it first');
  assert.deepEqual([asked.length, toy.searches.length], [2, 1]);
  const third = opponent.choose(game);
  opponent.abort();
  assert.equal(await third, null);
});

// ---- what moves --------------------------------------------------------------------------------

test('what leads from one line of turns to another', () => {
  const moves = names =>
    [...names].map(turn => ({
      turn,
      effects: [[{ do: 'move', from: turn, to: turn.toUpperCase() }]],
    }));
  const cells = (before, after, most) =>
    between(moves(before), moves(after), most)
      .flat()
      .map(({ from, to }) => from + to);
  assert.deepEqual(cells('ab', 'abc'), ['cC']);
  assert.deepEqual(cells('abc', 'a'), ['Cc', 'Bb']);
  assert.deepEqual(cells('a', 'abc'), [], 'many turns are not shown one by one');
  assert.deepEqual(cells('a', 'abc', 2), ['bB', 'cC']);
  assert.deepEqual(cells('ab', 'ac'), [], 'another game appears at once');
});
