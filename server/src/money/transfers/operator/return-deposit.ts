import type { Queryable } from '../../../db/sql.ts';
import { runWithin } from '../../../engine/queue/within.ts';
import { manualRail } from '../../../gateways/rail.ts';
import type { Id } from '../../../lib/id.ts';
import type { Money } from '../../../lib/money.ts';
import { lockReceivingParty } from '../queries.ts';
import { findOperatorDeposit } from './queries.ts';
import { idsOfSettlement } from '../settlement-ids.ts';

/** A deposit that the operator had recorded under a reference, and why it is taken back: the party sees both. */
export type OperatorReturn = {
  partyId: Id<'pty'>;
  reference: string;
  code: string;
  reason: string;
  operator: string;
};

/** The deposit that was taken back. `isNew` is false if it had been before, for the same reason: nothing was done now. */
export type TakenBack = { transferId: Id<'trf'>; money: Money; isNew: boolean };

/**
 * Takes a deposit back that the operator had recorded: it went to the wrong party, or the money did not come in after
 * all. In the caller's transaction. What the party has spent is a debt then, as after any return. Returns a word instead
 * if the reference deposited nothing for this party, if the deposit was taken back for another reason, or if the debt
 * would be too large.
 */
export async function returnOperatorDeposit(
  tx: Queryable,
  { partyId, reference, code, reason, operator }: OperatorReturn,
): Promise<TakenBack | 'unknown_deposit' | 'returned_before' | 'debt_too_large'> {
  const owner = await lockReceivingParty(tx, partyId);
  const deposit = owner && (await findOperatorDeposit(tx, partyId, reference));
  if (!deposit) return 'unknown_deposit';
  const { transferId, amount, currency, status, returnCode, returnReason } = deposit;
  const money = { amount, currency };
  if (status === 'RETURNED') {
    const isSame = returnCode === code && returnReason === reason;
    return isSame ? { transferId, money, isNew: false } : 'returned_before';
  }
  const [outcome] = await runWithin(tx, [
    {
      kind: 'settle',
      transferId,
      partyId,
      agentId: null,
      currency,
      rail: manualRail,
      outcome: { kind: 'returned', code, reason },
      paymentId: null,
      payeePartyId: null,
      paymentRequestId: null,
      reason: `operator ${operator}, reference ${reference}`,
      newIds: idsOfSettlement(),
    },
  ]);
  return outcome?.done ? { transferId, money, isNew: true } : 'debt_too_large';
}
