import { type Content, h, withCode } from '../element.ts';

/** A part of a document, which is shown as HTML to people and as Markdown to programs. Texts have `code` and **bold**. */
export type Block =
  | { heading: string }
  | { text: string }
  | { head: readonly string[]; rows: ReadonlyArray<readonly string[]> }
  | { code: string }
  | { links: ReadonlyArray<{ to: string; label: string; about: string }> };

/** A document at a path of this server; its Markdown is at the same path with `.md`. */
export type Document = { path: string; title: string; blocks: readonly Block[] };

/** Returns a document as Markdown. `base` is the address of this server. */
export function markdownOf({ title, blocks }: Document, base: string): string {
  return `${[`# ${title}`, ...blocks.map((block) => markdownBlock(block, base))].join('\n\n')}\n`;
}

function markdownBlock(block: Block, base: string): string {
  if ('heading' in block) return `## ${block.heading}`;
  if ('text' in block) return block.text;
  if ('code' in block) return `\`\`\`\n${block.code}\n\`\`\``;
  if ('links' in block) {
    return block.links.map(({ to, label, about }) => `- [${label}](${base}${to}.md): ${about}`).join('\n');
  }
  return [line(block.head), line(block.head.map(() => '---')), ...block.rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
}

/** Returns the parts of a document for its page. `hrefOf` makes the address of a path of this server. */
export function elementsOf({ title, blocks }: Document, hrefOf: (path: string) => string): Content[] {
  return [
    h('h1', { key: 'title' }, title),
    ...blocks.map((block, key) => elementOf(block, String(key), hrefOf)),
  ];
}

function elementOf(block: Block, key: string, hrefOf: (path: string) => string): Content {
  if ('heading' in block) return h('h2', { key }, ...withCode(block.heading));
  if ('text' in block) {
    return h(
      'div',
      { key },
      ...block.text.split('\n\n').map((text) => h('p', { key: text }, ...inline(text))),
    );
  }
  if ('code' in block) return h('pre', { key, tabIndex: 0 }, h('code', null, block.code));
  if ('links' in block) {
    const items = block.links.map(({ to, label, about }) =>
      h('li', { key: to }, h('a', { href: hrefOf(to) }, ...withCode(label)), ': ', ...inline(about)),
    );
    return h('ul', { key }, ...items);
  }
  const head = block.head.map((text) => h('th', { key: text, scope: 'col' }, text));
  const rows = block.rows.map((cells) =>
    h('tr', { key: cells.join(' ') }, ...cells.map((cell, at) => h('td', { key: at }, ...inline(cell)))),
  );
  return h('table', { key }, h('thead', null, h('tr', null, ...head)), h('tbody', null, ...rows));
}

/** Turns pairs of two asterisks into bold text, and backquotes into code: every second piece is. */
function inline(text: string): Content[] {
  return text
    .split('**')
    .map((piece, index) => h(index % 2 === 1 ? 'strong' : 'span', { key: index }, ...withCode(piece)));
}
