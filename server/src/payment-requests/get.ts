import type { Context } from '../context.ts';
import type { Queryable } from '../db/sql.ts';
import { fault } from '../errors.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import type { Id } from '../lib/id.ts';
import { findPaymentRequest } from './queries.ts';
import type { ListedPaymentRequestRow } from './queries.ts';
import { listedPaymentRequestResource, viewerOf } from './view.ts';

/**
 * Returns a payment request that the actor's party made, may answer or has paid. Throws `payment_request_not_found`.
 */
export async function getPaymentRequest(ctx: Context, id: Id<'prq'>): Promise<HttpResponse> {
  return single(listedPaymentRequestResource(await knownPaymentRequest(ctx, ctx.db, id), viewerOf(ctx)));
}

/** Returns a request as it is stored, for a party that may see it. Throws `payment_request_not_found`. */
export async function knownPaymentRequest(
  { actor }: Context,
  db: Queryable,
  id: Id<'prq'>,
): Promise<ListedPaymentRequestRow> {
  const found = await findPaymentRequest(db, actor.partyId, id);
  if (found) return found;
  throw fault('payment_request_not_found', 'There is no such payment request.', {
    parameter: 'paymentRequestId',
  });
}
