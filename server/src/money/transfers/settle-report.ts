import type { Program } from '../../context.ts';
import { PurserError } from '../../errors.ts';
import type { Outcome } from '../../engine/model/outcomes.ts';
import type { RailReport } from '../../gateways/rail.ts';
import { findTransferByKey } from './queries.ts';
import { idsOfSettlement } from './settlement-ids.ts';

/** Has the engine settle what a bank reports. Returns null if the bank was never asked for it. */
export async function settleReport(
  { db, engine }: Program,
  rail: string,
  { key, outcome }: RailReport,
): Promise<Outcome | null> {
  const transfer = await findTransferByKey(db, rail, key);
  if (!transfer) return null;
  const { id: transferId, ...facts } = transfer;
  const newIds = idsOfSettlement();
  return engine.run({ ...facts, kind: 'settle', transferId, rail, outcome, newIds });
}

/**
 * Stores one of several reports. An error with it is logged and must not hold up the others: then this returns false. An
 * unavailable database concerns all of them, and is thrown.
 */
export async function storeAlone(
  { log }: Pick<Program, 'log'>,
  { rail, key }: { rail: string; key: string },
  store: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await store();
  } catch (error) {
    if (error instanceof PurserError) throw error;
    log.error({ rail, key, err: error }, 'a report of the bank cannot be stored');
    return false;
  }
}
