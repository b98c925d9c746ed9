import type { Program } from '../../context.ts';
import { historyDeletions } from './queries.ts';

const chunk = 1_000;
const clocks_ms = 86_400_000; // for servers whose clocks differ

/** Deletes a chunk of the payments at which no rule of an agent looks back any more, and returns how many it deleted. */
export async function deleteOldHistory({ db }: Program, now: Date): Promise<number> {
  let count = 0;
  for (const { longest_ms, deleteBefore } of historyDeletions) {
    count += await deleteBefore(db, new Date(now.getTime() - longest_ms - clocks_ms), chunk);
  }
  return count;
}
