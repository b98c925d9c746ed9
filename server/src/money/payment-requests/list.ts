import type { Context } from '../../context.ts';
import { pageOfParty } from '../../authority/customers/readable.ts';
import { paymentRequestStatuses } from '../../engine/model/payment-request.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { listIncomingBefore, listPaymentRequestsBefore } from './queries.ts';
import type { IncomingQuery, PaymentRequestsQuery } from './schema.ts';
import { listedPaymentRequestResource, viewerFor } from './view.ts';

/**
 * Returns a page of the payment requests of the actor's party, or of a customer who delegated `payments.read`, newest
 * first. Throws `party_not_found` for any other party.
 */
export function listPaymentRequests(ctx: Context, query: PaymentRequestsQuery): Promise<HttpResponse> {
  return pageOfParty(
    ctx,
    'payment-requests',
    query,
    (partyId, before, count) =>
      listPaymentRequestsBefore(ctx.db, { partyId, before, count }, query.tag ?? null),
    (row, partyId) => listedPaymentRequestResource(row, viewerFor(ctx, partyId)),
  );
}

/**
 * Returns a page of the requests to the actor's party, or to a customer who delegated `payments.read`: to its id, to its
 * agents and to its verified addresses. Throws `party_not_found` for any other party.
 */
export function listIncoming(ctx: Context, query: IncomingQuery): Promise<HttpResponse> {
  const { status } = query;
  const statuses = status ? [status] : paymentRequestStatuses;
  return pageOfParty(
    ctx,
    'incomingPaymentRequests',
    query,
    (partyId, before, count) => listIncomingBefore(ctx.db, { partyId, statuses, before, count }),
    (row, partyId) => listedPaymentRequestResource(row, viewerFor(ctx, partyId)),
  );
}
