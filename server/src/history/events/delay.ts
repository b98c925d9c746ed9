import type { Program } from '../../context.ts';
import { findOldestTransaction, type Watermark } from './queries.ts';

const reminder_ms = 60_000;

/**
 * Watches how long events have been held back. Every transaction that writes anywhere in the PostgreSQL holds them back
 * until it ends, so after `patience_ms` a warning names the oldest one, once a minute.
 */
export function createDelay({ db, log }: Pick<Program, 'db' | 'log'>, patience_ms: number) {
  let seen = '';
  let movedAt_ms = performance.now();
  let warnedAt_ms = -Infinity;
  return {
    /** Takes the watermark after each turn of the feed. */
    async note({ completeTo, announcedTo }: Watermark): Promise<void> {
      const now_ms = performance.now();
      if (completeTo !== seen || completeTo === announcedTo) movedAt_ms = now_ms;
      seen = completeTo;
      if (now_ms - movedAt_ms <= patience_ms || now_ms - warnedAt_ms < reminder_ms) return;
      warnedAt_ms = now_ms;
      const oldest = await findOldestTransaction(db);
      if (oldest) log.warn(oldest, 'events wait for a transaction that has not ended');
    },
    /** Returns how many seconds ago events went on, or none waited. */
    seconds: (): number => (performance.now() - movedAt_ms) / 1000,
  };
}
