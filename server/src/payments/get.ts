import { readableParty } from '../customers/readable.ts';
import type { Context } from '../context.ts';
import { fault } from '../errors.ts';
import type { PurserError } from '../errors.ts';
import type { Payment } from '../engine/model/records.ts';
import type { Id } from '../lib/id.ts';
import { findPayment } from './queries.ts';

/**
 * Returns a payment that the actor's party pays, initiated or, once accepted, receives; with `customerId`, one of a
 * customer who delegated `payments.read`. Throws `payment_not_found` if there is none that the actor may see.
 */
export async function getPayment(
  ctx: Context,
  id: Id<'pay'>,
  customerId: Id<'pty'> | null,
): Promise<Payment> {
  const partyId = await readableParty(ctx, customerId);
  const payment = partyId && (await findPayment(ctx.sessions.lookUps, partyId, id));
  if (!payment) throw paymentNotFound();
  return asSeenBy(payment, partyId);
}

/** Returns a payment as one of its parties may see it: its tags, its agent and its fee are the paying side's own. */
export function asSeenBy(payment: Payment, partyId: Id<'pty'>): Payment {
  const isPaying = partyId === payment.payerPartyId || partyId === payment.initiatorPartyId;
  return isPaying ? payment : { ...payment, tags: null, agentId: null, fee: null };
}

/** Returns a 404. */
export function paymentNotFound(): PurserError {
  return fault('payment_not_found', 'There is no such payment.', { parameter: 'paymentId' });
}
