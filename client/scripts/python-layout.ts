import { wrapped } from './model.ts';

/** How long a line may be. */
export const width = 120;

/** Returns a docstring; paragraphs stay apart. */
export function docstring(text: string, indent: number): string {
  const space = ' '.repeat(indent);
  const paragraphs = text.split(/\n{2,}/).map((each) => linesOf(each, indent).join('\n'));
  const [first = '', ...others] = paragraphs.join('\n\n').split('\n');
  const end = others.length === 0 ? '' : `\n${space}`;
  const lines = others.map((line) => (line === '' ? '\n' : `\n${space}${line}`)).join('');
  return `${space}"""${first}${lines}${end}"""\n`;
}

const linesOf = (text: string, indent: number): string[] =>
  wrapped(text.replaceAll('\\', '\\\\').replaceAll(/"$/g, '" '), width - indent - 6);

/** Returns the docstring of an attribute; nothing without a text. */
export function note(text: string | undefined, indent: number): string {
  if (!text) return '';
  const [first = '', ...others] = linesOf(text, indent);
  const space = ' '.repeat(indent);
  if (others.length === 0) return `${space}"""${first}"""\n`;
  return `${space}"""${[first, ...others].join(`\n${space}`)}\n${space}"""\n`;
}

/** A type as it is written: a word, a word with others in brackets, or one of several. */
export type Written = string | { word: string; in: Written[] } | { of: Written[] };

const isAbsent = (type: Written): boolean =>
  type === 'None' || (typeof type === 'object' && 'of' in type && type.of.some(isAbsent));

function onOneLine(type: Written): string {
  if (typeof type === 'string') return type;
  return 'of' in type
    ? type.of.map(onOneLine).join(' | ')
    : `${type.word}[${type.in.map(onOneLine).join(', ')}]`;
}

/** Returns a type in as many lines as it needs, as the formatter breaks it. */
export function inLines(type: Written, indent: number, before: number, isWithin = false): string {
  const line = onOneLine(type);
  if (before + line.length <= width || typeof type === 'string') return line;
  const space = ' '.repeat(indent + 4);
  const end = ' '.repeat(indent);
  if ('of' in type) {
    if (isWithin) return type.of.map((each) => inLines(each, indent, indent + 2)).join(`\n${end}| `);
    const lines = type.of.map((each) => inLines(each, indent + 4, indent + 6)).join(`\n${space}| `);
    return `(\n${space}${lines}\n${end})`;
  }
  const comma = type.in.length > 1 ? ',' : '';
  const lines = type.in.map(
    (each) => `${space}${inLines(each, indent + 4, indent + 4 + comma.length, true)}${comma}\n`,
  );
  return `${type.word}[\n${lines.join('')}${end}]`;
}

/** Returns one of several types: literals together, none twice. */
export function union(types: Written[], literals: unknown[]): Written {
  const told = literals.filter((each) => each !== null);
  const all: Written[] =
    told.length === 0 ? types : [{ word: 'Literal', in: told.map((each) => JSON.stringify(each)) }, ...types];
  const hasNull = literals.includes(null) || all.some(isAbsent);
  const some = all.flatMap((each) => (typeof each === 'object' && 'of' in each ? each.of : [each]));
  const seen = new Map(some.filter((each) => each !== 'None').map((each) => [onOneLine(each), each]));
  const of = [...seen.values(), ...(hasNull ? ['None'] : [])];
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { of };
}
