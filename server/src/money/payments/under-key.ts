import type { Context } from '../../context.ts';
import { keyDigest } from '../../engine/model/actor.ts';
import { payRoute } from '../../engine/model/implied-rows.ts';
import { publicId, type PublicId } from '../../lib/id.ts';
import { findPaymentByKey } from './queries.ts';

/**
 * Returns the id of the payment that the actor's party made under an idempotency key of POST /payments; null if it made
 * none. Payments keep their key for ever. Whether the actor may see the payment is not looked at.
 */
export async function findPaymentUnder(ctx: Context, key: string): Promise<PublicId<'pay'> | null> {
  const name = { partyId: ctx.actor.partyId, route: payRoute, key };
  const id = await findPaymentByKey(ctx.db, keyDigest(name));
  return id && publicId('pay', id);
}
