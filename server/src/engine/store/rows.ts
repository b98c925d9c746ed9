import { arrayOf, bool, bytea, int2, int8, text, timestamptz, uuid } from '../../db/arrays.ts';
import type { Encoding } from '../../db/arrays.ts';
import type { Step } from '../model/step.ts';
import { columnName } from '../model/tables.ts';
import type { Table } from '../model/tables.ts';

/** One column of many rows: its PostgreSQL type, and the array of its values. */
type Column<T> = { type: string; array(rows: readonly T[]): Buffer };
export type Columns<T> = Record<string, Column<T>>;

function column<T, V>(encoding: Encoding<V>, of: (row: T) => V | null): Column<T> {
  return { type: encoding.type, array: (rows) => arrayOf(encoding, rows, of) };
}

/** Ids; null where a row has none. */
export function uuids<T>(of: (row: T) => string | null): Column<T> {
  return column(uuid, of);
}

/** Amounts, in minor units. */
export function bigints<T>(of: (row: T) => bigint): Column<T> {
  return column(int8, of);
}

/** Small whole numbers. */
export function smallints<T>(of: (row: T) => number): Column<T> {
  return column(int2, of);
}

/** Text, of our own or from outside. */
export function texts<T>(of: (row: T) => string | null): Column<T> {
  return column(text, of);
}

/** Truth values. */
export function booleans<T>(of: (row: T) => boolean): Column<T> {
  return column(bool, of);
}

/** Times, stored to the microsecond and made to the millisecond. */
export function times<T>(of: (row: T) => Date | null): Column<T> {
  return column(timestamptz, of);
}

/** Hashes. */
export function bytes<T>(of: (row: T) => Buffer | null): Column<T> {
  return column(bytea, of);
}

/** All rows in one INSERT, in their order; no step where there are none. `complete` says what more the statement does. */
export function insert<T>(
  table: string,
  rows: readonly T[],
  columns: Columns<T>,
  complete: (insert: string) => string = (text) => text,
): Step[] {
  const text = (): string => {
    const names = Object.keys(columns).join(', ');
    return complete(`INSERT INTO ${table} (${names}) SELECT * FROM unnest(${parameters(columns)})`);
  };
  return step(`engine_insert_${table}`, rows, columns, text);
}

/** Whole rows of a table in one INSERT, in their order. */
export function insertRows<T>(table: Table<T>, rows: readonly T[]): Step[] {
  return insert(table.name, rows, columnsOf(table, Object.keys(table.columns)));
}

/**
 * All rows in one UPDATE by their primary key: what may have changed of each. The session's planner settings leave one
 * plan for it, an index look-up per row, whatever size the table had when the plan was made.
 */
export function updateRows<T>(
  table: Table<T>,
  rows: readonly T[],
  key: keyof T & string,
  changing: ReadonlyArray<keyof T & string>,
): Step[] {
  const columns = columnsOf(table, [key, ...changing]);
  const text = (): string => {
    const id = columnName(key);
    const set = changing.map((name) => `${columnName(name)} = n.${columnName(name)}`).join(', ');
    return `UPDATE ${table.name} SET ${set}
      FROM unnest(${parameters(columns)}) AS n (${Object.keys(columns).join(', ')})
      WHERE ${table.name}.${id} = n.${id}`;
  };
  return step(`engine_update_${table.name}`, rows, columns, text);
}

function columnsOf<T>(table: Table<T>, names: readonly string[]): Columns<T> {
  const encodings = table.columns as Record<string, Encoding<never>>;
  const columns: Columns<T> = {};
  for (const name of names) {
    const encoding = encodings[name];
    if (encoding) columns[columnName(name)] = column(encoding, (row) => row[name as keyof T] as never);
  }
  return columns;
}

/** Rows in the order of their keys: where other servers may write the same ones, all wait in one order. */
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
