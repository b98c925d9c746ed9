import type { Context } from '../context.ts';
import type { Queryable } from '../db/sql.ts';
import { enqueueMail } from '../engine/plain-writes/enqueue-mail.ts';
import { recordEvent } from '../engine/plain-writes/record-event.ts';
import { recordTags } from '../engine/plain-writes/record-tags.ts';
import { fault } from '../errors.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import { write } from '../idempotency/write.ts';
import type { Done } from '../idempotency/write.ts';
import { newId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { newLinkToken } from '../lib/secret.ts';
import { findParty, insertPaymentRequest } from './queries.ts';
import type { PaymentRequestRow } from './queries.ts';
import type { CreatePaymentRequestAttributes, Payer } from './schema.ts';
import { paymentRequestResource } from './view.ts';

const openFor_ms = 30 * 24 * 3_600_000;
const payerValue = { pointer: '/data/attributes/payer/value' };

/**
 * Creates a request to pay the actor's party, and mails it if the payer has an e-mail address. The payer is stored as
 * named, without a look-up; only a party that is named by its id must exist. Throws `party_not_found`, and
 * `invalid_value` if the payer is the actor's own party.
 */
export function createPaymentRequest(
  ctx: Context,
  attributes: CreatePaymentRequestAttributes,
  keyed: Keyed,
): Promise<HttpResponse> {
  return write(ctx, { ...keyed, targetId: null }, (tx) => ask(ctx, tx, attributes));
}

async function ask(ctx: Context, tx: Queryable, attributes: CreatePaymentRequestAttributes): Promise<Done> {
  const { now, actor } = ctx;
  const { payer, ...asked } = attributes;
  const recipient = await addressOf(tx, actor.partyId, payer);
  const requester = await findParty(tx, actor.partyId);
  if (!requester) throw fault('party_not_found', 'There is no such party.');
  const row: PaymentRequestRow = {
    ...asked,
    id: newId('prq'),
    partyId: actor.partyId,
    agentId: actor.agentId,
    status: 'OPEN',
    requesterName: requester.name,
    requesterEmail: requester.email,
    payerIdentifierType: payer.type,
    payerIdentifier: payer.value,
    payerPartyId: null,
    paymentId: null,
    linkToken: newLinkToken(),
    expiresAt: new Date(now.getTime() + openFor_ms),
    createdAt: now,
    updatedAt: now,
  };
  await insertPaymentRequest(tx, actor.partyId, row, actor.userId);
  await recordEvent(tx, { resource: 'paymentRequest', resourceId: row.id, from: null, to: row.status, now });
  await recordTags(tx, [{ resource: 'paymentRequest', id: row.id, partyIds: [row.partyId], tags: row.tags }]);
  if (recipient !== null) {
    const { id: resourceId, partyId } = row;
    await enqueueMail(tx, { kind: 'paymentRequest', resourceId, partyId, recipient, now });
  }
  return {
    response: single(paymentRequestResource(row, { baseUrl: ctx.baseUrl(), now }), 201),
    targetId: row.id,
  };
}

/** Returns the payer's e-mail address, or null if there is none. */
async function addressOf(tx: Queryable, ownId: Id<'pty'>, payer: Payer): Promise<string | null> {
  if (payer.type === 'phone') return null;
  if (payer.type === 'email') return payer.value;
  if (payer.value === ownId) {
    throw fault('invalid_value', 'The payer is the party that asks.', payerValue);
  }
  const party = await findParty(tx, payer.value);
  if (!party) throw fault('party_not_found', 'There is no such party.', payerValue);
  return party.email;
}
