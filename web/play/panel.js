// @ts-check
// What stands around the board, as elements: each is given the controller of the game it belongs
// to, paints itself when that paints, and stops when it leaves the page.

import { render } from '../dom.js';

/** @typedef {import('./controller.js').PlayController} PlayController */

export class Panel extends HTMLElement {
  constructor() {
    super();
    /** @type {PlayController | null} */
    this.play = null;
    /** Stops painting. */
    this.forget = () => {};
  }

  /** @param {PlayController} play */
  follow(play) {
    this.forget();
    this.play = play;
    this.forget = play.onPaint(() => this.paint(play));
  }

  connectedCallback() {
    // One that was taken out and put back goes on.
    if (this.play) this.follow(this.play);
  }

  disconnectedCallback() {
    this.forget();
  }

  /** Makes the panel agree with the game. @param {PlayController} _play */
  paint(_play) {}

  /**
   * Fills a part of the panel; the focus never gets lost.
   * @param {Element} el
   * @param {import('../dom.js').Child[]} nodes
   * @param {PlayController} play
   */
  fill(el, nodes, play) {
    render(el, nodes, () => play.board.grid?.focus());
  }
}
