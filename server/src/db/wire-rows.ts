import { typeParsers } from './pool.ts';

/** A column of the rows that PostgreSQL sends, as its description names it. */
export type WireColumn = { name: string; parse: (text: string) => unknown };

export type WireRow = Record<string, unknown>;

/** Returns the columns that a description of rows names. */
export function wireColumns({
  fields,
}: {
  fields: ReadonlyArray<{ name: string; dataTypeID: number }>;
}): WireColumn[] {
  return fields.map(({ name, dataTypeID }) => ({
    name,
    parse: typeParsers.getTypeParser(dataTypeID) as (text: string) => unknown,
  }));
}

/** Returns a row as its columns read it. */
export function wireRow(
  columns: readonly WireColumn[],
  { fields }: { fields: ReadonlyArray<string | null> },
): WireRow {
  const row: WireRow = {};
  columns.forEach(({ name, parse }, index) => {
    const text = fields[index] ?? null;
    row[name] = text === null ? null : parse(text);
  });
  return row;
}
