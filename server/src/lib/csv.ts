import { stringify } from 'csv-stringify/sync';
import { withinLine } from './text.ts';

/** The columns of a CSV in their order: the name of each, and its value in a row. */
export type CsvColumns<Row, Name extends string = string> = Readonly<
  Record<Name, (row: Row) => string | number | null | undefined>
>;

export function csvNames(columns: CsvColumns<never>): string {
  return csvLines([Object.keys(columns)]);
}

/** Returns rows as CSV, each in a line of its own. */
export function csvRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const picks = Object.values(columns);
  return csvLines(rows.map((row) => picks.map((pick) => pick(row))));
}

// RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay as they are.
function csvLines(records: unknown[][]): string {
  return stringify(records, {
    cast: { string: withinLine },
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}
