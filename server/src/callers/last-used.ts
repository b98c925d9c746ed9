import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { touchCredentials } from './queries.ts';

const interval_ms = 2_000;

/**
 * Keeps `lastUsedAt` of keys: gathered in memory and written every two seconds, so that a busy key is not a busy
 * row. A use in the last moment before a crash may go unnoted; nothing else depends on it.
 */
export function createLastUsed(db: Db, clock: () => Date, log: Logger) {
  let used = new Set<string>();
  async function write(): Promise<void> {
    if (used.size === 0) return;
    const ids = [...used];
    used = new Set();
    try {
      await touchCredentials(db, ids, clock());
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : '' }, 'last use of keys not noted');
    }
  }
  const timer = setInterval(() => void write(), interval_ms);
  timer.unref();
  return {
    note: (credentialId: string): void => void used.add(credentialId),
    async close(): Promise<void> {
      clearInterval(timer);
      await write();
    },
  };
}
