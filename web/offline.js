// @ts-check
// After one visit the pages work without the server, where the browser allows it.

import { games } from './engine.js';
import { lang } from './words.js';

/** Whether this browser keeps pages here. */
export const canKeep = () => 'serviceWorker' in navigator;

/**
 * Browsers that ask for it are told that a script is one of these pages.
 * @param {string} address
 * @returns {string}
 */
const scriptAddress = address => /** @type {any} */ (globalThis).damierScript?.(address) ?? address;

/** Registers the service worker. */
export function startOffline() {
  if (!canKeep()) return;
  const begin = () => {
    const container = navigator.serviceWorker;
    container
      .register(scriptAddress('/sw.js'))
      .then(async () => {
        if (!container.controller)
          await new Promise(done => {
            container.addEventListener('controllerchange', done, { once: true });
          });
        // The rules are read when one wants to know, which may be in a train.
        for (const { id } of await games())
          fetch(`/api/v1/games/${id}/rules?lang=${lang()}`).catch(() => {});
      })
      .catch(() => {});
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin);
}

/** How often to look whether the server has other pages by now, in milliseconds. */
const OFTEN = 15 * 60_000;

/**
 * Looks now and then whether the pages were renewed, and says so: nobody is made to reload, and
 * nobody misses it.
 * @param {() => void} tell
 */
export function whenRenewed(tell) {
  const own = /\/v\/([^/]+)\//.exec(import.meta.url)?.[1];
  let looked = Date.now();
  const look = async () => {
    if (!own || document.hidden || Date.now() - looked < OFTEN) return;
    looked = Date.now();
    const answer = await fetch('/assets.json', { cache: 'no-cache' }).catch(() => null);
    const version = answer?.ok ? (await answer.json()).version : own;
    if (version !== own) tell();
  };
  setInterval(look, OFTEN);
  document.addEventListener('visibilitychange', look);
}

/** Whether the pages are kept already. */
export const isKept = async () =>
  canKeep() && !!(await navigator.serviceWorker.getRegistration())?.active;

/** Waits until they are. */
export const whenKept = () => navigator.serviceWorker.ready;
