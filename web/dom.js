// @ts-check
// The few lines that stand between the pages and the document: elements are described, then the
// page is changed to agree with the description. What is already there stays, and so does the
// focus. Clicks are found by `data-action`, so descriptions carry no functions.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element: `h('button.btn.primary', { 'data-action': 'undo' }, 'Undo')`. A property that is
 * null, undefined or false is left out; `true` gives an empty attribute.
 * @param {string} what the tag and its classes
 * @param {Record<string, string | number | boolean | null | undefined>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(what, props = {}, ...children) {
  const [tag, ...classes] = what.split('.');
  const el = document.createElement(tag);
  if (classes.length) el.className = classes.join(' ');
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'class') el.className = `${el.className} ${value}`.trim();
    else el.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false)
      el.append(typeof child === 'number' ? String(child) : child);
  }
  return el;
}

/** What makes a node the same node in the next description. @param {Node} node */
const keyOf = node => (node instanceof Element ? (node.getAttribute('data-key') ?? node.id) : '');

/** @param {Node} a @param {Node} b */
const alike = (a, b) => a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

/**
 * Makes an element agree with its description. `data-keep` protects what somebody else draws.
 * @param {Element} el @param {Element} fresh
 */
function morph(el, fresh) {
  for (const { name } of [...el.attributes])
    if (!fresh.hasAttribute(name) && name !== 'open') el.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes])
    if (el.getAttribute(name) !== value) el.setAttribute(name, value);
  if (el instanceof HTMLInputElement && el.type !== 'text')
    el.checked = fresh.hasAttribute('checked');
  if (!el.hasAttribute('data-keep')) fill(el, [...fresh.childNodes]);
}

/**
 * Makes the children of an element agree with a list.
 * @param {Element} el
 * @param {Node[]} wanted
 */
export function fill(el, wanted) {
  const old = [...el.childNodes];
  const pairs = wanted.map(node => {
    const at = old.findIndex(o => alike(o, node));
    return { node, found: at < 0 ? null : old.splice(at, 1)[0] };
  });
  // First what is gone: a node that is moved loses the focus, and most need not move then.
  old.forEach(node => node.remove());
  pairs.forEach(({ node, found }, i) => {
    if (!found) return el.insertBefore(node, el.childNodes[i] ?? null);
    if (found !== el.childNodes[i]) bring(el, found, i);
    if (found instanceof Element) morph(found, /** @type {Element} */ (node));
    else if (found.nodeValue !== node.nodeValue) found.nodeValue = node.nodeValue;
  });
}

/**
 * Brings a child to its place. One that has the focus stays, and those before it move behind.
 * @param {Element} el @param {ChildNode} found @param {number} i
 */
function bring(el, found, i) {
  if (!found.contains(document.activeElement)) el.insertBefore(found, el.childNodes[i]);
  else while (el.childNodes[i] !== found) el.append(el.childNodes[i]);
}

/**
 * Fills an element; if that removes what had the focus, `rescue` finds it a new place.
 * @param {Element} el @param {(Child)[]} wanted @param {() => void} [rescue]
 */
export function render(el, wanted, rescue) {
  const held = el.contains(document.activeElement);
  const nodes = wanted.flatMap(w =>
    w === null || w === undefined || w === false
      ? []
      : [w instanceof Node ? w : document.createTextNode(String(w))],
  );
  fill(el, nodes);
  if (held && !el.contains(document.activeElement)) rescue?.();
}

/**
 * Calls the function named by the `data-action` of what is clicked.
 * @param {Element} root
 * @param {Record<string, (el: HTMLElement, event: Event) => void>} actions
 */
export function listen(root, actions) {
  root.addEventListener('click', event => {
    const el = event.target instanceof Element ? event.target.closest('[data-action]') : null;
    if (!(el instanceof HTMLElement) || el.getAttribute('aria-disabled') === 'true') return;
    actions[el.dataset.action ?? '']?.(el, event);
  });
}

/** @param {string} id */
export const byId = id => /** @type {HTMLElement} */ (document.getElementById(id));

/** Saves text or a picture as a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Copies text; says whether it could. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Plain http on a local network has no clipboard: the old way still works there.
    const area = h('textarea', { class: 'say' });
    /** @type {HTMLTextAreaElement} */ (area).value = text;
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    /** @type {HTMLTextAreaElement} */ (area).select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

/** Files that are dropped anywhere on the page. @param {(text: string) => void} show */
export function onDroppedFile(show) {
  addEventListener('dragover', e => {
    if (e.dataTransfer?.types.includes('Files')) e.preventDefault();
  });
  addEventListener('drop', async e => {
    const file = e.dataTransfer?.files[0];
    if (!file) return;
    e.preventDefault();
    show(await file.text());
  });
}
