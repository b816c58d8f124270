// @ts-check
// Friend by link: creating a game on the server, joining one, and the dialog with the links.

import { h } from '../dom.js';
import { icon } from '../icons.js';
import { server } from '../server.js';
import { copyFrom, dialog } from '../shell.js';
import { freshId } from '../model/store.js';
import { t } from '../words.js';

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

/** @param {string} id @param {string} token */
export async function showInvitation(id, token) {
  const box = h('div', { class: 'more' });
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
  const about = await server('server').catch(() => null);
  // Others cannot come to an address that means their own machine.
  const open = here && about && !about.loopback_only ? about.addresses : [],
    [origin = location.origin, another] = open;
  const invite = `${origin}/play/${id}`;
  const share = h('button.btn', { type: 'button' }, icon('link'), h('span', {}, t('share')));
  share.addEventListener('click', () => {
    navigator.share({ url: invite }).catch(() => {});
  });
  box.append(h('p', {}, t('inviteText')), linkField(t('inviteLink'), invite));
  if ('share' in navigator) box.append(h('p', {}, share));
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
  } else if (another) box.append(linkField(t('otherAddress'), `${another}/play/${id}`));
  box.append(linkField(t('seatLink'), `${origin}/play/${id}#seat=${token}`, t('seatText')));
  dialog({ title: t('inviteTitle'), id: 'invite', body: [box] });
}
