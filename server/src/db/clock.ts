import { firstRow, statement } from './sql.ts';
import type { Queryable } from './sql.ts';

const offset = statement<{ offset_ms: bigint }>(
  'db_clock_offset',
  'SELECT clock_offset_ms AS offset_ms FROM installation',
);

/** The service's clock: real time, and in a sandbox as far ahead of it as somebody moved it. */
export async function currentTime(db: Queryable): Promise<Date> {
  return new Date(Date.now() + (await clockOffset(db)));
}

/** How far the clock is ahead of real time, in milliseconds. */
export async function clockOffset(db: Queryable): Promise<number> {
  return Number((await firstRow(db, offset, []))?.offset_ms ?? 0n);
}

const advance = statement<{ offset_ms: bigint }>(
  'db_clock_advance',
  'UPDATE installation SET clock_offset_ms = clock_offset_ms + $1 RETURNING clock_offset_ms AS offset_ms',
);

/** Moves a sandbox's clock forward, for every server on this database. Answers how far ahead it is then. */
export async function moveClock(tx: Queryable, by_ms: number): Promise<number> {
  return Number((await firstRow(tx, advance, [by_ms]))?.offset_ms ?? 0n);
}
