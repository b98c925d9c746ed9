import type { Program } from '../context.ts';
import { updateWatermarks } from './queries.ts';

const leastRest_ms = 30_000;

/**
 * Says up to which payment all are committed: up to where that was announced longer ago than any transaction lasts.
 * What is accepted up to there all the same has read the announcement, and writes its pair of counterparties itself.
 * Answers 0: there is never more to do at once.
 */
export async function advanceWatermarks({ db, config }: Program): Promise<number> {
  await updateWatermarks(db, Math.max(leastRest_ms, 2 * config.database.idleTransactionTimeout_ms));
  return 0;
}
