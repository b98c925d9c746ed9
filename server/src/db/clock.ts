import { count, type Queryable } from './sql.ts';

/** Returns the service's current time: real time plus, in a sandbox, the offset that clients have advanced it by. */
export async function currentTime(db: Queryable): Promise<Date> {
  return new Date(Date.now() + (await clockOffset(db)));
}

/** Returns how far the clock is ahead of real time, in milliseconds. */
export const clockOffset = count('db_clock_offset', 'SELECT clock_offset_ms AS offset_ms FROM installation');

/** Advances a sandbox's clock for all servers on this database. Returns its new offset in milliseconds. */
export const moveClock = count<[by_ms: number]>(
  'db_clock_advance',
  'UPDATE installation SET clock_offset_ms = clock_offset_ms + $1 RETURNING clock_offset_ms AS offset_ms',
);
