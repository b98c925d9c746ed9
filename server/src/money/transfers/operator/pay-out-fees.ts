import type { Queryable } from '../../../db/sql.ts';
import { runWithin } from '../../../engine/queue/within.ts';
import { manualRail } from '../../../gateways/rail.ts';
import { type Id, newId } from '../../../lib/id.ts';
import type { Money } from '../../../lib/money.ts';
import { lockFeePayout } from './queries.ts';

/** Collected fees that the operator has sent to itself. The reference names the payout: it pays out once. */
export type AskedPayout = Money & { reference: string; operator: string };

/** The payout; `isNew` is false if the reference had paid out this amount before, so that nothing was done now. */
export type PaidOut = { id: Id<'fpo'>; isNew: boolean };

/**
 * Records that collected fees have left the operator's accounts at the bank, in the caller's transaction. Returns a word
 * instead if the reference paid out another amount, or if less was collected.
 */
export async function payOutFees(
  tx: Queryable,
  { amount, currency, reference, operator }: AskedPayout,
): Promise<PaidOut | 'reference_used' | 'not_collected'> {
  const earlier = await lockFeePayout(tx, reference);
  if (earlier) {
    const isSame = earlier.amount === amount && earlier.currency === currency;
    return isSame ? { id: earlier.id, isNew: false } : 'reference_used';
  }
  const newIds = { payout: newId('fpo'), clearing: newId('wal') };
  const [outcome] = await runWithin(tx, [
    {
      kind: 'payOutFees',
      amount,
      currency,
      rail: manualRail,
      reference,
      operator,
      reason: `operator ${operator}, reference ${reference}`,
      newIds,
    },
  ]);
  return outcome?.done ? { id: newIds.payout, isNew: true } : 'not_collected';
}
