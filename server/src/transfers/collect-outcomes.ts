import type { Program } from '../context.ts';
import { enqueueTask } from '../engine/plain-writes/enqueue-task.ts';
import { PurserError } from '../errors.ts';
import { newId } from '../lib/id.ts';
import type { Rail, RailReport } from '../gateways/rail.ts';
import { findTransferByKey } from './queries.ts';

const fastest_ms = 250;
const slowest_ms = 60_000;

/**
 * Brings withdrawals to the end that the bank reports, and tells the bank so once it is stored. A report that comes
 * twice has one effect. Answers how many were dealt with; while more are expected the bank is asked again soon.
 */
export async function collectOutcomes(program: Program, now: Date): Promise<number> {
  const { rail, db } = program;
  if (!rail) return 0;
  let count = 0;
  for await (const report of rail.reports(now)) {
    if (!(await settle(program, rail, report, now))) continue;
    await rail.acknowledge(report.id, now);
    count += 1;
  }
  if (count === 0 && (await rail.isExpecting())) {
    const pause_ms = Math.min(slowest_ms, Math.max(fastest_ms, rail.settlesIn_ms / 4));
    await enqueueTask(db, 'collectOutcomes', new Date(Date.now() + pause_ms));
  }
  return count;
}

/** False where it could not be stored now: it stays with the bank, which reports it again. */
async function settle(
  program: Program,
  rail: Rail,
  { key, outcome }: RailReport,
  now: Date,
): Promise<boolean> {
  const { db, engine, log } = program;
  const facts = await findTransferByKey(db, rail.name, key);
  if (!facts) {
    log.error({ rail: rail.name, key }, 'the bank reports on a payment that it was never asked for');
    return true;
  }
  const { id: transferId, ...whose } = facts;
  const newIds = { clearing: newId('wal') };
  const command = { ...whose, kind: 'settle', now, transferId, rail: rail.name, outcome, newIds } as const;
  try {
    const result = await engine.submit(command);
    if (!result.done)
      log.error({ transferId, refusal: result.refusal }, 'a report of the bank cannot be stored');
    return result.done;
  } catch (error) {
    // The database is away: so it is for all other reports. But a fault with this one must not hold up the others.
    if (error instanceof PurserError) throw error;
    log.error({ transferId, err: error }, 'a report of the bank cannot be stored');
    return false;
  }
}
