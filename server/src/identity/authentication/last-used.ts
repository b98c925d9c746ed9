import type { Logger } from 'pino';
import type { Db } from '../../db/pool.ts';
import { recordUses } from './queries.ts';

const interval_ms = 2_000;

/**
 * Records `lastUsedAt` of keys. Uses are collected in memory and stored every two seconds, so that a busy key does not
 * become a hot row. A crash may lose the last uses; nothing else depends on them.
 */
export function createLastUsed(db: Db, log: Logger) {
  let used = new Set<string>();
  async function write(): Promise<void> {
    if (used.size === 0) return;
    const ids = [...used].toSorted();
    used = new Set();
    try {
      await recordUses(db, ids, new Date());
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : '' }, 'last use of keys not recorded');
    }
  }
  const timer = setInterval(() => void write(), interval_ms);
  timer.unref();
  return {
    recordUse: (credentialId: string): void => void used.add(credentialId),
    async close(): Promise<void> {
      clearInterval(timer);
      await write();
    },
  };
}
