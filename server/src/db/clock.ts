import { firstRow, type Queryable, statement } from './sql.ts';

const offset = statement<{ offset_ms: bigint }>(
  'db_clock_offset',
  'SELECT clock_offset_ms AS offset_ms FROM installation',
);

/** Returns the service's current time: real time plus, in a sandbox, the offset that clients have advanced it by. */
export async function currentTime(db: Queryable): Promise<Date> {
  return new Date(Date.now() + (await clockOffset(db)));
}

/** Returns how far the clock is ahead of real time, in milliseconds. */
export async function clockOffset(db: Queryable): Promise<number> {
  return Number((await firstRow(db, offset, []))?.offset_ms ?? 0n);
}

const advance = statement<{ offset_ms: bigint }>(
  'db_clock_advance',
  'UPDATE installation SET clock_offset_ms = clock_offset_ms + $1 RETURNING clock_offset_ms AS offset_ms',
);

/** Advances a sandbox's clock for all servers on this database. Returns its new offset in milliseconds. */
export async function moveClock(tx: Queryable, by_ms: number): Promise<number> {
  return Number((await firstRow(tx, advance, [by_ms]))?.offset_ms ?? 0n);
}
