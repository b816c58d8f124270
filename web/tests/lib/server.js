// A server of its own for each test file: the built program on a port that it chooses itself, with
// a fresh data folder, ended by its process.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROGRAM = process.env.DAMIER_PROGRAM;
/** The pages to serve instead of those in the program, while working on them. */
const PAGES = process.env.DAMIER_PAGES;

/** A folder that is removed at the end of the test file. */
export async function folder(t) {
  const dir = await mkdtemp(path.join(tmpdir(), 'damier-test-'));
  t.after(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  return dir;
}

export class Server {
  /**
   * @param {string} data
   * @param {string[]} more further arguments
   * @param {string} [pages] instead of those in the program
   */
  constructor(data, more = [], pages = PAGES) {
    this.data = data;
    this.more = more;
    this.pages = pages;
    /** The port, which the server chooses when it starts for the first time. */
    this.port = 0;
    this.url = '';
    this.child = null;
    this.log = '';
  }

  /** Starts it, or starts it again where it was. */
  async start() {
    if (!PROGRAM)
      throw new Error('DAMIER_PROGRAM must name the built program; `cargo xtask test` sets it');
    // Tables of this machine's user must not decide what is tested.
    const args = [
      'serve',
      '--no-open',
      '--port',
      String(this.port),
      '--data',
      this.data,
      '--tables',
      path.join(this.data, 'tables'),
      ...this.more,
    ];
    if (this.pages) args.push('--web', this.pages);
    this.child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.log = '';
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', text => {
        this.log += text;
      });
    for (let tries = 0; tries < 300; tries++) {
      if (this.child.exitCode !== null) break;
      this.port ||= Number(/https?:\/\/localhost:(\d+)/.exec(this.log)?.[1] ?? 0);
      this.url = `http://127.0.0.1:${this.port}`;
      const answer = this.port ? await fetch(`${this.url}/api/v1/server`).catch(() => null) : null;
      if (answer?.ok) return;
      await new Promise(done => {
        setTimeout(done, 50);
      });
    }
    throw new Error(`the server did not start:\n${this.log}`);
  }

  /** Ends it. @param {NodeJS.Signals} signal */
  async stop(signal = 'SIGTERM') {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  /** Asks the API; throws where it refuses. */
  async ask(address) {
    const answer = await fetch(`${this.url}/api/v1/${address}`);
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  async games() {
    const { games } = await this.ask('games'),
      only = process.env.DAMIER_GAME;
    return only ? games.filter(({ id }) => id === only) : games;
  }

  look(game, position) {
    return this.ask(`games/${game}/look?${new URLSearchParams({ position })}`);
  }

  async turns(game, position) {
    return (await this.ask(`games/${game}/turns?${new URLSearchParams({ position })}`)).turns;
  }
}

/** A running server that ends with the test file. */
export async function serve(t, more = [], pages = PAGES) {
  const server = new Server(await folder(t), more, pages);
  t.after(() => server.stop());
  await server.start();
  return server;
}

/**
 * A line to a server that counts what comes over it and can be cut: connections break, and new ones
 * are refused until it is mended.
 */
export async function cuttable(t, server) {
  const open = new Set();
  let cut = false,
    bytes = 0;
  const relay = net
    .createServer(from => {
      if (cut) return from.destroy();
      const to = net.connect(server.port, '127.0.0.1');
      for (const [a, b] of [
        [from, to],
        [to, from],
      ]) {
        open.add(a);
        a.on('error', () => {}).on('close', () => {
          open.delete(a);
          b.destroy();
        });
        a.pipe(b);
      }
      to.on('data', data => {
        bytes += data.length;
      });
    })
    .listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const close = () => {
    for (const socket of open) socket.destroy();
  };
  t.after(() => {
    close();
    relay.close();
  });
  return {
    url: `http://127.0.0.1:${relay.address().port}`,
    cut() {
      cut = true;
      close();
    },
    mend() {
      cut = false;
    },
    get bytes() {
      return bytes;
    },
  };
}
