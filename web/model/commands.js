// @ts-check
// One queue of commands per game. Whatever changes a game goes through it, one command after the
// other, so that nobody reads a game, waits, and writes over what happened meanwhile. The revision
// counts the changes: an answer that was asked for at another revision is stale, and dropped.

export class CommandQueue {
  constructor() {
    /** How often the game has changed. */
    this.revision = 0;
    /** Ends when everything queued so far has. @type {Promise<unknown>} */
    this.tail = Promise.resolve();
  }

  /**
   * Runs a command after all those before it. A command that fails tells its caller, and those
   * behind it run all the same. A command must not wait for another one of its own queue.
   * @template T @param {() => Promise<T> | T} command @returns {Promise<T>}
   */
  run(command) {
    const done = this.tail.then(command);
    this.tail = done.catch(() => {});
    return done;
  }

  /**
   * Runs a command that was meant for this revision of the game, or not at all.
   * @param {number} revision @param {() => Promise<unknown> | unknown} command
   * @returns {Promise<boolean>} whether it ran
   */
  runAt(revision, command) {
    return this.run(async () => {
      if (revision !== this.revision) return false;
      await command();
      return true;
    });
  }

  /** The game has changed. */
  changed() {
    this.revision++;
  }
}
