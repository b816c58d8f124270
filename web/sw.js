// @ts-check
// Keeps the pages for when there is no server. All files of one version are fetched together, so
// that old and new never mix; games need nothing else. The server writes its version here and
// lists the files.

/** @typedef {Event & {request: Request, waitUntil: (work: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void}} WorkerEvent */
/** The types of service workers and of pages do not go together, so here is what is used. */
const worker = /** @type {{addEventListener: (name: string, hear: (event: WorkerEvent) => void) => void, skipWaiting: () => Promise<void>, clients: {claim: () => Promise<void>}}} */ (/** @type {unknown} */ (self));
const VERSION = '__VERSION__';
const CACHE = `damier-${VERSION}`;
/** The texts of the rules, and tables. */
const LATER = `later-${VERSION}`;

worker.addEventListener('install', event => {
  event.waitUntil((async () => {
    const { files } = await (await fetch('/assets.json', { cache: 'no-cache' })).json();
    const cache = await caches.open(CACHE);
    await cache.addAll(files.filter(wanted).map((/** @type {string} */ file) => new Request(file, { cache: 'no-cache' })));
    await worker.skipWaiting();
  })());
});

/** Licences, types and pictures for home screens are not needed to play. @param {string} file */
const wanted = file => !/\.(d\.ts|txt|map|png)$/.test(file);

worker.addEventListener('activate', event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== CACHE && name !== LATER) await caches.delete(name);
    await worker.clients.claim();
  })());
});

worker.addEventListener('fetch', event => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (/^\/(api\/v1\/games\/[^/]+\/(rules|tables)|tables\/.*)$/.test(url.pathname)) event.respondWith(kept(request));
  else if (!url.pathname.startsWith('/api/')) event.respondWith(file(request, url));
});

/** Until when the server is taken to be gone, so that a page is not put together from both. */
let goneUntil = 0;

/** From the server; after a while without an answer it counts as gone. @param {Request} request @param {number} [longest] in milliseconds */
async function fromServer(request, longest = 3000) {
  if (Date.now() < goneUntil) throw new Error('gone');
  const patience = new AbortController(), timer = setTimeout(() => patience.abort(), longest);
  try {
    return await fetch(request, { signal: patience.signal });
  } catch (error) {
    goneUntil = Date.now() + 10_000;
    throw error;
  } finally {
    // It has answered: what it sends may take its time.
    clearTimeout(timer);
  }
}

/** A file: the server's, so that a new version is seen at once; without a server, the kept one. @param {Request} request @param {URL} url */
async function file(request, url) {
  try {
    return await fromServer(request);
  } catch {
    const cache = await caches.open(CACHE), below = url.pathname.startsWith('/play/') && request.mode === 'navigate' ? '/play' : request;
    return await cache.match(below, { ignoreSearch: true }) ?? fetch(request);
  }
}

/** What is fetched only when somebody wants it: the server's, and kept for later. @param {Request} request */
async function kept(request) {
  const cache = await caches.open(LATER);
  try {
    // Who builds tables is slow to answer.
    const answer = await fromServer(request, 15_000);
    // 202: it is not there yet.
    if (answer.status === 200) cache.put(request, answer.clone());
    return answer;
  } catch {
    return await cache.match(request) ?? Response.error();
  }
}
