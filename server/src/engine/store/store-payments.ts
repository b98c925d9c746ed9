import type { Changes, DatedMovement } from '../model/changes.ts';
import {
  bigints,
  insert,
  insertRows,
  microseconds,
  smallints,
  sortedBy,
  texts,
  updateRows,
  uuids,
} from './rows.ts';
import { changingPayment, payments, refunds } from '../model/tables.ts';
import type { Step } from '../model/step.ts';

// A column that no payment of a batch uses is not written.
const withFee = Object.keys(payments.columns).filter(
  (name) => name !== 'refundedAmount' && name !== 'firstPayeePartyId',
);
const withoutFee = withFee.filter((name) => name !== 'fee');
const insertWithFee = insertRows(payments, withFee, 'engine_insert_payments_with_fee');
const insertWithoutFee = insertRows(payments, withoutFee);

/** Returns the INSERT of new payments. A key that another server has committed is a unique violation: see batch.ts. */
export function insertPayments({ payments: created }: Changes): Step[] {
  const sorted = sortedBy(created, (payment) => payment.keyDigest ?? payment.id);
  return created.some(({ fee }) => fee !== null) ? insertWithFee(sorted) : insertWithoutFee(sorted);
}

export const updatePayments = updateRows(payments, ['id'], changingPayment);

export const insertRefunds = insertRows(refunds);

export const insertMovements = insert<DatedMovement>('movements', {
  transaction_id: uuids((movement) => movement.transactionId),
  step: smallints((movement) => movement.step),
  kind: texts((movement) => movement.kind),
  source_wallet_id: uuids((movement) => movement.source.wallet.id),
  source_place: texts((movement) => movement.source.place),
  destination_wallet_id: uuids((movement) => movement.destination.wallet.id),
  destination_place: texts((movement) => movement.destination.place),
  amount: bigints((movement) => movement.amount),
  currency: texts((movement) => movement.currency),
  created_at: microseconds((movement) => movement.createdAt_us),
});
