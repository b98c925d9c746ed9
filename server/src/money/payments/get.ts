import { readableParty } from '../../authority/customers/readable.ts';
import type { Context } from '../../context.ts';
import { fault, type PurserError } from '../../errors.ts';
import { readsOf } from '../../http/permission.ts';
import type { SeenPayment } from '../../engine/model/viewers.ts';
import type { Id } from '../../lib/id.ts';
import { findPayment } from './queries.ts';

/**
 * Returns a payment that the actor's party pays, initiated or, once accepted, receives; with `customerId`, one of a
 * customer who delegated `payments.read`. It is as that party sees it. Throws `payment_not_found` if there is none that
 * the actor may see.
 */
export async function getPayment(
  ctx: Context,
  id: Id<'pay'>,
  customerId: Id<'pty'> | null,
): Promise<SeenPayment> {
  const partyId = await readableParty(ctx, customerId);
  const payment = partyId && (await findPayment(ctx.sessions.lookUps, partyId, id));
  if (!payment || !readsOf(ctx.actor, payment.agentId)) throw paymentNotFound();
  return payment;
}

export function paymentNotFound(): PurserError {
  return fault('payment_not_found', 'There is no such payment.', { parameter: 'paymentId' });
}
