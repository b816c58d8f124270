// @ts-check
// A field that searches a rule sheet: what does not say the words is hidden, where they stand they
// are marked. Case and accents do not count. An example belongs to the sentence before it.

import { h } from '../dom.js';
import { t } from '../words.js';

/** The same letters without case and accents, each in its place. @param {string} text */
export const fold = text =>
  Array.from(text, c => {
    const plain = c.normalize('NFD')[0].toLowerCase();
    return plain.length === c.length ? plain : c;
  }).join('');

/**
 * A field for a sheet.
 * @param {HTMLElement} sheet its headings, paragraphs, lists and figures, one after the other
 */
export function searchField(sheet) {
  const label = t('sheet.find');
  const field = /** @type {HTMLInputElement} */ (
    h('input.input', {
      type: 'search',
      'aria-label': label,
      placeholder: label,
      autocomplete: 'off',
      spellcheck: 'false',
    })
  );
  const found = h('p.small.muted', { role: 'status' });
  const search = () => {
    const words = fold(field.value).split(/\s+/).filter(Boolean),
      count = find(sheet, words);
    found.textContent = words.length ? t('sheet.found', count) : '';
  };
  field.addEventListener('input', search);
  field.addEventListener('keydown', e => {
    // It empties the field first, and only then closes what the field is in.
    if (e.key !== 'Escape' || !field.value) return;
    e.preventDefault();
    e.stopPropagation();
    field.value = '';
    search();
  });
  return h('div.field', { role: 'search' }, field, found);
}

/** What is shown or hidden as one. @param {HTMLElement} sheet @returns {HTMLElement[]} */
const units = sheet =>
  /** @type {HTMLElement[]} */ (
    [...sheet.children].flatMap(el => (el.matches('ul') ? [...el.children] : [el]))
  );

const isHeading = (/** @type {Element} */ el) => /^H\d$/.test(el.tagName);

/**
 * Shows what says all the words, and the heading above it; says how many passages do.
 * @param {HTMLElement} sheet @param {string[]} words
 */
export function find(sheet, words) {
  unmark(sheet);
  let heading = /** @type {HTMLElement | null} */ (null),
    whole = false,
    before = false;
  let count = 0;
  for (const el of units(sheet)) {
    const says = words.every(word => fold(el.textContent ?? '').includes(word));
    if (isHeading(el)) {
      heading = el;
      // A heading that says it stands for all that is below it.
      whole = says;
      el.hidden = !says;
      before = false;
    } else {
      const shown = /** @type {boolean} */ (says || whole || (before && el.tagName === 'FIGURE'));
      el.hidden = !shown;
      before = shown;
      if (shown && heading) heading.hidden = false;
      if (says) count++;
    }
    if (says) for (const word of words) mark(el, word);
  }
  return count;
}

/** Marks a word wherever it stands. @param {HTMLElement} el @param {string} word */
function mark(el, word) {
  const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT),
    texts = /** @type {Text[]} */ ([]);
  while (walk.nextNode()) {
    const text = /** @type {Text} */ (walk.currentNode);
    if (!text.parentElement?.closest('svg, mark')) texts.push(text);
  }
  for (let text of texts)
    for (let at = fold(text.data).indexOf(word); at >= 0; at = fold(text.data).indexOf(word)) {
      const rest = text.splitText(at),
        behind = rest.splitText(word.length),
        marked = h('mark', {});
      rest.replaceWith(marked);
      marked.append(rest);
      text = behind;
    }
}

/** @param {HTMLElement} sheet */
function unmark(sheet) {
  for (const marked of sheet.querySelectorAll('mark')) {
    const { parentElement } = marked;
    marked.replaceWith(...marked.childNodes);
    parentElement?.normalize();
  }
}
