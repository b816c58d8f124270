// The parts of the pages that need no browser: the queue of commands, who owns a game, what is read
// from the storage, the worker's restart, plurals.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandQueue } from '../model/commands.js';
import { Ownership } from '../model/ownership.js';
import { readGame, readSeat } from '../model/stored.js';
import { language } from './lib/locale.js';

/** A promise that is kept when somebody says so. */
function gate() {
  let open = () => {};
  const opened = new Promise(done => {
    open = done;
  });
  return { opened, open };
}

test('commands run one after the other, and one that fails does not stop the others', async () => {
  const queue = new CommandQueue(),
    log = [],
    { opened, open } = gate();
  const first = queue.run(async () => {
    await opened;
    log.push('first');
  });
  const second = queue.run(() => {
    log.push('second');
    throw new Error('no');
  });
  const third = queue.run(() => {
    log.push('third');
    return 3;
  });
  assert.deepEqual(log, []);
  open();
  await first;
  await assert.rejects(second, /no/);
  assert.equal(await third, 3);
  assert.deepEqual(log, ['first', 'second', 'third']);
});

test('a command for another revision is dropped', async () => {
  const queue = new CommandQueue(),
    log = [];
  const at = queue.revision;
  const undo = queue.runAt(at, () => {
    log.push('undo');
    queue.changed();
  });
  const play = queue.runAt(at, () => log.push('play'));
  assert.deepEqual([await undo, await play], [true, false]);
  assert.deepEqual([log, queue.revision], [['undo'], 1]);
});

/** Locks as browsers have them, as far as they are used. */
class Locks {
  held = null;
  waiting = [];

  request(name, { signal, steal }, granted) {
    return new Promise((done, fail) => {
      const one = { granted, done, fail };
      signal?.addEventListener('abort', () => {
        this.waiting = this.waiting.filter(w => w !== one);
        fail(new Error('aborted'));
      });
      if (steal) {
        this.held?.fail(new Error('stolen'));
        this.give(one);
      } else {
        this.waiting.push(one);
        this.next();
      }
    });
  }

  next() {
    if (!this.held && this.waiting.length) this.give(this.waiting.shift());
  }

  async give(one) {
    this.held = one;
    await Promise.resolve();
    const result = await one.granted();
    one.done(result);
    if (this.held !== one) return;
    this.held = null;
    this.next();
  }
}

let names = 0;
for (const [way, means] of [
  ['locks', () => ({ locks: new Locks() })],
  ['messages', () => ({ Channel: BroadcastChannel })],
]) {
  test(`one of several tabs owns a game, by ${way}`, async t => {
    const name = `game ${++names}`,
      given = means(),
      heard = [[], []];
    const moved = [gate(), gate(), gate(), gate()];
    const tabs = [0, 1].map(
      i =>
        new Ownership(
          name,
          owned => {
            heard[i].push(owned);
            moved[heard[0].length + heard[1].length - 1]?.open();
          },
          given,
        ),
    );
    t.after(() => tabs.forEach(tab => tab.release()));
    assert.equal(await tabs[0].claim(), true);
    assert.equal(await tabs[1].claim(), false, 'the second only looks on');
    tabs[1].take();
    await moved[2].opened;
    assert.deepEqual([tabs[0].owned, tabs[1].owned], [false, true], 'until it takes the game over');
    tabs[1].release();
    await moved[3].opened;
    assert.deepEqual(
      [tabs[0].owned, tabs[1].owned],
      [true, false],
      'who waits gets it when the other leaves',
    );
    assert.deepEqual(heard, [[true, false, true], [true]]);
  });

  test(`tabs that begin at the same time agree, by ${way}`, async t => {
    const name = `game ${++names}`,
      given = means(),
      tabs = [0, 1, 2].map(() => new Ownership(name, () => {}, given));
    t.after(() => tabs.forEach(tab => tab.release()));
    const owned = await Promise.all(tabs.map(tab => tab.claim()));
    assert.equal(owned.filter(Boolean).length, 1);
  });
}

test('without any means a tab owns what it opens', async () => {
  assert.equal(await new Ownership('game', () => {}, {}).claim(), true);
});

const GAME = {
  id: 'x',
  game: 'kono',
  rules: '',
  start: null,
  turns: ['a1'],
  players: { light: { kind: 'person' }, dark: { kind: 'computer', level: 'level-1' } },
  end: null,
  over: false,
  position: 'p',
  toMove: 'light',
  at: 5,
  shown: false,
  tags: {},
};
const SEAT = {
  id: 'x',
  token: 't',
  side: 'dark',
  game: 'kono',
  over: false,
  position: '',
  turns: 3,
  toMove: 'light',
  at: 5,
};

test('what is stored is checked when it is read', () => {
  const game = value => readGame(JSON.stringify(value)).is;
  assert.equal(game(GAME), 'good', 'games from before there were versions');
  assert.equal(game({ ...GAME, v: 1 }), 'good');
  assert.equal(game({ ...GAME, v: 2 }), 'good');
  assert.equal(game({ ...GAME, v: 3, shape: 'new' }), 'newer');
  for (const [name, wrong] of Object.entries({
    id: 3,
    game: null,
    rules: {},
    start: 7,
    turns: 'a1',
    players: { light: {} },
    end: { outcome: 'red', how: '' },
    over: 'no',
    position: 1,
    toMove: 'white',
    at: '5',
    shown: 0,
    tags: { a: 1 },
    notes: { turns: [{}] },
  }))
    assert.equal(game({ ...GAME, [name]: wrong }), 'bad', name);
  for (const name of Object.keys(GAME).filter(key => !['start', 'end'].includes(key))) {
    assert.equal(game({ ...GAME, [name]: undefined }), 'bad', `without ${name}`);
  }
  for (const text of ['', '{', 'null', '[]', '3', '"x"'])
    assert.equal(readGame(text).is, 'bad', text);
  assert.equal(readSeat(JSON.stringify(SEAT)).is, 'good');
  assert.equal(readSeat(JSON.stringify({ ...SEAT, token: 3 })).is, 'bad');
});

test('numbers choose the form of a text, in both languages', async () => {
  const { anyOf, inWords, listOf, span, speak, t } = await import('../words.js');
  speak(await language('en'));
  assert.equal(t('hintWin', 1), 'wins in 1 turn');
  assert.equal(t('hintWin', 2), 'wins in 2 turns');
  assert.equal(t('someChanged', 1), '1 changed');
  assert.equal(t('legalCount', 1234), '1,234 legal turns');
  assert.equal(anyOf(['a1', 'b2', 'c3']), 'a1, b2 or c3');
  assert.equal(listOf(['a1', 'b2']), 'a1, b2');
  assert.deepEqual(
    [inWords(5), inWords(12), span(59), span(150)],
    ['five', '12', '59\u00a0s', '3\u00a0min'],
  );
  speak(await language('fr'));
  assert.equal(anyOf(['a1', 'b2', 'c3']), 'a1, b2 ou c3');
  assert.equal(t('labelled', 'a', 'b'), 'a\u00a0: b', 'no line begins with a colon');
  assert.deepEqual([span(7200), span(3 * 86_400)], ['2\u00a0h', '3 jours']);
  assert.equal(t('hintWin', 1), 'gagne en 1 coup');
  assert.equal(t('someChanged', 0), '0 modifiée', 'French counts nothing as one');
  assert.equal(t('someChanged', 2), '2 modifiées');
});

/** Workers that answer with the name of what they are asked, and break down where it says so. */
class FakeWorker {
  static started = 0;
  static terminated = 0;

  constructor() {
    this.number = ++FakeWorker.started;
    this.over = false;
  }

  postMessage({ id, text, search }) {
    const asked = text ? JSON.parse(text) : search,
      answer = { id, text: JSON.stringify({ ok: { by: this.number, asked } }) };
    const breaks = asked?.trap === 'always' || asked?.trap === this.number;
    if (asked?.slow && this.number === asked.slow) return;
    queueMicrotask(() => {
      if (!this.over) this.onmessage({ data: breaks ? { id, trap: 'unreachable' } : answer });
    });
  }

  terminate() {
    this.over = true;
    FakeWorker.terminated++;
  }
}

test('a module that breaks down is replaced; what was asked meanwhile is asked again, once', async () => {
  globalThis.Worker = FakeWorker;
  const { generation, request, search } = await import('../protocol.js');
  const first = await request({ do: 'games' });
  assert.equal(first.ok.by, 1);
  const slow = request({ do: 'turns', slow: 1 }),
    { answer } = search({ session: 1, of: { game: 'x' }, player: 'p', slow: 1 });
  const once = await request({ do: 'enter', trap: 1 });
  assert.deepEqual([once.ok.by], [2], 'what broke the first module is asked of the second');
  assert.equal((await slow).ok.by, 2, 'and so is what it had not answered');
  assert.equal((await answer).error.code, 'not-open', 'but games are open no more');
  assert.equal(generation(), 1);
  const never = await request({ do: 'enter', trap: 'always' });
  assert.deepEqual([never.error.message], ['unreachable'], 'the second time it fails');
  assert.ok((await request({ do: 'games' })).ok, 'and the next request is answered');
  assert.equal(
    FakeWorker.terminated,
    FakeWorker.started - 1,
    'no module that broke down is used again',
  );
});

test('a session says that its module broke down', async () => {
  const { Session, Trap } = await import('../protocol.js');
  const broken = {
    memory: { buffer: new ArrayBuffer(64) },
    alloc: () => 0,
    free: () => {},
    answer: () => {
      throw new WebAssembly.RuntimeError('unreachable');
    },
  };
  assert.throws(() => new Session({ exports: broken }).text('{}'), Trap);
});
