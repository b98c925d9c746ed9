import { asText, amountText, clean, cut, padded, timeText, widthOf, wrapped } from './text.ts';
import type { Terminal, Tone } from './terminal.ts';

export type Row = Readonly<Record<string, unknown>>;

/**
 * A column of a table, as `TITLE=path`, or the path alone. `~` behind it: it may be cut on a narrow terminal. `?`: it may be
 * left out there.
 */
export type Column = string;

type Parsed = { title: string; path: string; isFlexible: boolean; isExtra: boolean };

function parsed(column: Column): Parsed {
  const [, title, path = '', marks = ''] = /^(?:([^=]+)=)?([\w.]+)([~?]*)$/.exec(column) ?? [];
  return {
    title: title ?? titleOf(path),
    path,
    isFlexible: marks.includes('~'),
    isExtra: marks.includes('?'),
  };
}

const titleOf = (path: string): string =>
  (path.split('.').at(-1) ?? '')
    .replace(/At$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
    .replaceAll('_', ' ')
    .toUpperCase();

/** Attributes in minor units of the currency beside them. */
const amounts: ReadonlySet<string> = new Set(
  'amount fee refundedAmount available held total receivable openingBalance closingBalance balance limitAmount actualAmount'.split(
    ' ',
  ),
);
const isTime = (name: string): boolean => /(?:At|_at|Since|^time)$/.test(name);

const tones: Readonly<Record<string, Tone>> = {
  COMPLETED: 'good',
  ACTIVE: 'good',
  active: 'good',
  approved: 'good',
  ENABLED: 'good',
  DELIVERED: 'good',
  IN_REVIEW: 'waits',
  pending: 'waits',
  PENDING: 'waits',
  PENDING_CLAIM: 'waits',
  FAILED: 'bad',
  RETURNED: 'bad',
  APPROVAL_DENIED: 'bad',
  denied: 'bad',
  refused: 'bad',
  REVOKED: 'bad',
  SUSPENDED: 'bad',
  frozen: 'bad',
  FROZEN: 'bad',
  DISABLED: 'bad',
};

/** Returns what a path of a row leads to, with the object that it stands in. */
function found(row: Row, path: string): { value: unknown; beside: Row } {
  let beside: Row = row;
  let value: unknown = row;
  for (const name of path.split('.')) {
    beside = (typeof value === 'object' && value !== null ? value : {}) as Row;
    value = beside[name];
  }
  return { value, beside };
}

/** Returns a value as people read it, or as programs do: then times are exact. */
function valueText(name: string, value: unknown, beside: Row, isForPeople: boolean): string {
  if (value === null || value === undefined) return '';
  const currency = beside['currency'];
  const isAmount = amounts.has(name) && typeof currency === 'string';
  if (isAmount && (typeof value === 'number' || /^-?\d{1,15}$/.test(asText(value))))
    return amountText(Number(value), currency); // transactions have their amounts as texts
  if (typeof value === 'string') return isForPeople && isTime(name) ? timeText(value) : clean(value);
  if (typeof value === 'boolean' && isForPeople) return value ? 'yes' : 'no';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map((each) => valueText(name, each, beside, isForPeople)).join(', ');
  const { id, object } = value as Row;
  if (typeof id === 'string' && typeof object === 'string') return clean(id);
  return clean(JSON.stringify(value));
}

const line = (cells: readonly string[]): string => cells.join('  ').trimEnd();

const isRight = ({ path }: Parsed): boolean => amounts.has(path.split('.').at(-1) ?? '');

/** Writes rows: aligned below a header on a terminal, with tabs and nothing cut in a pipe. */
export function writeTable(terminal: Terminal, columns: readonly Column[], rows: readonly Row[]): void {
  const all = columns.map(parsed);
  const cellOf = (row: Row, { path }: Parsed): string => {
    const { value, beside } = found(row, path);
    return valueText(path.split('.').at(-1) ?? '', value, beside, terminal.isTerminal);
  };
  if (!terminal.isTerminal) {
    for (const row of rows) terminal.out(all.map((column) => cellOf(row, column)).join('\t'));
    return;
  }
  const shown = fitting(
    all,
    (column) => Math.max(...rows.map((row) => widthOf(cellOf(row, column)))),
    terminal.columns,
  );
  if (shown === null)
    return writeBlocks(
      terminal,
      rows.map((row) => all.map((each) => [each.title, cellOf(row, each)])),
    );
  const heads = shown.map(({ column, width }) => padded(cut(column.title, width), width, isRight(column)));
  terminal.out(terminal.toned('strong', line(heads)));
  for (const row of rows)
    terminal.out(
      line(
        shown.map(({ column, width }) => {
          const text = cellOf(row, column);
          const cell = padded(cut(text, width), width, isRight(column));
          const tone = tones[text];
          return tone ? terminal.toned(tone, cell) : cell;
        }),
      ),
    );
}

/** Returns the columns that fit, with their widths; null if not even the least do. */
function fitting(
  columns: readonly Parsed[],
  widest: (column: Parsed) => number,
  space: number,
): Array<{ column: Parsed; width: number }> | null {
  const least = 10;
  let shown = columns.map((column) => ({ column, width: Math.max(widthOf(column.title), widest(column)) }));
  for (;;) {
    const over = shown.reduce((sum, { width }) => sum + width + 2, -2) - space;
    if (over <= 0) return shown;
    const flexible = shown.filter(({ column }) => column.isFlexible);
    const spare = flexible.reduce((sum, { width }) => sum + Math.max(0, width - least), 0);
    if (spare >= over) {
      let left = over;
      for (const each of flexible) {
        const less = Math.min(left, Math.max(0, each.width - least));
        each.width -= less;
        left -= less;
      }
      return shown;
    }
    const last = shown.findLastIndex(({ column }) => column.isExtra);
    if (last === -1) return null;
    shown = shown.filter((_each, index) => index !== last);
  }
}

type Line = readonly [title: string, text: string];

function writeBlocks(terminal: Terminal, blocks: ReadonlyArray<readonly Line[]>): void {
  blocks.forEach((lines, index) => {
    if (index > 0) terminal.out('');
    writeLines(terminal, lines);
  });
}

const leastText = 20;

/**
 * Writes titles and texts, each pair on a line; in a pipe with a tab between them. On a terminal that is narrow for its titles,
 * a text stands below its title.
 */
export function writeLines(terminal: Terminal, lines: readonly Line[]): void {
  const said = lines.filter(([, text]) => text !== '');
  const width = Math.max(...said.map(([title]) => widthOf(title)));
  const isBeside = width + 2 + leastText <= terminal.columns;
  const indent = isBeside ? width + 2 : 2;
  for (const [title, text] of said) {
    if (!terminal.isTerminal) {
      terminal.out(`${title}\t${text}`);
      continue;
    }
    const tone = tones[text];
    const [first = '', ...others] = wrapped(text, Math.max(leastText, terminal.columns - indent));
    const shown = tone ? terminal.toned(tone, first) : first;
    const head = terminal.toned('quiet', isBeside ? padded(title, width, false) : title);
    terminal.out(isBeside ? `${head}  ${shown}` : `${head}\n  ${shown}`);
    for (const each of others) terminal.out(`${' '.repeat(indent)}${each}`);
  }
}

const limitNames: ReadonlySet<string> = new Set(['perTransaction', 'perDay', 'perMonth']);

/** Returns an amount of limits; where their currency is not known, it says so, as 5000 may be 50.00. */
export const limitText = (amount: number, currency: string | null): string =>
  currency === null ? `${amount} minor units` : amountText(amount, currency);

/** Returns the currency of limits below a name: those of other currencies stand below its code. */
const currencyBelow = (name: string, prefix: string, known: string | null): string | null =>
  prefix.endsWith('limits.currencies.') ? name : known;

/**
 * Returns the lines of a resource: a path and its text for everything that it says. Limits are in `currency`; null if it is not
 * known.
 */
export function linesOf(row: Row, isForPeople: boolean, currency: string | null = null, prefix = ''): Line[] {
  return Object.entries(row).flatMap(([name, value]): Line[] => {
    if (name === 'object' && typeof row['id'] === 'string') return [];
    if (prefix.includes('limits.') && limitNames.has(name) && typeof value === 'number')
      return [[`${prefix}${name}`, limitText(value, currency)]];
    if (name === 'currency' && isForPeople && Object.keys(row).some((each) => amounts.has(each))) return [];
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    const { id, object, ...rest } = isNested ? (value as Row) : {};
    const isReference = id !== undefined && object !== undefined && Object.keys(rest).length === 0;
    if (isNested && !isReference)
      return linesOf(value as Row, isForPeople, currencyBelow(name, prefix, currency), `${prefix}${name}.`);
    const isList = Array.isArray(value) && value.some((each) => typeof each === 'object');
    if (isList && value.length > 0)
      return (value as Row[]).flatMap((each, index) =>
        linesOf(each, isForPeople, currency, `${prefix}${name}.${index + 1}.`),
      );
    return [[`${prefix}${name}`, valueText(name, value, row, isForPeople)]];
  });
}
