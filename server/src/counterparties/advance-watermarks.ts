import type { Program } from '../context.ts';
import { updateWatermarks } from './queries.ts';

const minRest_ms = 30_000;

/**
 * Advances the payment watermarks. A watermark that was announced before every open transaction began is complete: all
 * payments up to it are committed. If such a payment is accepted later, its transaction has read the announcement and
 * stores the pair of counterparties itself. Returns 0, because a second run would find nothing more to do.
 */
export async function advanceWatermarks({ db, config }: Program): Promise<number> {
  await updateWatermarks(db, Math.max(minRest_ms, 2 * config.database.idleTransactionTimeout_ms));
  return 0;
}
