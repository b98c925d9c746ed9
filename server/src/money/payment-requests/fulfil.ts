import type { Context, WriteContext } from '../../context.ts';
import { contactOf } from '../../engine/model/counterparty.ts';
import type { DrawFrom } from '../../engine/rules/draw.ts';
import { fault } from '../../errors.ts';
import { railTerms } from '../../gateways/rail.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { type Id, newId } from '../../lib/id.ts';
import { fulfil, type FulfilledRequest, previewFulfilment } from '../payments/create.ts';
import { findTooLarge } from '../transfers/deposit-bounds.ts';
import { knownPaymentRequest } from './get.ts';
import type { FulfilAttributes } from './schema.ts';

/**
 * Pays a payment request from a wallet of the actor's party, under the authority, limits and rules that hold for
 * every payment. From an external account the money is drawn first, for which no agent may ask, and which needs the scope to
 * deposit. Throws `payment_request_not_found`, `agent_not_allowed` and `insufficient_scope`; the engine refuses everyone
 * except the payer that the request names, and with `conflict` if the request is not open or asks for something else than
 * expected.
 */
export async function fulfilPaymentRequest(
  ctx: WriteContext,
  id: Id<'prq'>,
  attributes: FulfilAttributes,
): Promise<HttpResponse> {
  return fulfil(ctx, await requestToFulfil(ctx, id, attributes));
}

/** Returns what would become of that payment. Throws the same errors, and those of `preview`. */
export async function previewFulfilPaymentRequest(
  ctx: Context,
  id: Id<'prq'>,
  attributes: FulfilAttributes,
): Promise<HttpResponse> {
  return previewFulfilment(ctx, await requestToFulfil(ctx, id, attributes), attributes);
}

async function requestToFulfil(
  ctx: Context,
  id: Id<'prq'>,
  { paymentSource, expectedAmount, expectedCurrency }: FulfilAttributes,
): Promise<FulfilledRequest> {
  const source = sourceOf(ctx, paymentSource);
  // These facts never change. The engine looks again, under its locks, at whether the request is open and whose it is.
  const {
    partyId,
    payerIdentifierType: type,
    addressee,
    ...asked
  } = await knownPaymentRequest(ctx, ctx.db, id);
  const { amount, currency, description } = asked;
  const payerAddress = type === 'email' || type === 'phone' ? contactOf(addressee) : null;
  return {
    walletId: paymentSource.type === 'wallet' ? paymentSource.walletId : null,
    drawFrom: source && { ...source, tooLarge: await findTooLarge(ctx.db, ctx, asked) },
    counterparty: { type: 'party_id', partyId },
    terms: { amount, currency, description, tags: null },
    fulfils: { paymentRequestId: id, payerAddress, expectedAmount, expectedCurrency },
  };
}

/** Returns the account from which money is drawn; null for a wallet. Throws if the actor may not draw. */
function sourceOf(
  { actor, rail }: Context,
  source: FulfilAttributes['paymentSource'],
): Omit<DrawFrom, 'tooLarge'> | null {
  if (source.type === 'wallet') return null;
  if (actor.agentId) {
    throw fault(
      'agent_not_allowed',
      'Agents may not draw money from a bank; it needs a person of the party.',
    );
  }
  if (!actor.scopes.has('wallets.fund')) {
    throw fault('insufficient_scope', 'To pay from an external account, this needs the scope wallets.fund.', {
      header: 'Authorization',
    });
  }
  return {
    externalAccountId: source.externalAccountId,
    rail: railTerms(rail),
    newIds: { transfer: newId('trf'), wallet: newId('wal'), receivable: newId('wal') },
  };
}
