import { read } from './files.ts';

/** A citation: the cited id as in its document (`G7`, `rule 4`, `row E7`), and its place as `file:line`. */
export type Citation = { id: string; at: string };
export type Found = { citations: Citation[]; strays: Citation[] };

export const specification = 'docs/specification.md';
export const guarantees = 'docs/guarantees.md';

// Not part of a longer word, base64 text, an escape or a URL.
const promise = /(?<![\w+/=&#%.-])G\d+(?![\w+/=])/g;
const [number, row] = [String.raw`\d+`, String.raw`[A-Z]\d+`];
const listOf = (id: string): string => String.raw`${id}(?:(?: *, *| +and +|–)${id})*(?!\w)`;
const rules = new RegExp(`([Gg]uarantees, +)?rules? +(${listOf(number)})`, 'g');
const rows = new RegExp(`([Ss]pecification, +)?rows? +(${listOf(row)})`, 'g');
const bareRows = new RegExp(String.raw`(?<!\w)()(${listOf(row)})`, 'g');

/**
 * Returns the citations in a file. A citation of a rule or row without the name of its document is a stray. In the
 * document itself, a rule needs no document name, and a row only its id. A citation may list several ids, as in
 * `rules 4 and 7` or `rows E1–E19`.
 */
export function citationsIn(path: string, text: string): Found {
  const found: Found = { citations: [], strays: [] };
  const joined = joinLines(text);
  const add = (id: string, at: number, isNamed = true): void => {
    const line = text.slice(0, at).split('\n').length;
    (isNamed ? found.citations : found.strays).push({ id, at: `${path}:${line}` });
  };
  for (const { 0: id, index } of joined.matchAll(promise)) add(id, index);
  for (const { 1: name, 2: list = '', index } of joined.matchAll(rules))
    for (const id of idsOf(list)) add(`rule ${id}`, index, name !== undefined || path === guarantees);
  const inItself = path === specification;
  for (const { 1: name, 2: list = '', index } of joined.matchAll(inItself ? bareRows : rows))
    for (const id of idsOf(list)) add(`row ${id}`, index, name !== undefined);
  return found;
}

/** Replaces each line break, with the comment marker that follows it, by spaces, so that offsets stay the same. */
const joinLines = (text: string): string =>
  text.replaceAll(/[ \t]*\r?\n[ \t]*(?:\*(?!\/)|\/\/|--|>)?/g, (wrap) => ' '.repeat(wrap.length));

/** Returns all ids of a list, including those within a range. */
const idsOf = (list: string): string[] =>
  list.split(/ *, *| +and +/).flatMap((part) => {
    const [from = '', to] = part.split('–');
    if (to === undefined) return [from];
    const prefix = from.replace(/\d+/, '');
    const [first = 0, last = 0] = [from, to].map((id) => Number(/\d+/.exec(id)?.[0]));
    if (last <= first) return [from, to];
    return Array.from({ length: last - first + 1 }, (_, index) => `${prefix}${first + index}`);
  });

/** Returns the ids of all promises, rules and rows: each is a heading, or begins a table row or list item. */
export const definitions = (): string[] => [
  ...matchesIn(guarantees, /^### (G\d+) /gm),
  ...matchesIn(guarantees, /^### Rule (\d+): /gm).map((id) => `rule ${id}`),
  ...matchesIn(specification, /^(?:### |\| |- \*\*)([A-Z]\d+)\b/gm).map((id) => `row ${id}`),
];

const matchesIn = (path: string, pattern: RegExp): string[] =>
  [...read(path).matchAll(pattern)].map(([, id = '']) => id);

/** A promise or rule of the guarantees, with its parts. */
export type Entry = { id: string; figure: string; keptIn: string; shownBy: string };

/** Returns each promise and rule of the guarantees; a missing part is empty. */
export function entries(): Entry[] {
  const sections = read(guarantees).split(/^##+ /m);
  return sections.flatMap((section) => {
    const id = /^(?:G\d+|Rule \d+)/.exec(section)?.[0];
    const part = (name: string): string =>
      new RegExp(String.raw`^- \*\*${name}:\*\*\s+([^]*?)(?=^- \*\*|^$|(?![^]))`, 'm').exec(section)?.[1] ??
      '';
    if (id === undefined) return [];
    return [{ id, figure: part('Figure'), keptIn: part('Kept in'), shownBy: part('Shown by') }];
  });
}
