import type { Program } from '../context.ts';
import { deleteResponsesBefore } from './queries.ts';

const chunk = 1_000;
const hour_ms = 3_600_000;

/** Deletes a chunk of the oldest stored responses whose retention is over, and returns how many it deleted. */
export function deleteExpiredResponses({ db, config }: Program, now: Date): Promise<number> {
  return deleteResponsesBefore(db, new Date(now.getTime() - config.idempotencyHours * hour_ms), chunk);
}
