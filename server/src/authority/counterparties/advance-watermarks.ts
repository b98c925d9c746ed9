import type { Program } from '../../context.ts';
import { updateWatermarks } from './queries.ts';

const minRest_ms = 30_000;

/**
 * Advances the watermarks of payments and audit lines. A watermark that was announced before every open transaction
 * began is complete: all payments and lines up to it are committed. If such a payment is made or accepted later, its
 * transaction has read the announcement, and stores its audit line and its pair of counterparties itself. The database
 * numbers the lines, so none comes later. Returns after how many milliseconds they can advance next.
 */
export async function advanceWatermarks({ db, config }: Pick<Program, 'db' | 'config'>): Promise<number> {
  const rest_ms = Math.max(minRest_ms, 2 * config.database.idleTransactionTimeout_ms);
  await updateWatermarks(db, rest_ms);
  return rest_ms;
}
