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
  return pageOfParty(ctx, 'payment-requests', query, listPaymentRequestsBefore, (row, partyId) =>
    listedPaymentRequestResource(row, viewerFor(ctx, partyId)),
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
    (db, page) => listIncomingBefore(db, { ...page, statuses }),
    (row, partyId) => listedPaymentRequestResource(row, viewerFor(ctx, partyId)),
  );
}
