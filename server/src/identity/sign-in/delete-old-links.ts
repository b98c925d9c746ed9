import type { Program } from '../../context.ts';
import { deleteLinksBefore } from './queries.ts';

const chunk = 1_000;
const hour_ms = 3_600_000; // within which the links of an address are counted

/** Deletes a chunk of the links that expired more than an hour ago, with their mails, and returns how many. */
export function deleteOldLinks({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return deleteLinksBefore(db, new Date(now.getTime() - hour_ms), chunk);
}
