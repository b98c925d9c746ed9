import type { Program } from '../context.ts';
import { updateWatermarks } from './queries.ts';

const leastRest_ms = 30_000;

/**
 * Advances the watermarks of payments. A watermark that was announced before every current transaction began is
 * complete: all payments up to it are committed. A payment up to it that is accepted later has read the announcement,
 * and stores its pair of counterparties itself. Returns 0, because a second run would find nothing more to do.
 */
export async function advanceWatermarks({ db, config }: Program): Promise<number> {
  await updateWatermarks(db, Math.max(leastRest_ms, 2 * config.database.idleTransactionTimeout_ms));
  return 0;
}
