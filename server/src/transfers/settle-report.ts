import type { Program } from '../context.ts';
import type { Outcome } from '../engine/model/outcomes.ts';
import type { RailReport } from '../gateways/rail.ts';
import { findTransferByKey } from './queries.ts';
import { idsOfSettlement } from './settlement-ids.ts';

/** Has the engine settle what a bank reports. Returns null if the bank was never asked for it. */
export async function settleReport(
  { db, engine }: Program,
  rail: string,
  { key, outcome }: RailReport,
  now: Date,
): Promise<Outcome | null> {
  const transfer = await findTransferByKey(db, rail, key);
  if (!transfer) return null;
  const { id: transferId, ...facts } = transfer;
  const newIds = idsOfSettlement();
  return engine.submit({ ...facts, kind: 'settle', now, transferId, rail, outcome, newIds });
}
