import { count, type Queryable, run, value } from './sql.ts';

/**
 * SQL of the service's current time, in ms since 1970, for a query of `installation`: the real time of the database, as
 * the clocks of servers may differ, and in a sandbox the offset that clients have advanced it by.
 */
export const nowSql = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::int8 + clock_offset_ms AS now_ms';

/** Returns the service's current time. */
export async function currentTime(db: Queryable): Promise<Date> {
  return new Date(await nowOf(db));
}

const nowOf = count('db_clock_now', `SELECT ${nowSql} FROM installation`);

/** Returns how far the clock is ahead of real time, in milliseconds. */
export const clockOffset = count('db_clock_offset', 'SELECT clock_offset_ms AS offset_ms FROM installation');

/**
 * Lets no movement be dated before a time any more, in microseconds since 1970, and waits until all that can still be are
 * committed or undone: every transaction that may have read the time before.
 */
export async function closeBooks(db: Queryable, time_us: bigint): Promise<void> {
  await dateFrom(db, time_us);
  const next = (await nextTransaction(db)) ?? '';
  for (let ended = false; !ended; ended = (await haveEnded(db, next)) ?? false) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const dateFrom = run<[time_us: bigint]>(
  'db_clock_date_from',
  'UPDATE installation SET dated_to_us = $1 WHERE dated_to_us < $1',
);
const nextTransaction = value<string>(
  'db_clock_next_transaction',
  'SELECT pg_snapshot_xmax(pg_current_snapshot())::text',
);
const haveEnded = value<boolean, [before: string]>(
  'db_clock_have_ended',
  'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8',
);

/** Advances a sandbox's clock for all servers on this database. Returns its new offset in milliseconds. */
export const moveClock = count<[by_ms: number]>(
  'db_clock_advance',
  'UPDATE installation SET clock_offset_ms = clock_offset_ms + $1 RETURNING clock_offset_ms AS offset_ms',
);
