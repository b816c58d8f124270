// @ts-check
// Who may play a game that is open in several tabs: one tab owns it, the others show it. A tab that
// waits gets the game as soon as its owner lets go or is closed; one that does not want to wait
// takes it over. Browsers know who owns what (Web Locks) where the address is secure; elsewhere
// the tabs ask each other.

/** How long tabs are given to answer, in milliseconds. */
const ANSWER = 120;
/** How long a claim may wait for a page that is just being left, in milliseconds. */
const PATIENCE = 400;

/**
 * @typedef {{locks?: LockManager, Channel?: typeof BroadcastChannel}} Means what the browser offers
 */

/** @returns {Means} */
const ofBrowser = () => ({
  locks: globalThis.navigator?.locks,
  Channel: globalThis.BroadcastChannel,
});

export class Ownership {
  /**
   * @param {string} name what is owned
   * @param {(owned: boolean) => void} moved called when it changes hands
   * @param {Means} [means]
   */
  constructor(name, moved, means = ofBrowser()) {
    this.owned = false;
    this.moved = moved;
    this.closed = false;
    /** Resolves the first claim. @type {() => void} */
    this.settled = () => {};
    const become = (/** @type {boolean} */ owned) => this.become(owned);
    this.way = means.locks
      ? new ByLock(name, become, means.locks)
      : means.Channel
        ? new ByTalk(name, become, means.Channel)
        : null;
  }

  /** @param {boolean} owned */
  become(owned) {
    if (this.closed || owned === this.owned) return;
    this.owned = owned;
    this.settled();
    this.moved(owned);
  }

  /** Claims it; says after a moment whether it is owned. The claim stands until it is released. */
  async claim() {
    if (!this.way) this.become(true);
    else {
      const settled = /** @type {Promise<void>} */ (
        new Promise(done => {
          this.settled = done;
        })
      );
      this.way.claim();
      await Promise.race([
        settled,
        new Promise(done => {
          setTimeout(done, PATIENCE);
        }),
      ]);
    }
    return this.owned;
  }

  /** Claims something new, which nobody else can have. */
  found() {
    this.owned = true;
    this.way?.claim();
  }

  /** Takes it from whoever has it. */
  take() {
    if (!this.closed && !this.owned) this.way?.take();
  }

  /** Lets it go for good. */
  release() {
    if (!this.closed) this.way?.release();
    this.closed = true;
    this.owned = false;
  }
}

/** Ownership as the browser knows it. */
class ByLock {
  /** @param {string} name @param {(owned: boolean) => void} become @param {LockManager} locks */
  constructor(name, become, locks) {
    this.name = name;
    this.become = become;
    this.locks = locks;
    /** Ends the request that counts. @type {() => void} */
    this.end = () => {};
  }

  claim() {
    const given = new AbortController();
    this.request({ signal: given.signal }, () => given.abort());
  }

  take() {
    this.end();
    this.request({ steal: true }, () => {});
  }

  /** @param {LockOptions} options @param {() => void} abort */
  request(options, abort) {
    let over = false,
      free = () => {};
    this.end = () => {
      over = true;
      abort();
      free();
    };
    this.locks
      .request(this.name, options, () => {
        if (over) return undefined;
        this.become(true);
        return /** @type {Promise<void>} */ (
          new Promise(done => {
            free = done;
          })
        );
      })
      .catch(() => {
        if (over) return;
        // Another tab took it. Once that one lets go, it comes back.
        this.become(false);
        this.claim();
      });
  }

  release() {
    this.end();
  }
}

/** Ownership by asking the other tabs. */
class ByTalk {
  /**
   * @param {string} name
   * @param {(owned: boolean) => void} become
   * @param {typeof BroadcastChannel} Channel
   */
  constructor(name, become, Channel) {
    this.me = Math.random();
    this.become = become;
    /** @type {'waiting' | 'claiming' | 'owner'} */
    this.state = 'waiting';
    this.timer = 0;
    this.channel = new Channel(name);
    this.channel.onmessage = ({ data }) => this.hear(data);
    this.hidden = () => this.free();
    globalThis.addEventListener?.('pagehide', this.hidden);
  }

  /** @param {'claim' | 'first' | 'owned' | 'taken' | 'free'} say */
  tell(say) {
    this.channel.postMessage({ say, from: this.me });
  }

  claim() {
    this.state = 'claiming';
    this.tell('claim');
    this.timer = Number(setTimeout(() => this.own(), ANSWER));
  }

  own() {
    this.state = 'owner';
    this.become(true);
  }

  /** @param {{say: string, from: number}} message */
  hear({ say, from }) {
    const { state } = this;
    if (say === 'claim' && state === 'owner') this.tell('owned');
    // Of those that claim at the same time the smallest number goes first.
    else if (say === 'claim' && state === 'claiming' && this.me < from) this.tell('first');
    else if (say === 'free' && state === 'waiting') this.claim();
    else if (say === 'taken') this.lose();
    else if (state === 'claiming' && (say === 'owned' || (say === 'first' && from < this.me)))
      this.lose();
  }

  lose() {
    clearTimeout(this.timer);
    this.state = 'waiting';
    this.become(false);
  }

  take() {
    clearTimeout(this.timer);
    this.tell('taken');
    this.own();
  }

  /** The page is left, or what it had is: somebody else may have it. */
  free() {
    clearTimeout(this.timer);
    if (this.state === 'owner') this.tell('free');
    this.state = 'waiting';
  }

  release() {
    this.free();
    globalThis.removeEventListener?.('pagehide', this.hidden);
    this.channel.onmessage = null;
    this.channel.close();
  }
}
