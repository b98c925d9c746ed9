import type { Changes, DatedMovement } from '../model/changes.ts';
import { transactionIdOf } from '../../lib/id.ts';
import type { Payment } from '../model/records.ts';
import {
  bigints,
  bytes,
  type Columns,
  insert,
  insertGiven,
  insertRows,
  microseconds,
  smallints,
  sortedBy,
  texts,
  times,
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

const insertMovements = insert<DatedMovement>('movements', {
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

/** A payment whose money went straight to its payee, and the time of its movement, the only one of it. */
type StraightPayment = { payment: Payment; movedAt_us: bigint };

const straight: Columns<StraightPayment> = {
  id: uuids(({ payment }) => payment.id),
  amount: bigints(({ payment }) => payment.amount),
  currency: texts(({ payment }) => payment.currency),
  description: texts(({ payment }) => payment.description),
  payer_party_id: uuids(({ payment }) => payment.payerPartyId),
  payee_party_id: uuids(({ payment }) => payment.payeePartyId),
  initiator_party_id: uuids(({ payment }) => payment.initiatorPartyId),
  payer_wallet_id: uuids(({ payment }) => payment.payerWalletId),
  payee_wallet_id: uuids(({ payment }) => payment.payeeWalletId),
  credential_id: uuids(({ payment }) => payment.credentialId),
  user_id: uuids(({ payment }) => payment.userId),
  request_id: uuids(({ payment }) => payment.requestId),
  key_digest: uuids(({ payment }) => payment.keyDigest),
  fingerprint: bytes(({ payment }) => payment.fingerprint),
  created_at: times(({ payment }) => payment.createdAt),
};
const byAgents: Columns<StraightPayment> = {
  ...straight,
  agent_id: uuids(({ payment }) => payment.agentId),
  recipient_agent_id: uuids(({ payment }) => payment.recipientAgentId),
  instance_id: texts(({ payment }) => payment.instanceId),
};
const movedAt: Columns<StraightPayment> = { moved_at: microseconds(({ movedAt_us }) => movedAt_us) };

/** Declares one statement that writes payments and their movements, from the same rows. */
function insertStraight(name: string, columns: Columns<StraightPayment>) {
  const names = Object.keys(columns).join(', ');
  return insertGiven(
    name,
    { ...columns, ...movedAt },
    (given) => `WITH n AS MATERIALIZED (SELECT * FROM ${given} n),
       made AS (
         INSERT INTO payments (${names}, status, updated_at, accepted_at)
         SELECT ${names}, 'COMPLETED', created_at, created_at FROM n)
     INSERT INTO movements (transaction_id, step, kind, source_wallet_id, source_place, destination_wallet_id,
       destination_place, amount, currency, created_at)
     SELECT id, 1, 'payment', payer_wallet_id, 'available', payee_wallet_id, 'available', amount, currency, moved_at FROM n`,
  );
}

const insertPlain = insertStraight('engine_insert_straight_payments', straight);
const insertByAgents = insertStraight('engine_insert_straight_payments_by_agents', byAgents);

/**
 * Returns the statements that write new payments and all movements. A key that another server has committed is a unique
 * violation: see batch.ts. If all money of the batch went straight from payers to payees, as it nearly always does, one
 * statement writes both.
 */
export function insertPaymentsAndMovements({ payments: created, movements }: Changes): Step[] {
  const rows = straightPayments(created, movements);
  if (rows) {
    const sorted = sortedBy(rows, ({ payment }) => keyOf(payment));
    return created.some(isByAgent) ? insertByAgents(sorted) : insertPlain(sorted);
  }
  const sorted = sortedBy(created, keyOf);
  const hasFee = created.some(({ fee }) => fee !== null);
  return [...(hasFee ? insertWithFee : insertWithoutFee)(sorted), ...insertMovements(movements)];
}

function keyOf({ keyDigest, id }: Payment): string {
  return keyDigest ?? id;
}

function isByAgent({ agentId, recipientAgentId, instanceId }: Payment): boolean {
  return agentId !== null || recipientAgentId !== null || instanceId !== null;
}

/** Returns the payments with the times of their movements; null if one says more than that its money went straight. */
function straightPayments(
  created: readonly Payment[],
  movements: readonly DatedMovement[],
): StraightPayment[] | null {
  if (created.length === 0 || created.length !== movements.length) return null;
  const rows: StraightPayment[] = [];
  for (const [index, payment] of created.entries()) {
    const movement = movements[index];
    if (!movement || !wentStraight(payment, movement)) return null;
    rows.push({ payment, movedAt_us: movement.createdAt_us });
  }
  return rows;
}

function wentStraight(
  payment: Payment,
  { transactionId, step, kind, source, destination }: DatedMovement,
): boolean {
  const at = payment.createdAt;
  return (
    transactionId === transactionIdOf(payment.id) &&
    step === 1 &&
    kind === 'payment' &&
    source.wallet.id === payment.payerWalletId &&
    source.place === 'available' &&
    destination.wallet.id === payment.payeeWalletId &&
    destination.place === 'available' &&
    payment.status === 'COMPLETED' &&
    !payment.reviewed &&
    payment.fee === null &&
    payment.tags === null &&
    payment.recipientAddress === null &&
    payment.firstPayeePartyId === null &&
    payment.paymentRequestId === null &&
    payment.refundedAmount === null &&
    payment.dueAt === null &&
    +payment.updatedAt === +at &&
    payment.acceptedAt !== null &&
    +payment.acceptedAt === +at
  );
}

export const updatePayments = updateRows(payments, ['id'], changingPayment);

export const insertRefunds = insertRows(refunds);
