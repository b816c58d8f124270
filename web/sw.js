// @ts-check
// Keeps the pages for when there is no server. All files of one version are stored together or not
// at all, each under an address that names the version (`/v/VERSION/…`), so that a page only ever
// meets the modules it was made with, however old it is and whatever the server has by now. Pages
// themselves come from the server where it answers. The server writes its version here.

/**
 * @typedef {object} Lifetime
 * @property {Request} request
 * @property {(work: Promise<unknown>) => void} waitUntil
 * @property {(answer: Promise<Response>) => void} respondWith
 */
/**
 * @typedef {Event & Lifetime} WorkerEvent
 */
/**
 * The types of service workers and of pages do not go together, so here is what is used.
 * @typedef {object} WorkerScope
 * @property {(name: string, hear: (event: WorkerEvent) => void) => void} addEventListener
 * @property {any} clients
 */
const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));
const VERSION = '__VERSION__';
const FILES = `damier-${VERSION}`;
/** Tables and the texts of the rules, which no version of the pages owns. */
const TABLES = 'tables',
  TEXTS = 'texts';

/** Where a file of this version lies. @param {string} file */
const versioned = file => `/v/${VERSION}${file}`;

// No `skipWaiting`: as long as a page of the last version is open, its files stay.
worker.addEventListener('install', event => {
  event.waitUntil(
    (async () => {
      const { files } = await (await fetch('/assets.json', { cache: 'no-cache' })).json();
      const cache = await caches.open(FILES);
      // If the server has become another one meanwhile, it does not know these addresses.
      await cache.addAll(files.filter(wanted).map(versioned));
    })(),
  );
});

/** Licences, types and pictures for home screens are not needed to play. @param {string} file */
const wanted = file => !/\.(d\.ts|txt|map|png)$/.test(file);

worker.addEventListener('activate', event => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter(name => ![FILES, TABLES, TEXTS].includes(name));
      for (const name of old) await caches.delete(name);
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener('fetch', event => {
  const { request } = event,
    { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/v/')) event.respondWith(immutable(request));
  else if (pathname.startsWith('/tables/')) event.respondWith(table(request));
  else if (/^\/api\/v1\/games\/[^/]+\/(rules|tables)$/.test(pathname))
    event.respondWith(text(request));
  else if (!pathname.startsWith('/api/')) event.respondWith(page(request, pathname));
});

// A notification leads to its game: to the window that has it, or to a new one.
worker.addEventListener('notificationclick', event => {
  const { notification } = /** @type {any} */ (event),
    { address } = notification.data ?? { address: '/games' };
  notification.close();
  event.waitUntil(
    (async () => {
      const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const there = open.find(
        (/** @type {{url: string}} */ { url }) => new URL(url).pathname === address,
      );
      await (there ? there.focus() : worker.clients.openWindow(address));
    })(),
  );
});

/** Until when the server is taken to be gone, so that a page is not put together from both. */
let goneUntil = 0;

/**
 * From the server; after a while without an answer it counts as gone.
 * @param {Request} request @param {RequestInit} [how] @param {number} [longest] in milliseconds
 */
async function fromServer(request, how = {}, longest = 3000) {
  if (Date.now() < goneUntil) throw new Error('gone');
  const patience = new AbortController(),
    timer = setTimeout(() => patience.abort(), longest);
  try {
    return await fetch(request, { ...how, signal: patience.signal });
  } catch (error) {
    goneUntil = Date.now() + 10_000;
    throw error;
  } finally {
    // It has answered: what it sends may take its time.
    clearTimeout(timer);
  }
}

/** A file of some version: whoever has it has the right one. @param {Request} request */
const immutable = async request => (await caches.match(request)) ?? fetch(request);

/**
 * A page: the server's, so that a new version is seen at once; without a server, the stored one.
 * @param {Request} request @param {string} path
 */
async function page(request, path) {
  try {
    return await fromServer(request);
  } catch {
    const below = path.startsWith('/play/') && request.mode === 'navigate' ? '/play' : path;
    return (await caches.match(versioned(below))) ?? fetch(request);
  }
}

/**
 * A text that is fetched only when somebody wants it: the server's, and stored for later.
 * @param {Request} request
 */
async function text(request) {
  const cache = await caches.open(TEXTS);
  try {
    // Who builds tables is slow to answer.
    const answer = await fromServer(request, {}, 15_000);
    // 202: it is not there yet.
    if (answer.status === 200) cache.put(request, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}

/**
 * A table, which is known by its checksum: it is fetched again only if the server has another one.
 * @param {Request} request
 */
async function table(request) {
  const cache = await caches.open(TABLES),
    known = await cache.match(request);
  const sum = known?.headers.get('etag');
  try {
    const headers = new Headers(sum ? { 'if-none-match': sum } : {});
    const answer = await fromServer(request, { headers, cache: 'no-store' }, 15_000);
    if (known && answer.status === 304) return known;
    if (answer.status === 200) cache.put(request, answer.clone());
    return answer;
  } catch {
    return known ?? Response.error();
  }
}
