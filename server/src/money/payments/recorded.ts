import { type EventReader, recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findPayments, paymentAsRecorded, refundAsRecorded } from './queries.ts';
import { asMade, paymentResource, refundResource } from './view.ts';

export const recordedPayment = recorded(paymentAsRecorded, (payment, { viewer }) =>
  paymentResource(payment, viewer),
);

export const recordedRefund = recorded(refundAsRecorded, refundResource);

/** Returns payments that completed at once, by id, as they were in the state that an event names. Nothing recorded them. */
export async function completedPayments(
  { db, partyId, viewer }: EventReader,
  ids: readonly string[],
): Promise<Map<string, (status: string) => Resource>> {
  const found = ids.length === 0 ? [] : await findPayments(db, partyId, ids);
  return new Map(
    found.map((payment) => [
      payment.id,
      (status: string) =>
        paymentResource(
          { ...payment, ...asMade(payment, status === 'PROCESSING' ? status : 'COMPLETED') },
          viewer,
        ),
    ]),
  );
}
