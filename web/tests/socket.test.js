// The connection to a live game, without a server: what was not answered is said again after the
// connection broke, under the same name; what was accepted or refused is not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveSocket } from '../model/socket.js';

/** A WebSocket whose other end is the test. */
class Wire {
  static OPEN = 1;
  static all = [];
  readyState = 1;
  said = [];

  constructor() {
    Wire.all.push(this);
  }

  send(text) {
    this.said.push(JSON.parse(text));
  }

  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  close() {
    this.readyState = 3;
  }
}

/** An open connection, and how it is opened again. */
function connected(t) {
  globalThis.WebSocket = Wire;
  const socket = new LiveSocket('ws://test', 'token', () => 'en', {
    hear: () => {},
    moved: () => {},
  });
  t.after(() => socket.close());
  const open = () => {
    socket.open();
    const wire = Wire.all.at(-1);
    wire.onopen();
    wire.hear({ type: 'state', turns: [] });
    return wire;
  };
  return { socket, open };
}

const commands = wire => wire.said.filter(one => one.do !== 'hello').map(one => one.do);

test('what was not answered is said again, and what was accepted is not', t => {
  const { socket, open } = connected(t),
    first = open();
  const accepted = socket.say('draw-offer', 0);
  socket.say('turn', 0, { turn: 'a' });
  first.hear({ type: 'ack', nonce: accepted });
  const [, turn] = first.said.filter(one => one.do !== 'hello'),
    again = open();
  assert.deepEqual(commands(again), ['turn']);
  assert.equal(again.said.at(-1).nonce, turn.nonce);
});

test('what was refused is not said again, whether the refusal names it or not', t => {
  const { socket, open } = connected(t),
    first = open();
  const refused = socket.say('turn', 0, { turn: 'zz' });
  socket.say('name', 0, { name: 'x'.repeat(999) });
  socket.say('draw-offer', 0);
  first.hear({ type: 'error', nonce: refused, code: 'bad-turn', message: '' });
  first.hear({ type: 'error', nonce: null, code: 'bad-message', message: '' });
  assert.deepEqual(commands(open()), ['draw-offer']);
  // What is wrong with the connection is no answer.
  Wire.all.at(-1).hear({ type: 'error', nonce: null, code: 'wrong-token', message: '' });
  assert.deepEqual(commands(open()), ['draw-offer']);
});
