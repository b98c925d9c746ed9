import type { Context } from '../context.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import { page } from '../http/pages.ts';
import { tagFilterOf } from '../http/tags.ts';
import { paymentRequestStatuses } from '../engine/model/payment-request.ts';
import { listIncomingBefore, listPaymentRequestsBefore } from './queries.ts';
import type { IncomingQuery, PaymentRequestsQuery } from './schema.ts';
import { listedPaymentRequestResource, viewerOf } from './view.ts';

/** Returns a page of the payment requests of the actor's party, newest first. */
export function listPaymentRequests(ctx: Context, query: PaymentRequestsQuery): Promise<HttpResponse> {
  return page(
    ctx,
    'payment-requests',
    tagFilterOf(query),
    query,
    (before, count) => listPaymentRequestsBefore(ctx.db, ctx.actor.partyId, query.tag ?? null, before, count),
    (row) => listedPaymentRequestResource(row, viewerOf(ctx)),
  );
}

/** Returns a page of the requests to the actor's party: to its id, to its agents and to its verified addresses. */
export function listIncoming(ctx: Context, query: IncomingQuery): Promise<HttpResponse> {
  const { status } = query;
  const wanted = status ? [status] : paymentRequestStatuses;
  return page(
    ctx,
    'incomingPaymentRequests',
    { status },
    query,
    (before, count) => listIncomingBefore(ctx.db, ctx.actor.partyId, wanted, before, count),
    (row) => listedPaymentRequestResource(row, viewerOf(ctx)),
  );
}
