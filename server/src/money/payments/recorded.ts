import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findPaymentAsRecorded, findPayments, findRefundAsRecorded } from './queries.ts';
import { paymentResource, refundResource } from './view.ts';

/** Returns a payment as an event recorded it; null if the party may not see it. */
export async function recordedPayment(
  { db, partyId }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const payment = await findPaymentAsRecorded(db, partyId, recorded);
  return payment && paymentResource(payment);
}

/** Returns a refund as an event recorded it; null if the party may not see it. */
export async function recordedRefund(
  { db, partyId }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const refund = await findRefundAsRecorded(db, partyId, recorded);
  return refund && refundResource(refund);
}

/**
 * Returns payments that completed at once as they were then, by id. Nothing recorded them: of what a payment shows, only
 * these attributes change afterwards.
 */
export async function completedPayments(
  { db, partyId }: EventReader,
  ids: readonly string[],
): Promise<Map<string, Resource>> {
  const found = ids.length === 0 ? [] : await findPayments(db, partyId, ids);
  return new Map(
    found.map((payment) => {
      const { id, createdAt: updatedAt } = payment;
      const then = { ...payment, status: 'COMPLETED', refundedAmount: null, updatedAt } as const;
      return [id, paymentResource(then)];
    }),
  );
}
