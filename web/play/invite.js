// @ts-check
// Friend by link: joining a game, the dialog with the links, what one is called, greetings and
// reminders.

import { element } from '../board/svg.js';
import { h } from '../dom.js';
import { icon } from '../icons.js';
import { server } from '../server.js';
import { choose, settings } from '../settings.js';
import { copyFrom, dialog } from '../dialog.js';
import { say } from '../shell.js';
import { freshId } from '../model/store.js';
import { pick, t } from '../words.js';

/** @typedef {import('../model/live.js').LiveSource} LiveSource */

/**
 * Takes the free seat, with a secret of 162 random bits that nobody else knows; the server keeps
 * only its digest.
 * @param {string} id
 */
export const join = id => server(`live/${id}/join`, { token: freshId() + freshId() + freshId() });

/**
 * A field with a link and a button that copies it.
 * @param {string} label @param {string} link @param {string} [help]
 */
function linkField(label, link, help = '') {
  const input = /** @type {HTMLInputElement} */ (
    h('input.input', { readonly: true, value: link, 'aria-label': label })
  );
  const button = h('button.btn', { type: 'button' }, icon('copy'), h('span', {}, t('copy')));
  input.addEventListener('focus', () => input.select());
  button.addEventListener('click', async () => {
    if (!(await copyFrom(button, link))) input.select();
  });
  return h(
    'div',
    {},
    h('span.label', {}, label),
    h('div.row', {}, input, button),
    help ? h('p.small.muted', {}, help) : null,
  );
}

/** Whether others can be told of a link by the system. */
const canShare = () => 'share' in navigator;

/** @param {string} url @param {string} text */
function shareButton(url, text) {
  const button = h('button.btn', { type: 'button' }, icon('link'), h('span', {}, t('share')));
  button.addEventListener('click', () => {
    navigator.share({ text, url }).catch(() => {});
  });
  return button;
}

/** The link as a picture that a phone reads. @param {string} link */
async function qrOf(link) {
  const { encode, pathOf } = await import('../qr.js'),
    code = encode(link);
  if (!code) return null;
  // Readers need a margin of four modules.
  const box = `-4 -4 ${code.length + 8} ${code.length + 8}`;
  return h(
    'figure.qr',
    {},
    element(
      'svg',
      { viewBox: box, role: 'img', 'aria-label': t('qrLabel', link), 'data-link': link },
      element('path', { d: pathOf(code) }),
    ),
    h('figcaption.small.muted', {}, t('qrHelp')),
  );
}

/** Where a friend finds this server. */
async function whereabouts() {
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
  const about = await server('server').catch(() => null);
  // Others cannot come to an address that means their own machine.
  const open = here && about && !about.loopback_only ? about.addresses : [],
    [origin = location.origin, another] = open;
  return { origin, another, about };
}

/** @param {LiveSource} live */
export async function showInvitation({ id, token, info }) {
  const box = h('div', { class: 'more' });
  const { origin, another, about } = await whereabouts();
  const invite = `${origin}/play/${id}`;
  box.append(h('p', {}, t('inviteText')), linkField(t('inviteLink'), invite));
  if (canShare()) box.append(shareButton(invite, t('shareText', pick(info.name))));
  if (about?.loopback_only) {
    box.append(
      h(
        'div.fault',
        {},
        h('p', {}, t('loopback')),
        about.addresses.length
          ? h('p', {}, t('loopbackHow', about.restart, about.addresses[0]))
          : null,
      ),
    );
  } else {
    if (another) box.append(linkField(t('otherAddress'), `${another}/play/${id}`));
    const code = await qrOf(invite).catch(() => null);
    if (code) box.append(code);
  }
  const seat = linkField(t('seatLink'), `${origin}/play/${id}#seat=${token}`, t('seatText'));
  box.append(h('details.options', {}, h('summary', {}, t('seatLink')), seat));
  dialog({ title: t('inviteTitle'), id: 'invite', body: [box] });
}

/** Asks what friends are told one is called. */
export function askName() {
  const field = /** @type {HTMLInputElement} */ (
    h('input.input', {
      id: 'my-name',
      maxlength: 24,
      value: settings.name,
      autocomplete: 'nickname',
      spellcheck: 'false',
      'aria-label': t('myName'),
    })
  );
  const form = h('form', { id: 'name-form' }, field, h('p.small.muted', {}, t('myNameHelp')));
  const box = dialog({
    title: t('myName'),
    id: 'name-dialog',
    cls: 'short',
    body: [form],
    foot: [
      h('button.btn.quiet', { type: 'button', 'data-action': 'close-dialog' }, t('cancel')),
      h('button.btn.primary', { type: 'submit', form: 'name-form' }, t('save')),
    ],
  });
  form.addEventListener('submit', e => {
    e.preventDefault();
    choose('name', field.value.trim());
    box.close();
  });
  field.focus();
}

/** What can be said; the server knows the same words. */
const GREETINGS = ['hello', 'good-luck', 'well-played', 'thanks', 'back-soon', 'your-turn'];

/** Offers the words to greet and to thank. @param {LiveSource} live */
export function showGreetings(live) {
  const box = dialog({
    title: t('greetTitle'),
    id: 'greetings',
    cls: 'short',
    body: [
      h(
        'div.menu',
        {},
        GREETINGS.map(word =>
          h(
            'button.btn',
            { type: 'button', 'data-word': word },
            h('span', {}, t(/** @type {'greet_hello'} */ (`greet_${word}`))),
          ),
        ),
      ),
    ],
  });
  box.addEventListener('click', e => {
    const el = e.target instanceof Element ? e.target.closest('[data-word]') : null;
    if (!(el instanceof HTMLElement)) return;
    live.send('greet', { word: el.dataset.word });
    box.close();
  });
}

/**
 * Reminds a friend whose turn it is: over the game if they have it open, otherwise by sending them
 * the link again.
 * @param {LiveSource} live
 */
export async function remind(live) {
  if (live.friendIsHere) return live.send('greet', { word: 'your-turn' });
  const { origin } = await whereabouts(),
    url = `${origin}/play/${live.id}`,
    text = t('remindText', pick(live.info.name));
  if (canShare()) return navigator.share({ text, url }).catch(() => {});
  const field = linkField(t('inviteLink'), url);
  dialog({
    title: t('remind'),
    id: 'remind',
    cls: 'short',
    body: [h('p', {}, t('remindHelp')), field],
  });
  say(t('remindHelp'));
}
