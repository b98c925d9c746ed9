import type { QueryResult } from 'pg';
import { arrayOf, type Encoding, encodings } from './arrays.ts';
import { isUnavailable, unavailable } from './failures.ts';

/** A statement as it is sent, prepared under its name if it has one. */
export type Sent = { name?: string; text: string; values?: unknown[] };

/** The pool, or a transaction. */
export type Queryable = {
  query(statement: Sent): Promise<Returned>;
};

/** What a statement returned: its rows, and how many it wrote or found. */
export type Returned = Pick<QueryResult, 'rows' | 'rowCount'>;

/** What the function of a statement takes behind the session: values by place, or one object with values by name. */
export type Given<Values> = [Values] extends [readonly unknown[]] ? Values : [values: Values];
type Run<Values, Result> = (db: Queryable, ...given: Given<Values>) => Promise<Result>;
/** A write, which a transaction can also leave to its COMMIT: `step` returns it as it is sent then. */
type Write<Values, Result> = Run<Values, Result> & { step: (...given: Given<Values>) => Step };

/** A prepared statement with its values, to be sent together with others. */
export type Step = Sent & { name: string };

/** A statement that each session prepares once, under its name. */
export type Statement<Row, Values = readonly unknown[]> = {
  name: string;
  text: string;
  /** Returns the values as they are sent. */
  valuesOf: (given: Given<Values>) => unknown[];
  readonly row?: Row;
};

// The functions below declare a statement and the function that runs it. The name must be unique in the program. The text
// has up to two values by place, `$1` and `$2`, or more by name, such as `$partyId`; null may be left out if it is `$tag?`.
// A Date is sent as an instant, and an array in binary, as what it is cast to: `$ids::uuid[]`.

/** Declares a function that returns all rows. */
export function many<Row, Values = []>(name: string, text: string): Run<Values, Row[]> {
  const query = statement<Row, Values>(name, text);
  return async (db, ...given) => (await send(db, query, given)).rows as Row[];
}

/** Declares a function that returns the first row, or null. */
export function one<Row, Values = []>(name: string, text: string): Run<Values, Row | null> {
  const list = many<Row, Values>(name, text);
  return async (db, ...given) => (await list(db, ...given))[0] ?? null;
}

/** Declares a function that returns the only column of the first row; null if it is null, or there is no row. */
export function value<Value, Values = []>(name: string, text: string): Run<Values, Value | null> {
  const find = one<Record<string, Value>, Values>(name, text);
  return async (db, ...given) => Object.values((await find(db, ...given)) ?? {})[0] ?? null;
}

/** Declares a function that returns the only column of all rows. */
export function column<Value, Values = []>(name: string, text: string): Run<Values, Value[]> {
  const list = many<Record<string, Value>, Values>(name, text);
  return async (db, ...given) => (await list(db, ...given)).flatMap((row) => Object.values(row));
}

/** Declares a function that returns a number, the only column of the first row; 0 if there is no row. */
export function count<Values = []>(name: string, text: string): Run<Values, number> {
  const find = value<number | bigint, Values>(name, text);
  return async (db, ...given) => Number((await find(db, ...given)) ?? 0);
}

/** Declares a function that returns how many rows it wrote, or found. */
export function run<Values = []>(name: string, text: string): Write<Values, number> {
  const query = statement<never, Values>(name, text);
  const write = async (db: Queryable, ...given: Given<Values>): Promise<number> =>
    (await send(db, query, given)).rowCount ?? 0;
  return Object.assign(write, {
    step: (...given: Given<Values>) => ({ name, text: query.text, values: query.valuesOf(given) }),
  });
}

/** Declares a function that returns whether it wrote, or found, a row. */
export function hits<Values = []>(name: string, text: string): Run<Values, boolean> {
  const write = run<Values>(name, text);
  return async (db, ...given) => (await write(db, ...given)) > 0;
}

/** Declares a statement alone, for a reader that takes its rows in parts. */
export function statement<Row, Values = readonly unknown[]>(
  name: string,
  text: string,
): Statement<Row, Values> {
  const places: Place[] = [];
  const numbered = text.replaceAll(parameter, (_all, word: string, optional: string, type?: string) => {
    const key = /^\d/.test(word) ? Number(word) - 1 : word;
    const found = places.findIndex((place) => place.key === key);
    const index = found === -1 ? places.length : found;
    const { encoding = type && encodings.get(type), isOptional = false } = places[index] ?? {};
    places[index] = { key, encoding: encoding || undefined, isOptional: isOptional || optional !== '' };
    return `$${index + 1}${type ? `::${type}[]` : ''}`;
  });
  const isByName = places.some(({ key }) => typeof key === 'string');
  if (isByName && places.some(({ key }) => typeof key === 'number'))
    throw new Error(`${name} mixes names and places`);
  return {
    name,
    text: numbered,
    valuesOf(given: readonly unknown[]) {
      const source = (isByName ? given[0] : given) as Readonly<Record<string | number, unknown>>;
      return places.map((place) => sent(name, place, source[place.key]));
    },
  };
}

/** A parameter: the name or the index of its value, and what an array is sent as. */
type Place = { key: string | number; encoding: Encoding<never> | undefined; isOptional: boolean };

const parameter = /\$(\d+|[a-z]\w*)(\??)(?:::([a-z]+)\[\])?/gi;

function sent(name: string, { key, encoding, isOptional }: Place, value: unknown): unknown {
  if (value === undefined && typeof key === 'string' && !isOptional)
    throw new Error(`${name} has no value for $${key}`);
  if (value instanceof Date) return value.toISOString();
  return encoding && Array.isArray(value) ? arrayOf<never, never>(encoding, value as never[], same) : value;
}

const same = <V>(each: V): V => each;

/** Runs a statement. Throws `service_unavailable` without a database, and `lock_timeout` where a lock is not free. */
export async function send<Values>(
  db: Queryable,
  { name, text, valuesOf }: Statement<unknown, Values>,
  given: Given<Values>,
): Promise<Returned> {
  const values = valuesOf(given);
  try {
    return await db.query({ name, text, values });
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error) : error;
  }
}

/** Returns the SQL of an id as the code has it, without dashes: JSON that the database makes shows it with them. */
export function plainId(id: string): string {
  return `replace(${id}::text, '-', '')`;
}
