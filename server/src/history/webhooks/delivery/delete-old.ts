import type { Program } from '../../../context.ts';
import { deleteAttemptsBefore, deleteWaitingBefore } from './queries.ts';

const kept_ms = 30 * 24 * 3_600_000;

/**
 * Deletes attempts to deliver that are older than 30 days, and what waits for webhooks that have been disabled for as
 * long. Returns how many.
 */
export async function deleteOldDeliveries({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  const time = new Date(now.getTime() - kept_ms);
  return (await deleteAttemptsBefore(db, time)) + (await deleteWaitingBefore(db, time));
}
