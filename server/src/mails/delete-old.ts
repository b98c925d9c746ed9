import type { Program } from '../context.ts';
import { deleteMailsBefore } from './queries.ts';

const kept_ms = 90 * 24 * 3_600_000;

/** Deletes some of the mails that are older than 90 days and do not wait, and returns how many. */
export function deleteOldMails({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return deleteMailsBefore(db, new Date(now.getTime() - kept_ms));
}
