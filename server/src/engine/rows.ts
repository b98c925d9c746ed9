import { bytesArray, plainArray, textArray, timeArray } from '../db/arrays.ts';
import type { Step } from './submission.ts';

/** One column of many rows: its PostgreSQL type, and the array literal of its values. */
type Column<T> = {
  type: string;
  literal(rows: readonly T[]): string;
  /** How the literal becomes an array, where it is not an array literal. */
  decode?: (parameter: string) => string;
};
type Columns<T> = Record<string, Column<T>>;

/** Ids; null where a row has none. */
export function uuids<T>(of: (row: T) => string | null): Column<T> {
  return { type: 'uuid', literal: (rows) => plainArray(rows.map(of)) };
}

/** Amounts, in minor units. */
export function bigints<T>(of: (row: T) => bigint): Column<T> {
  return { type: 'bigint', literal: (rows) => plainArray(rows.map(of)) };
}

/** Small whole numbers. */
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

// JSON text never has a raw control character, so one can stand between texts: no escaping, no parsing of escapes.
const between = '\u0001';

/** Texts made by JSON.stringify. */
export function jsonTexts<T>(of: (row: T) => string): Column<T> {
  return {
    type: 'text',
    literal: (rows) => rows.map(of).join(between),
    decode: (parameter) => `string_to_array(${parameter}, chr(1))`,
  };
}

/** Times, stored to the microsecond and made to the millisecond. */
export function times<T>(of: (row: T) => Date | null): Column<T> {
  return { type: 'timestamptz', literal: (rows) => timeArray(rows.map(of)) };
}

/** Hashes. */
export function bytes<T>(of: (row: T) => Buffer): Column<T> {
  return { type: 'bytea', literal: (rows) => bytesArray(rows.map((row) => of(row).toString('hex'))) };
}

/** All rows in one INSERT, in their order; no step where there are none. */
export function insert<T>(table: string, rows: readonly T[], columns: Columns<T>, conflict = ''): Step[] {
  const text = (): string => {
    const names = Object.keys(columns).join(', ');
    return `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${parameters(columns)}) ${conflict}`;
  };
  return step(`engine_insert_${table}`, rows, columns, text);
}

/**
 * All rows in one UPDATE by their key, the first column. Values are found by position rather than joined: there is only
 * one plan for that, an index look-up per row, however small the table was when it was made.
 */
export function updateByKey<T>(table: string, rows: readonly T[], columns: Columns<T>): Step[] {
  const text = (): string => {
    const key = Object.keys(columns)[0] ?? '';
    const set = Object.entries(columns).flatMap(([name, { type }], index) =>
      index === 0 ? [] : [`${name} = ($${index + 1}::${type}[])[array_position($1::uuid[], ${key})]`],
    );
    return `UPDATE ${table} SET ${set.join(', ')} WHERE ${key} = ANY ($1::uuid[])`;
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
    .map(({ type, decode }, index) => decode?.(`$${index + 1}::text`) ?? `$${index + 1}::${type}[]`)
    .join(', ');
}
