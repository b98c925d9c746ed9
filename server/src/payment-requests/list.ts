import type { Context } from '../context.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import { page } from '../http/pages.ts';
import { tagFilterOf } from '../http/tags.ts';
import { listPaymentRequestsBefore } from './queries.ts';
import type { PaymentRequestsQuery } from './schema.ts';
import { listedPaymentRequestResource } from './view.ts';

/** Returns a page of the payment requests of the actor's party, newest first. */
export function listPaymentRequests(ctx: Context, query: PaymentRequestsQuery): Promise<HttpResponse> {
  return page(
    ctx,
    'payment-requests',
    tagFilterOf(query),
    query,
    (before, count) => listPaymentRequestsBefore(ctx.db, ctx.actor.partyId, query.tag ?? null, before, count),
    (row) => listedPaymentRequestResource(row, { baseUrl: ctx.baseUrl(), now: ctx.now }),
  );
}
