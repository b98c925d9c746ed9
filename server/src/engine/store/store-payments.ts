import type { Changes } from '../model/changes.ts';
import type { Event } from '../model/journal.ts';
import type { AuditRow } from '../model/journal.ts';
import { bigints, insert, insertRows, smallints, sortedBy, texts, times, updateRows, uuids } from './rows.ts';
import { payments } from '../model/tables.ts';
import type { Step } from '../model/step.ts';

// Payments, and what need not be written beside them, since their rows say it: a movement, an event, a line of the audit log.

/** New payments. One under a key that another server committed meanwhile is a unique violation: see batch.ts. */
export function newPaymentSteps({ payments: made }: Changes): Step[] {
  return insertRows(
    payments,
    sortedBy(made, (payment) => payment.keyDigest ?? payment.id),
  );
}

/** Payments whose state has changed. */
export function changedPaymentSteps({ changedPayments }: Changes): Step[] {
  return updateRows(payments, [...changedPayments], 'id', [
    'status',
    'payerWalletId',
    'payeeWalletId',
    'updatedAt',
    'acceptedAt',
    'dueAt',
  ]);
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
