// @ts-check
// Tells somebody who looks elsewhere that it is their turn, where the browser and they allow it.

import { settings } from '../settings.js';
import { pick, t } from '../words.js';
import { nameOf } from './wording.js';

/** @typedef {import('../model/session.js').GameSession} GameSession */

/** Whether this browser could show notifications, and has not been asked yet. */
export const canAsk = () => 'Notification' in globalThis && Notification.permission === 'default';

/** Asks for permission; says whether it was given. */
export async function allow() {
  if (!('Notification' in globalThis)) return false;
  return (await Notification.requestPermission()) === 'granted';
}

/**
 * Shows a notification, unless the page is looked at or nobody wants any.
 * @param {GameSession} session @param {string} text @param {string} address where a click leads
 */
export async function notice(session, text, address) {
  const allowed = 'Notification' in globalThis && Notification.permission === 'granted';
  if (!allowed || !settings.notify || !document.hidden) return;
  const options = {
    body: text,
    tag: address,
    icon: '/icons/icon-192.png',
    data: { address },
  };
  const title = t('tabOf', pick(session.info.name));
  // Phones show them only from a service worker.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/** What there is to tell of a change, if there is. @param {GameSession} session @param {string} what */
export function news(session, what) {
  const friend = nameOf(session, session.you === 'light' ? 'dark' : 'light');
  if (what === 'joined') return t('hasJoined', friend);
  if (what === 'over') return t('isOver');
  return t('notifyTurn', friend);
}
