import {
  arrayOf,
  bool,
  bytea,
  type Encoding,
  givenRows,
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

/** Returns one statement that writes all rows, in their order; no step without rows. */
type Write<T> = (rows: Iterable<T>) => Step[];

/**
 * Declares one INSERT. `onConflict` is its clause. `name` is the name of the prepared statement, one for each list of
 * columns of a table. `read` has the SQL of columns that the statement reads, from a row `n` and what `join` joins to it.
 */
export function insert<T>(
  table: string,
  columns: Columns<T>,
  onConflict = '',
  name = `engine_insert_${table}`,
  read: Readonly<Record<string, string>> = {},
  join = '',
): Write<T> {
  const names = Object.keys(columns);
  const list = names.map((each) => read[each] ?? `n.${each}`).join(', ');
  const from = `${givenRows(typesOf(columns))} AS n ${join}`;
  const text = `INSERT INTO ${table} (${names.join(', ')}) SELECT ${list} FROM ${from} ${onConflict}`;
  return write(name, columns, text);
}

/** Declares one statement that writes rows. `textOf` returns it for the SQL of a SELECT of the rows. */
export function insertGiven<T>(
  name: string,
  columns: Columns<T>,
  textOf: (given: string) => string,
): Write<T> {
  return write(name, columns, textOf(givenRows(typesOf(columns))));
}

/** Declares one INSERT into a table, with the columns of these names. */
export function insertRows<T>(
  table: Table<T>,
  names: readonly string[] = Object.keys(table.columns),
  name?: string,
  read?: Readonly<Record<string, string>>,
): Write<T> {
  return insert(table.name, encoded(table, names), '', name, read);
}

/**
 * Declares one UPDATE of the columns `changing`, by primary key. The batch has locked the rows, so each exists.
 * `= ANY (ARRAY[…])` instead of `=` leaves the planner one plan, an index look-up per row: an equality it could reverse
 * while the table has a few rows, and the cached plan would then read all of a large table.
 */
export function updateRows<T>(
  table: Table<T>,
  key: ReadonlyArray<keyof T & string>,
  changing: ReadonlyArray<keyof T & string>,
): Write<T> {
  const columns = encoded(table, [...key, ...changing]);
  const found = key.map((name) => `${table.name}.${columnName(name)} = ANY (ARRAY[n.${columnName(name)}])`);
  const set = changing.map((name) => `${columnName(name)} = n.${columnName(name)}`).join(', ');
  return write(
    `engine_update_${table.name}`,
    columns,
    `UPDATE ${table.name} SET ${set}
     FROM ${givenRows(typesOf(columns))} AS n
     WHERE ${found.join(' AND ')}`,
  );
}

function write<T>(name: string, columns: Columns<T>, text: string): Write<T> {
  const arrays = Object.values(columns);
  return (rows) => {
    const all = [...rows];
    return all.length === 0 ? [] : [{ name, text, values: arrays.map((each) => each.array(all)) }];
  };
}

function typesOf<T>(columns: Columns<T>): Record<string, string> {
  return Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type]));
}

function encoded<T>(table: Table<T>, names: readonly string[]): Columns<T> {
  const encodings = table.columns as Record<string, Encoding<never>>;
  const columns: Columns<T> = {};
  for (const name of names) {
    const encoding = encodings[name];
    if (encoding) columns[columnName(name)] = column(encoding, (row) => row[name as keyof T] as never);
  }
  return columns;
}

/** Returns the rows sorted by key, so that servers that write the same rows wait for each other in one order. */
export function sortedBy<T>(items: Iterable<T>, keyOf: (item: T) => string): T[] {
  const keyed = Array.from(items, (item) => ({ item, key: keyOf(item) }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}
