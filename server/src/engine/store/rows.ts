import {
  arrayOf,
  bool,
  bytea,
  type Encoding,
  int2,
  int8,
  microsecondTime,
  text,
  timestamptz,
  uuid,
} from '../../db/arrays.ts';
import type { Step } from '../model/step.ts';
import { columnName, type Table } from '../model/tables.ts';

/** One column of many rows: its PostgreSQL type, and a function that encodes its values as an array. */
type Column<T> = { type: string; array(rows: readonly T[]): Buffer };
export type Columns<T> = Record<string, Column<T>>;

function column<T, V>(encoding: Encoding<V>, of: (row: T) => V | null): Column<T> {
  return { type: encoding.type, array: (rows) => arrayOf(encoding, rows, of) };
}

export function uuids<T>(of: (row: T) => string | null): Column<T> {
  return column(uuid, of);
}

/** A column of amounts, in minor units. */
export function bigints<T>(of: (row: T) => bigint): Column<T> {
  return column(int8, of);
}

export function smallints<T>(of: (row: T) => number): Column<T> {
  return column(int2, of);
}

export function texts<T>(of: (row: T) => string | null): Column<T> {
  return column(text, of);
}

export function booleans<T>(of: (row: T) => boolean): Column<T> {
  return column(bool, of);
}

/** A column of times, with millisecond precision. */
export function times<T>(of: (row: T) => Date | null): Column<T> {
  return column(timestamptz, of);
}

/** A column of times in microseconds since 1970. */
export function microseconds<T>(of: (row: T) => bigint): Column<T> {
  return column(microsecondTime, of);
}

export function bytes<T>(of: (row: T) => Buffer | null): Column<T> {
  return column(bytea, of);
}

/**
 * Returns one INSERT of all rows, in their order; no step without rows. `complete` may add clauses to the statement.
 * `name` is the name of the prepared statement, one for each list of columns.
 */
export function insert<T>(
  table: string,
  rows: readonly T[],
  columns: Columns<T>,
  complete: (insert: string) => string = (text) => text,
  name = `engine_insert_${table}`,
): Step[] {
  const text = (): string => {
    const names = Object.keys(columns).join(', ');
    return complete(`INSERT INTO ${table} (${names}) SELECT * FROM unnest(${parameters(columns)})`);
  };
  return step(name, rows, columns, text);
}

/** Returns one INSERT of rows of a table, in their order, with the columns of these names. */
export function insertRows<T>(
  table: Table<T>,
  rows: readonly T[],
  names: readonly string[] = Object.keys(table.columns),
  name?: string,
): Step[] {
  if (rows.length === 0) return [];
  return insert(table.name, rows, columnsOf(table, names), undefined, name);
}

/**
 * Returns one UPDATE of the columns `changing` of all rows, by primary key. The batch has locked the rows, so each exists.
 * `= ANY (ARRAY[…])` instead of `=` leaves the planner one plan, an index look-up per row: an equality it could reverse
 * while the table has a few rows, and the cached plan would then read all of a large table.
 */
export function updateRows<T>(
  table: Table<T>,
  rows: readonly T[],
  key: keyof T & string,
  changing: ReadonlyArray<keyof T & string>,
): Step[] {
  if (rows.length === 0) return [];
  const columns = columnsOf(table, [key, ...changing]);
  const text = (): string => {
    const id = columnName(key);
    const set = changing.map((name) => `${columnName(name)} = n.${columnName(name)}`).join(', ');
    return `UPDATE ${table.name} SET ${set}
      FROM unnest(${parameters(columns)}) AS n (${Object.keys(columns).join(', ')})
      WHERE ${table.name}.${id} = ANY (ARRAY[n.${id}])`;
  };
  return step(`engine_update_${table.name}`, rows, columns, text);
}

const columnsByNames = new Map<string, Columns<never>>();

/** Returns the columns of these names, made once: every batch asks for the same ones. */
function columnsOf<T>(table: Table<T>, names: readonly string[]): Columns<T> {
  const key = `${table.name} ${names.join(' ')}`;
  const columns = (columnsByNames.get(key) as Columns<T> | undefined) ?? makeColumns(table, names);
  columnsByNames.set(key, columns);
  return columns;
}

function makeColumns<T>(table: Table<T>, names: readonly string[]): Columns<T> {
  const encodings = table.columns as Record<string, Encoding<never>>;
  const columns: Columns<T> = {};
  for (const name of names) {
    const encoding = encodings[name];
    if (encoding) columns[columnName(name)] = column(encoding, (row) => row[name as keyof T] as never);
  }
  return columns;
}

/** Returns the rows sorted by key, so that servers that write the same rows wait for each other in one order. */
export function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}

const textsByName = new Map<string, string>();

function step<T>(name: string, rows: readonly T[], columns: Columns<T>, makeText: () => string): Step[] {
  if (rows.length === 0) return [];
  const text = textsByName.get(name) ?? makeText();
  textsByName.set(name, text);
  return [{ name, text, values: Object.values(columns).map((each) => each.array(rows)) }];
}

function parameters<T>(columns: Columns<T>): string {
  return Object.values(columns)
    .map(({ type }, index) => `$${index + 1}::${type}[]`)
    .join(', ');
}
