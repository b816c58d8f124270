// @ts-check
// The server, for what a page cannot do alone: games with friends, and tables that only it has.

import { lang, said, t } from './words.js';

/**
 * Asks the server; throws what it complains about.
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function server(path, body) {
  let answer;
  try {
    answer = await fetch(
      `/api/v1/${path}`,
      body === undefined
        ? { headers: { 'accept-language': lang() } }
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'accept-language': lang() },
            body: JSON.stringify(body),
          },
    );
  } catch {
    throw said(t('noServer'));
  }
  const heard = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw Object.assign(said(heard.error?.message ?? t('noServer')), {
      status: answer.status,
      code: heard.error?.code,
    });
  return heard;
}
