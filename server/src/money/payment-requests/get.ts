import { recorded } from '../../db/recorded.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { readableParty } from '../../authority/customers/readable.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import type { Id } from '../../lib/id.ts';
import { findPaymentRequest, type ListedPaymentRequestRow, paymentRequestAsRecorded } from './queries.ts';
import { listedPaymentRequestResource, viewerFor } from './view.ts';

/**
 * Returns a payment request that the actor's party, or a customer who delegated `payments.read`, made, may answer or has
 * paid. Throws `payment_request_not_found`.
 */
export async function getPaymentRequest(
  ctx: Context,
  id: Id<'prq'>,
  customerId: Id<'pty'> | null,
): Promise<HttpResponse> {
  const partyId = await readableParty(ctx, customerId);
  const found = partyId && (await findPaymentRequest(ctx.db, { partyId, id, agentId: ctx.actor.agentId }));
  if (!found) throw notFound();
  return single(listedPaymentRequestResource(found, viewerFor(ctx, partyId)));
}

/**
 * Returns a request as it is stored, for a party, and its agent if one acts, that may see it. Throws
 * `payment_request_not_found`.
 */
export async function knownPaymentRequest(
  { actor }: Context,
  db: Queryable,
  id: Id<'prq'>,
): Promise<ListedPaymentRequestRow> {
  const { partyId, agentId } = actor;
  const found = await findPaymentRequest(db, { partyId, id, agentId });
  if (!found) throw notFound();
  return found;
}

function notFound(): PurserError {
  return fault('payment_request_not_found', 'There is no such payment request.', {
    parameter: 'paymentRequestId',
  });
}

/** A request as an event recorded it. The party must be one that may read the event. */
export const recordedPaymentRequest = recorded(paymentRequestAsRecorded, (row, reader) =>
  listedPaymentRequestResource(row, { ...reader, agentId: null }),
);
