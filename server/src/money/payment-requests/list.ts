import type { Context } from '../../context.ts';
import { readableParty } from '../../authority/customers/readable.ts';
import { paymentRequestStatuses } from '../../engine/model/payment-request.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { customerOf, ofParty } from '../../http/fields.ts';
import { page } from '../../http/pages.ts';
import type { Id } from '../../lib/id.ts';
import { listIncomingBefore, listPaymentRequestsBefore } from './queries.ts';
import type { IncomingQuery, PaymentRequestsQuery } from './schema.ts';
import { listedPaymentRequestResource, viewerFor } from './view.ts';

/**
 * Returns a page of the payment requests of the actor's party, or of a customer who delegated `payments.read`, newest
 * first. Throws `party_not_found` for any other party.
 */
export async function listPaymentRequests(ctx: Context, query: PaymentRequestsQuery): Promise<HttpResponse> {
  const partyId = await listedParty(ctx, query);
  return page(
    ctx,
    'payment-requests',
    ofParty(query, partyId),
    (before, count) => listPaymentRequestsBefore(ctx.db, partyId, query.tag ?? null, before, count),
    (row) => listedPaymentRequestResource(row, viewerFor(ctx, partyId)),
  );
}

/**
 * Returns a page of the requests to the actor's party, or to a customer who delegated `payments.read`: to its id, to its
 * agents and to its verified addresses. Throws `party_not_found` for any other party.
 */
export async function listIncoming(ctx: Context, query: IncomingQuery): Promise<HttpResponse> {
  const partyId = await listedParty(ctx, query);
  const { status } = query;
  const wanted = status ? [status] : paymentRequestStatuses;
  return page(
    ctx,
    'incomingPaymentRequests',
    ofParty(query, partyId),
    (before, count) => listIncomingBefore(ctx.db, partyId, wanted, before, count),
    (row) => listedPaymentRequestResource(row, viewerFor(ctx, partyId)),
  );
}

async function listedParty(ctx: Context, query: PaymentRequestsQuery | IncomingQuery): Promise<Id<'pty'>> {
  const partyId = await readableParty(ctx, customerOf(query));
  if (partyId) return partyId;
  throw fault('party_not_found', 'There is no such party.', { parameter: 'partyId' });
}
