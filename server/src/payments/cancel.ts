import type { Context } from '../context.ts';
import type { Payment } from '../engine/model/records.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import { submit } from '../idempotency/submit.ts';
import type { Id } from '../lib/id.ts';
import { paymentNotFound } from './get.ts';
import { findPaymentFacts } from './queries.ts';
import { paymentResource } from './view.ts';

/**
 * Takes back a payment that is in review or waits to be claimed; what it held is free again. Only who pays or who
 * asked for it may, an agent only its own. Throws `payment_not_found`, and `conflict` where it has ended.
 */
export async function cancelPayment(ctx: Context, id: Id<'pay'>, keyed: Keyed): Promise<HttpResponse> {
  const target = await findPaymentFacts(ctx.db, ctx.actor.partyId, id);
  if (!target) throw paymentNotFound();
  return submit(ctx, keyed, (request) => ({
    kind: 'cancel',
    ...request,
    target,
    render: (it) => JSON.stringify({ data: paymentResource(it as Payment) }),
  }));
}
