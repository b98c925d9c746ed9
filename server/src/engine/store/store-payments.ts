import type { Changes } from '../model/changes.ts';
import type { Event } from '../model/journal.ts';
import type { AuditRow } from '../model/journal.ts';
import type { Payment } from '../model/records.ts';
import {
  bigints,
  booleans,
  bytes,
  insert,
  smallints,
  sortedBy,
  texts,
  times,
  updateByKey,
  uuids,
} from './rows.ts';
import type { Columns } from './rows.ts';
import type { Step } from '../model/step.ts';

// Payments, and what need not be written beside them, since their rows say it: a movement, an event, a line of the audit log.

/** New payments. One under a key that another server committed meanwhile is a unique violation: see batch.ts. */
export function newPaymentSteps(changes: Changes): Step[] {
  const inOrder = sortedBy(changes.payments, (payment) => payment.keyDigest ?? payment.id);
  const columns: Columns<Payment> = {
    id: uuids((payment) => payment.id),
    status: texts((payment) => payment.status),
    amount: bigints((payment) => payment.amount),
    currency: texts((payment) => payment.currency),
    description: texts((payment) => payment.description),
    payer_party_id: uuids((payment) => payment.payerPartyId),
    payee_party_id: uuids((payment) => payment.payeePartyId),
    initiator_party_id: uuids((payment) => payment.initiatorPartyId),
    payer_wallet_id: uuids((payment) => payment.payerWalletId),
    payee_wallet_id: uuids((payment) => payment.payeeWalletId),
    agent_id: uuids((payment) => payment.agentId),
    recipient_agent_id: uuids((payment) => payment.recipientAgentId),
    credential_id: uuids((payment) => payment.credentialId),
    user_id: uuids((payment) => payment.userId),
    instance_id: texts((payment) => payment.instanceId),
    request_id: uuids((payment) => payment.requestId),
    key_digest: uuids((payment) => payment.keyDigest),
    fingerprint: bytes((payment) => payment.fingerprint),
    reviewed: booleans((payment) => payment.reviewed),
    created_at: times((payment) => payment.createdAt),
    updated_at: times((payment) => payment.updatedAt),
    accepted_at: times((payment) => payment.acceptedAt),
    due_at: times((payment) => payment.dueAt),
  };
  return insert('payments', inOrder, columns);
}

/** What became of payments. */
export function changedPaymentSteps({ changedPayments: changed }: Changes): Step[] {
  return updateByKey('payments', [...changed], {
    id: uuids((payment) => payment.id),
    status: texts((payment) => payment.status),
    payer_wallet_id: uuids((payment) => payment.payerWalletId),
    payee_wallet_id: uuids((payment) => payment.payeeWalletId),
    updated_at: times((payment) => payment.updatedAt),
    accepted_at: times((payment) => payment.acceptedAt),
    due_at: times((payment) => payment.dueAt),
  });
}

/** Movements of money. */
export function movementSteps({ movements }: Changes): Step[] {
  return insert('movements', movements, {
    transaction_id: uuids((movement) => movement.transactionId),
    step: smallints((movement) => movement.step),
    kind: texts((movement) => movement.kind),
    source_wallet_id: uuids((movement) => movement.source.wallet.id),
    source_place: texts((movement) => movement.source.place),
    destination_wallet_id: uuids((movement) => movement.destination.wallet.id),
    destination_place: texts((movement) => movement.destination.place),
    amount: bigints((movement) => movement.amount),
    currency: texts((movement) => movement.currency),
    created_at: times((movement) => movement.createdAt),
  });
}

/** Changes of state, but for payments that were completed at once: their movement is their line, in the view `events`. */
export function eventLines({ events }: Changes): Event[] {
  return events.filter(
    ({ resource, from, to }) => resource !== 'payment' || from !== null || to !== 'COMPLETED',
  );
}

/** Lines of the audit log, but for new payments, which say who made them: their row is their line, in the view `audit_log`. */
export function auditLines({ audits, payments: made }: Changes): AuditRow[] {
  const said = new Set(made.map(({ requestId }) => requestId));
  return audits.filter(({ requestId }) => !said.has(requestId));
}
