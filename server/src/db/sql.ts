import type { QueryResult } from 'pg';
import { isUnavailable, unavailable } from './failures.ts';

/** The pool, or the client of a transaction. */
export type Queryable = {
  query(config: { name?: string; text: string; values?: unknown[] }): Promise<QueryResult>;
};

/** A prepared statement and the type of its rows. */
export type Statement<Row> = { name: string; text: string; readonly row?: Row };

/** Declares a prepared statement. The name identifies it in the session, so it must be unique in the program. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  return { name, text };
}

/**
 * Runs a statement and returns all rows. Throws `service_unavailable` where the database cannot be reached, and
 * `lock_timeout` where a lock is not free.
 */
export async function rows<Row>(db: Queryable, query: Statement<Row>, values: unknown[]): Promise<Row[]> {
  try {
    const result = await db.query({ name: query.name, text: query.text, values });
    return result.rows as Row[];
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error) : error;
  }
}

/** Runs a statement and returns the first row, or null. */
export async function firstRow<Row>(
  db: Queryable,
  query: Statement<Row>,
  values: unknown[],
): Promise<Row | null> {
  return (await rows(db, query, values))[0] ?? null;
}
