import type { WriteContext } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { runCommand } from '../../idempotency/run-command.ts';
import { requireFreshSignIn } from '../../http/require-fresh.ts';
import { type Id, newId } from '../../lib/id.ts';
import { paymentNotFound } from './get.ts';
import { findRefundFacts } from './queries.ts';
import type { RefundAttributes } from './schema.ts';
import { refundResource } from './view.ts';

/**
 * Gives money of a payment back to its payer: `amount`, or all that is left. Throws `payment_not_found`, and `sign_in_required` for a browser session; the engine
 * refuses with `forbidden` unless the actor's party was paid, with `conflict` if the payment is not completed or less is
 * left of it, and as it refuses a payment if the money is not there.
 */
export async function refundPayment(
  ctx: WriteContext,
  id: Id<'pay'>,
  attributes: RefundAttributes,
): Promise<HttpResponse> {
  const { amount = null, description } = attributes;
  const found = await findRefundFacts(ctx.db, ctx.actor.partyId, id);
  if (!found) throw paymentNotFound();
  const { leftAmount, ...facts } = found;
  requireFreshSignIn(ctx, amount ?? leftAmount);
  return runCommand(ctx, (request) => ({
    kind: 'refund',
    ...request,
    ...facts,
    paymentId: id,
    amount,
    description,
    newIds: { refund: newId('rfd'), wallet: newId('wal') },
    render: (refund) => JSON.stringify({ data: refundResource(refund) }),
  }));
}
