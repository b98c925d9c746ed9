import { read } from './files.ts';

/** What a text cites, by the name that the document gives it (`G7`, `rule 4`, `row E7`), and where it stands, as `file:line`. */
export type Citation = { id: string; at: string };
export type Found = { citations: Citation[]; strays: Citation[] };

export const specification = 'docs/specification.md';
export const guarantees = 'docs/guarantees.md';

// Not part of a longer word, of base64, of an escape or of an address.
const promise = /(?<![\w+/=&#%.-])G\d+(?![\w+/=])/g;
const [number, row] = [String.raw`\d+`, String.raw`[A-Z]\d+`];
const listOf = (id: string): string => String.raw`${id}(?:(?: *, *| +and +|–)${id})*(?!\w)`;
const rules = new RegExp(`([Gg]uarantees, +)?rules? +(${listOf(number)})`, 'g');
const rows = new RegExp(`([Ss]pecification, +)?rows? +(${listOf(row)})`, 'g');
const bareRows = new RegExp(String.raw`(?<!\w)()(${listOf(row)})`, 'g');

/**
 * What a file cites. A citation of a rule or row without the name of its document is a stray. In the document itself a
 * rule needs no name, and a row just its id. Several ids may follow one another, as in `rules 4 and 7` or `rows E1–E19`.
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

/** The same text with what wraps a line, in a comment or not, as blanks: places stay where they are. */
function joinLines(text: string): string {
  return text.replaceAll(/[ \t]*\r?\n[ \t]*(?:\*(?!\/)|\/\/|--|>)?/g, (wrap) => ' '.repeat(wrap.length));
}

/** Every id of a list, those between the ends of a range included. */
function idsOf(list: string): string[] {
  return list.split(/ *, *| +and +/).flatMap((part) => {
    const [from = '', to] = part.split('–');
    if (to === undefined) return [from];
    const letter = from.replace(/\d+/, '');
    const [first = 0, last = 0] = [from, to].map((id) => Number(/\d+/.exec(id)?.[0]));
    if (last <= first) return [from, to];
    return Array.from({ length: last - first + 1 }, (_, index) => `${letter}${first + index}`);
  });
}

/** The promises, rules and rows that there are: each a heading, or the start of a row of a table or of a list. */
export function definitions(): string[] {
  return [
    ...matchesIn(guarantees, /^### (G\d+) /gm),
    ...matchesIn(guarantees, /^### Rule (\d+): /gm).map((id) => `rule ${id}`),
    ...matchesIn(specification, /^(?:### |\| |- \*\*)([A-Z]\d+)\b/gm).map((id) => `row ${id}`),
  ];
}

function matchesIn(path: string, pattern: RegExp): string[] {
  return [...read(path).matchAll(pattern)].map(([, id = '']) => id);
}

/** A promise or rule of the guarantees, and what is said of it. */
export type Entry = { id: string; figure: string; keptIn: string; shownBy: string };

/** Each promise and rule of the guarantees with its parts; a part that is missing is empty. */
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
