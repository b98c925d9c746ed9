import { readableParty } from '../customers/readable.ts';
import type { Context } from '../context.ts';
import { fault } from '../errors.ts';
import type { PurserError } from '../errors.ts';
import type { Payment } from '../engine/model/records.ts';
import type { Id } from '../lib/id.ts';
import { findPayment } from './queries.ts';

/**
 * A payment that the caller's party paid, got or initiated; with `customerId`, one of a customer's who delegated
 * `payments.read`. Throws `payment_not_found` for all others, as for those that do not exist.
 */
export async function getPayment(
  ctx: Context,
  id: Id<'pay'>,
  customerId: Id<'pty'> | null,
): Promise<Payment> {
  const partyId = await readableParty(ctx, customerId);
  const payment = partyId && (await findPayment(ctx.db, partyId, id));
  if (!payment) throw paymentNotFound();
  return payment;
}

/** 404. */
export function paymentNotFound(): PurserError {
  return fault('payment_not_found', 'There is no such payment.', { parameter: 'paymentId' });
}
