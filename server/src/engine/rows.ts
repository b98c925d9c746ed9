import { bytesArray, plainArray, textArray, timeArray } from '../db/arrays.ts';
import type { Step } from './connection.ts';

/** One column of many rows: its PostgreSQL type, and the array literal of its values. */
type Column<T> = { type: string; literal(rows: readonly T[]): string };
type Columns<T> = Record<string, Column<T>>;

export function uuids<T>(of: (row: T) => string | null): Column<T> {
  return { type: 'uuid', literal: (rows) => plainArray(rows.map(of)) };
}

export function bigints<T>(of: (row: T) => bigint): Column<T> {
  return { type: 'bigint', literal: (rows) => plainArray(rows.map(of)) };
}

export function smallints<T>(of: (row: T) => number): Column<T> {
  return { type: 'smallint', literal: (rows) => plainArray(rows.map(of)) };
}

/** Words of our own (states, kinds, currency codes), which need no escaping. */
export function words<T>(of: (row: T) => string | null, type = 'text'): Column<T> {
  return { type, literal: (rows) => plainArray(rows.map(of)) };
}

/** Text that came from outside. */
export function texts<T>(of: (row: T) => string | null, type = 'text'): Column<T> {
  return { type, literal: (rows) => textArray(rows.map(of)) };
}

export function times<T>(of: (row: T) => Date): Column<T> {
  return { type: 'timestamptz', literal: (rows) => timeArray(rows.map(of)) };
}

export function bytes<T>(of: (row: T) => Buffer): Column<T> {
  return { type: 'bytea', literal: (rows) => bytesArray(rows.map(of)) };
}

/** All rows in one INSERT, in their order; no step where there are none. */
export function insert<T>(table: string, rows: readonly T[], columns: Columns<T>, conflict = ''): Step[] {
  const text = (): string => {
    const names = Object.keys(columns).join(', ');
    return `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${parameters(columns)}) ${conflict}`;
  };
  return step(`engine_insert_${table}`, rows, columns, text);
}

/** All rows in one UPDATE by `id`. It locks in the order of the rows: sort them. */
export function updateById<T>(table: string, rows: readonly T[], columns: Columns<T>): Step[] {
  const text = (): string => {
    const names = Object.keys(columns);
    const set = names.filter((name) => name !== 'id').map((name) => `${name} = new.${name}`);
    return `UPDATE ${table} AS t SET ${set.join(', ')}
            FROM unnest(${parameters(columns)}) AS new (${names.join(', ')}) WHERE t.id = new.id`;
  };
  return step(`engine_update_${table}`, rows, columns, text);
}

const textsByName = new Map<string, string>();

function step<T>(name: string, rows: readonly T[], columns: Columns<T>, makeText: () => string): Step[] {
  if (rows.length === 0) return [];
  const text = textsByName.get(name) ?? makeText();
  textsByName.set(name, text);
  return [{ name, text, values: Object.values(columns).map((column) => column.literal(rows)) }];
}

function parameters<T>(columns: Columns<T>): string {
  return Object.values(columns)
    .map((column, index) => `$${index + 1}::${column.type}[]`)
    .join(', ');
}
