import type { Context } from '../context.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import { page } from '../http/pages.ts';
import { listPaymentRequestsBefore } from './queries.ts';
import type { PaymentRequestsQuery } from './schema.ts';
import { listedPaymentRequestResource } from './view.ts';

/** Returns a page of the payment requests of the actor's party, newest first. */
export function listPaymentRequests(ctx: Context, query: PaymentRequestsQuery): Promise<HttpResponse> {
  return page(
    ctx,
    'payment-requests',
    {},
    query,
    (before, count) => listPaymentRequestsBefore(ctx.db, ctx.actor.partyId, before, count),
    (row) => listedPaymentRequestResource(row, ctx.baseUrl()),
  );
}
