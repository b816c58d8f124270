// @ts-check
// The API page: the server's own description, read and made runnable. Nothing here knows a route.

import { byId, fill, h } from './dom.js';
import { frame, onPaint } from './shell.js';
import { lang, t } from './words.js';

/**
 * @typedef {object} Schema
 * @property {string} [type]
 * @property {string[]} [enum]
 * @property {unknown} [default]
 * @property {unknown} [example]
 */
/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {string} in
 * @property {boolean} [required]
 * @property {string} [description]
 * @property {unknown} [example]
 * @property {Schema} [schema]
 */
/**
 * @typedef {object} Operation
 * @property {string} [summary]
 * @property {string} [description]
 * @property {Parameter[]} [parameters]
 * @property {any} [requestBody]
 * @property {Record<string, any>} [responses]
 */
/** @typedef {{id: string, verb: string, path: string, op: Operation}} Route */

const SPEC = '/api/v1/openapi.json';
/** @type {Route[]} */
let routes = [];
/**
 * What each example has answered.
 * @type {Map<string, {line: string, text: string, image: string}>}
 */
const answers = new Map();

/**
 * The same thing with every `$ref` replaced by what it refers to.
 * @param {any} thing
 * @param {any} spec
 * @param {number} [depth]
 * @returns {any}
 */
function resolved(thing, spec, depth = 0) {
  if (!thing || typeof thing !== 'object' || depth > 12) return thing;
  if (typeof thing.$ref === 'string') {
    const found = thing.$ref
      .split('/')
      .slice(1)
      .reduce((/** @type {any} */ at, /** @type {string} */ name) => at?.[name], spec);
    return resolved(found, spec, depth + 1);
  }
  if (Array.isArray(thing)) return thing.map(item => resolved(item, spec, depth + 1));
  return Object.fromEntries(
    Object.entries(thing).map(([name, value]) => [name, resolved(value, spec, depth + 1)]),
  );
}

/** @param {any} spec @returns {Route[]} */
const read = spec =>
  Object.entries(spec.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(/** @type {Record<string, Operation>} */ (item))
      .filter(([verb]) => ['get', 'post', 'put', 'delete'].includes(verb))
      .map(([verb, op]) => ({ id: `${verb}${path}`, verb: verb.toUpperCase(), path, op })),
  );

/** @param {Parameter} p */
const suggestion = p =>
  String(p.example ?? p.schema?.example ?? p.schema?.default ?? p.schema?.enum?.[0] ?? '');

/** A request body to begin with, and its type. @param {Operation} op */
function sample(op) {
  const [type, body] = /** @type {[string, any]} */ (
    Object.entries(op.requestBody?.content ?? {})[0] ?? ['', null]
  );
  if (!body) return { type, text: '' };
  const example =
    body.example ?? Object.values(body.examples ?? {})[0]?.value ?? body.schema?.example ?? {};
  return { type, text: typeof example === 'string' ? example : JSON.stringify(example, null, 2) };
}

/** Whether trying it out makes sense: sockets and uploads do not. @param {Route} route */
const runnable = ({ op }) => !Object.keys(op.responses ?? {}).includes('101');

/** @param {Route} route */
function section(route) {
  const { id, verb, path, op } = route,
    answer = answers.get(id),
    { text: body } = sample(op);
  const field = (/** @type {Parameter} */ p) =>
    h(
      'label',
      { 'data-key': p.name },
      h(
        'span.label',
        {},
        p.name,
        p.required ? '' : h('span.small.muted', {}, ` (${t('optional')})`),
      ),
      h('input.input', {
        type: 'text',
        name: `${p.in}:${p.name}`,
        value: p.required || p.in === 'path' ? suggestion(p) : '',
        placeholder: suggestion(p),
        title: p.description,
        spellcheck: 'false',
      }),
    );
  return h(
    'section.card',
    { 'data-key': id, 'data-route': id },
    h('h2', {}, h('span.verb', {}, verb), path),
    h('p', {}, op.summary ?? ''),
    op.description && op.description !== op.summary ? h('p.small.muted', {}, op.description) : null,
    runnable(route)
      ? h(
          'form',
          { 'data-form': id },
          op.parameters?.length ? h('div.fields', {}, op.parameters.map(field)) : null,
          body
            ? h(
                'label',
                {},
                h('span.label', {}, t('body')),
                h(
                  'textarea.input',
                  {
                    name: 'body',
                    rows: Math.min(12, body.split('\n').length),
                    spellcheck: 'false',
                  },
                  body,
                ),
              )
            : null,
          h('div', {}, h('button.btn', { type: 'submit' }, t('run'))),
          answer
            ? h(
                'div',
                { 'data-key': 'answer', role: 'status' },
                h('p.small.muted', {}, answer.line),
                answer.image
                  ? h('img', { src: answer.image, alt: t('answer') })
                  : h('pre', { tabindex: 0 }, answer.text),
              )
            : null,
        )
      : null,
  );
}

/** @param {Route} route @param {FormData} data */
async function run(route, data) {
  let path = route.path;
  const query = new URLSearchParams();
  for (const [key, value] of data) {
    const [where, ...name] = key.split(':'),
      text = String(value);
    if (where === 'path') path = path.replace(`{${name.join(':')}}`, encodeURIComponent(text));
    else if (where === 'query' && text) query.set(name.join(':'), text);
  }
  const url = path + (String(query) ? `?${query}` : ''),
    body = data.get('body'),
    begun = performance.now();
  try {
    const answer = await fetch(url, {
      method: route.verb,
      headers: {
        'accept-language': lang(),
        ...(body ? { 'content-type': sample(route.op).type } : {}),
      },
      body: body ? String(body) : undefined,
    });
    const type = answer.headers.get('content-type') ?? '',
      image = type.startsWith('image/');
    const blob = image ? await answer.blob() : null,
      text = blob ? '' : await answer.text();
    const took = Math.round(performance.now() - begun);
    const line = `${route.verb} ${url} · ${t('answerIn', answer.status, took)}`;
    answers.set(route.id, {
      line,
      text: pretty(text, type),
      image: blob ? URL.createObjectURL(blob) : '',
    });
    if (answer.ok && route.verb === 'POST') passOn(text);
  } catch {
    answers.set(route.id, { line: `${route.verb} ${url}`, text: t('noServer'), image: '' });
  }
  paint();
}

/**
 * What was just created can be asked for at once: its name goes into the fields that want one.
 * @param {string} text
 */
function passOn(text) {
  const id = /"id":\s*"([^"]+)"/.exec(text)?.[1];
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll('input[name="path:id"]')
  ))
    if (id && !input.value) input.value = id;
}

/** @param {string} text @param {string} type */
function pretty(text, type) {
  if (!type.includes('json')) return text.slice(0, 20_000);
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, 20_000);
  } catch {
    return text;
  }
}

function paint() {
  document.title = `${t('apiTitle')} · Damier`;
  fill(byId('main'), [
    h(
      'div.wrap.api',
      {},
      h('div.lead', {}, h('div', {}, h('h1', {}, t('apiTitle')), h('p', {}, t('apiLead')))),
      h('p', {}, h('a', { href: SPEC }, t('apiSpec'))),
      ...(routes.length
        ? routes.map(section)
        : [h('p.muted', { id: 'api-state', 'aria-live': 'polite' }, state)]),
    ),
  ]);
}

let state = '…';
frame();
byId('main').addEventListener('submit', e => {
  e.preventDefault();
  const form = /** @type {HTMLFormElement} */ (e.target),
    route = routes.find(r => r.id === form.dataset.form);
  if (route) run(route, new FormData(form));
});
/** Reads the description in the language of the page. */
async function load() {
  const asked = lang();
  try {
    const answer = await fetch(`${SPEC}?lang=${asked}`);
    if (!answer.ok) throw new Error(String(answer.status));
    const spec = await answer.json();
    if (asked !== lang()) return;
    routes = read(resolved({ paths: spec.paths }, spec));
  } catch {
    state = t('noServer');
  }
  paint();
}

let spoken = '';
onPaint(() => {
  paint();
  if (spoken === lang()) return;
  spoken = lang();
  load();
});
