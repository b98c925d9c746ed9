import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../../../context.ts';
import { inTransaction } from '../../../db/tx.ts';
import { lockSealing, sealBlock } from './queries.ts';

const pause_ms = 50; // between blocks, so that sealing a long log leaves the database to the payments

/**
 * Seals some lines of the audit log, at most one block of them, and returns how many. Only lines that no later one can
 * precede are sealed: what they are is decided by watermarks (`server/src/authority/counterparties/advance-watermarks.ts`), so no
 * payment waits for a seal.
 */
export async function sealAuditLog({ db }: Program, now: Date): Promise<number> {
  const sealed = await inTransaction(db, async (tx) => ((await lockSealing(tx)) ? sealBlock(tx, now) : 0));
  if (sealed >= 1_000) await pause(pause_ms);
  return sealed;
}
