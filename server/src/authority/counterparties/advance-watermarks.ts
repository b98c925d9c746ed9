import type { Program } from '../../context.ts';
import { updateWatermarks } from './queries.ts';

const minRest_ms = 30_000;

/**
 * Advances the watermarks of payments and audit lines. A watermark that was announced before every open transaction
 * began is complete: all payments and lines up to it are committed. If such a payment is made or accepted later, its
 * transaction has read the announcement, and stores its audit line and its pair of counterparties itself. The database
 * numbers the lines, so none comes later. Returns 0, because a second run would find nothing more to do.
 */
export async function advanceWatermarks({ db, config }: Program): Promise<number> {
  await updateWatermarks(db, Math.max(minRest_ms, 2 * config.database.idleTransactionTimeout_ms));
  return 0;
}
