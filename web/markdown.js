// @ts-check
// The little Markdown that the rules are written in, as elements: headings, paragraphs, lists,
// code, strong words. Fenced examples and diagrams are handed to whoever can draw them.

import { h } from './dom.js';

const CODE = '\x60',
  FENCE = CODE.repeat(3);

/** @param {string} text @returns {(Node | string)[]} */
const inline = text =>
  text
    .split(/(\x60[^\x60]+\x60|\*\*[^*]+\*\*)/)
    .filter(Boolean)
    .map(part => {
      if (part.startsWith(CODE)) return h('code', {}, part.slice(1, -1));
      if (part.startsWith('**')) return h('strong', {}, part.slice(2, -2));
      return part;
    });

/**
 * @param {string} text
 * @param {{example: (lines: string[]) => Node, diagram: () => Node}} draw
 * @returns {Node[]}
 */
export function markdown(text, draw) {
  const lines = text.split('\n'),
    out = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    if (line.startsWith(FENCE)) {
      const end = lines.findIndex((l, j) => j > i && l.startsWith(FENCE)),
        inside = lines.slice(i + 1, end < 0 ? lines.length : end);
      out.push(line.slice(3).trim() === 'example' ? draw.example(inside) : draw.diagram());
      i = end < 0 ? lines.length : end + 1;
    } else if (/^#+ /.test(line)) {
      const level = Math.min(4, line.indexOf(' ') + 1);
      out.push(h(`h${level}`, {}, inline(line.replace(/^#+ /, ''))));
      i++;
    } else if (line.startsWith('- ')) {
      const items = [];
      for (; i < lines.length && (lines[i].startsWith('- ') || lines[i].startsWith('  ')); i++) {
        if (lines[i].startsWith('- ')) items.push(lines[i].slice(2));
        else items[items.length - 1] += ` ${lines[i].trim()}`;
      }
      out.push(
        h(
          'ul',
          {},
          items.map(item => h('li', {}, inline(item))),
        ),
      );
    } else if (!line.trim()) i++;
    else {
      const part = [];
      for (; i < lines.length && lines[i].trim() && !/^(#+ |- |\x60{3})/.test(lines[i]); i++)
        part.push(lines[i].trim());
      out.push(h('p', {}, inline(part.join(' '))));
    }
  }
  return out;
}
