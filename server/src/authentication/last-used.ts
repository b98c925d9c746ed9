import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { touchCredentials } from './queries.ts';

const interval_ms = 2_000;
const precision_ms = 60_000;
const maxNoted = 100_000;

/**
 * Keeps `lastUsedAt` of keys, true to a minute: gathered in memory and written every two seconds, so that a busy key
 * is not a busy row. A use in the last moment before a crash may go unnoted; nothing else depends on it.
 */
export function createLastUsed(db: Db, log: Logger) {
  let used = new Set<string>();
  const notedAt_ms = new Map<string, number>();
  async function write(): Promise<void> {
    if (used.size === 0) return;
    const ids = [...used];
    used = new Set();
    try {
      await touchCredentials(db, ids, new Date());
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : '' }, 'last use of keys not noted');
    }
  }
  const timer = setInterval(() => void write(), interval_ms);
  timer.unref();
  return {
    markUsed: (credentialId: string): void => {
      const now_ms = Date.now();
      if (now_ms - (notedAt_ms.get(credentialId) ?? 0) < precision_ms) return;
      if (notedAt_ms.size >= maxNoted) notedAt_ms.clear();
      notedAt_ms.set(credentialId, now_ms);
      used.add(credentialId);
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await write();
    },
  };
}
