import type { WriteContext } from '../../context.ts';
import type { Payment } from '../../engine/model/records.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { runCommand } from '../../idempotency/run-command.ts';
import type { Id } from '../../lib/id.ts';
import { paymentNotFound } from './get.ts';
import { findPaymentFacts } from './queries.ts';
import { paymentResource } from './view.ts';

/**
 * Cancels a payment that is in review or waits to be claimed, and makes held money available again. Only the payer and
 * the initiator may cancel it; an agent may cancel only its own payments. Throws `payment_not_found`; the engine
 * refuses with `conflict` if the payment can no longer be canceled.
 */
export async function cancelPayment(ctx: WriteContext, id: Id<'pay'>): Promise<HttpResponse> {
  const { partyId, agentId } = ctx.actor;
  const target = await findPaymentFacts(ctx.db, partyId, id, agentId);
  if (!target) throw paymentNotFound();
  return runCommand(ctx, (request) => ({
    kind: 'cancel',
    ...request,
    target,
    render: (payment: Payment) =>
      JSON.stringify({ data: paymentResource({ ...payment, approvals: null }, ctx.actor) }),
  }));
}
