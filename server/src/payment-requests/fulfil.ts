import type { Context } from '../context.ts';
import { contactOf } from '../engine/model/state.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import type { Id } from '../lib/id.ts';
import { fulfil } from '../payments/create.ts';
import { knownPaymentRequest } from './get.ts';
import type { FulfilAttributes } from './schema.ts';

/**
 * Pays a payment request from a wallet of the actor's party, under the same authority, limits and rules as any other
 * payment. Throws `payment_request_not_found`; the engine refuses everyone except the payer that the request names, and
 * with `conflict` if the request is not open or asks for something else than expected.
 */
export async function fulfilPaymentRequest(
  ctx: Context,
  id: Id<'prq'>,
  { paymentSource, expectedAmount, expectedCurrency }: FulfilAttributes,
  keyed: Keyed,
): Promise<HttpResponse> {
  // These facts never change. The engine looks again, under its locks, at whether the request is open and whose it is.
  const {
    partyId,
    payerIdentifierType: type,
    addressee,
    ...asked
  } = await knownPaymentRequest(ctx, ctx.db, id);
  const { amount, currency, description } = asked;
  const payerAddress = type === 'email' || type === 'phone' ? contactOf(addressee) : null;
  return fulfil(
    ctx,
    {
      walletId: paymentSource.walletId,
      counterparty: { type: 'party_id', partyId },
      terms: { amount, currency, description, tags: null },
      fulfils: { paymentRequestId: id, payerAddress, expectedAmount, expectedCurrency },
    },
    keyed,
  );
}
