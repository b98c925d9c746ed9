import { type EventReader, recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findPayments, paymentAsRecorded, refundAsRecorded } from './queries.ts';
import { paymentResource, refundResource } from './view.ts';

export const recordedPayment = recorded(paymentAsRecorded, (payment, { viewer }) =>
  paymentResource(payment, viewer),
);

export const recordedRefund = recorded(refundAsRecorded, refundResource);

/**
 * Returns payments that completed at once as they were then, by id. Nothing recorded them: of what a payment shows, only
 * these attributes change afterwards.
 */
export async function completedPayments(
  { db, partyId, viewer }: EventReader,
  ids: readonly string[],
): Promise<Map<string, Resource>> {
  const found = ids.length === 0 ? [] : await findPayments(db, partyId, ids);
  return new Map(
    found.map((payment) => {
      const { id, createdAt: updatedAt } = payment;
      const then = { ...payment, status: 'COMPLETED', refundedAmount: null, updatedAt } as const;
      return [id, paymentResource(then, viewer)];
    }),
  );
}
