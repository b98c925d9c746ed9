import { setTimeout as pause } from 'node:timers/promises';
import { advanceWatermarks } from '../../../authority/counterparties/advance-watermarks.ts';
import type { Program } from '../../../context.ts';
import { inTransaction } from '../../../db/tx.ts';
import { enqueueTask } from '../../../engine/plain-writes/enqueue-task.ts';
import { findOldestUnsealed, lockSealing, sealBlock } from './queries.ts';

const pause_ms = 50; // between blocks, so that sealing a long log leaves the database to the payments

/**
 * Advances the watermarks if that is due, then seals some lines of the audit log, at most one block of them, and returns
 * how many. Only lines that no later one can precede are sealed: the watermarks say which, so no payment waits for a
 * seal. While lines are left, it runs again as soon as the watermarks can advance: a line is sealed when they have
 * advanced twice, whatever the minute. Then it says how long the oldest has waited, for the metrics.
 */
export async function sealAuditLog(program: Program, now: Date): Promise<number> {
  const { db, unsealed } = program;
  const rest_ms = await advanceWatermarks(program);
  const sealed = await inTransaction(db, async (tx) => ((await lockSealing(tx)) ? sealBlock(tx, now) : 0));
  if (sealed >= 1_000) await pause(pause_ms);
  if (sealed > 0) return sealed;
  const oldest = await findOldestUnsealed(db);
  unsealed.oldest_s = oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1_000);
  if (oldest !== null) await enqueueTask(db, 'sealAuditLog', new Date(Date.now() + rest_ms + 1_000));
  return 0;
}
