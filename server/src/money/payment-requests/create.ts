import type { Context, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { refusalError } from '../../engine/model/outcomes.ts';
import { enqueueMail, findFullRecipients } from '../../engine/plain-writes/enqueue-mail.ts';
import { findOpenWallets } from '../../engine/plain-writes/named-wallets.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { recordTags } from '../../engine/plain-writes/record-tags.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { type Done, write } from '../../idempotency/write.ts';
import { exactly } from '../../lib/exactly.ts';
import { type Id, newId } from '../../lib/id.ts';
import { newLinkToken } from '../../lib/secret.ts';
import {
  findAgentParty,
  findParty,
  insertPaymentRequest,
  type PaymentRequestRow,
  type PaymentRequestTerms,
} from './queries.ts';
import type { CreatePaymentRequestAttributes, Payer } from './schema.ts';
import { paymentRequestResource, viewerOf } from './view.ts';

const openFor_ms = 30 * 24 * 3_600_000;
const payerValue = { pointer: '/data/attributes/payer/value' };

/**
 * Creates a request to pay the actor's party, and has it sent to the payer's e-mail address or phone number. The payer is
 * stored as named, without a look-up; only a party or agent that is named by its id must exist. Throws `party_not_found`,
 * `recipient_agent_not_found`, `wallet_not_found`, `conflict` for a closed wallet, and `invalid_value` for one in another
 * currency and if the payer is the actor's own party.
 */
export function createPaymentRequest(
  ctx: WriteContext,
  attributes: CreatePaymentRequestAttributes,
): Promise<HttpResponse> {
  return write(ctx, { targetId: null }, (tx, now) => ask(ctx, tx, attributes, now));
}

async function ask(
  ctx: Context,
  tx: Queryable,
  attributes: CreatePaymentRequestAttributes,
  now: Date,
): Promise<Done> {
  const { actor } = ctx;
  const { payer, ...said } = attributes;
  const asked = exactly<PaymentRequestTerms>()(said);
  await requireWallet(tx, actor.partyId, asked);
  const { addressee, recipient } = await resolve(tx, actor.partyId, payer);
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
    addressee,
    payerPartyId: null,
    paymentId: null,
    paidBy: null,
    linkToken: newLinkToken(),
    expiresAt: new Date(now.getTime() + openFor_ms),
    createdAt: now,
    updatedAt: now,
  };
  await insertPaymentRequest(tx, { ...row, userId: actor.userId });
  await recordEvent(tx, { resource: 'paymentRequest', resourceId: row.id, from: null, to: row.status, now });
  await recordTags(tx, [{ resource: 'paymentRequest', id: row.id, partyIds: [row.partyId], tags: row.tags }]);
  const unsent = recipient === null ? [] : await tell(tx, row, recipient, now);
  const data = paymentRequestResource(row, viewerOf(ctx));
  const meta = { emailFailures: unsent };
  const response = unsent.length === 0 ? single(data, 201) : { status: 201, body: { data, meta } };
  return { response, targetId: row.id };
}

/** Has the request sent. Returns whom nothing is sent to, since the party has sent this recipient enough: it has a link. */
async function tell(
  tx: Queryable,
  { id: resourceId, partyId }: PaymentRequestRow,
  recipient: string,
  now: Date,
): Promise<string[]> {
  const full = await findFullRecipients(tx, { partyId, recipients: [recipient], now });
  await enqueueMail(tx, { kind: 'paymentRequest', resourceId, partyId, recipient, now });
  return [...full];
}

/** Throws unless the money can go to the wallet that the request names: it is the party's, open, and in the currency. */
async function requireWallet(
  tx: Queryable,
  partyId: Id<'pty'>,
  { walletId: id, currency }: Pick<CreatePaymentRequestAttributes, 'walletId' | 'currency'>,
): Promise<void> {
  if (id === null) return;
  const source = { pointer: '/data/attributes/walletId' };
  const [wallet] = await findOpenWallets(tx, partyId, [{ id, source }]);
  if (wallet?.currency !== currency) throw refusalError('wallet_in_other_currency');
}

/** What leads to the payer, and the e-mail address or phone number to which the request is sent; null if there is none. */
type Addressed = { addressee: string; recipient: string | null };

async function resolve(tx: Queryable, ownId: Id<'pty'>, payer: Payer): Promise<Addressed> {
  if (payer.type === 'email' || payer.type === 'phone') {
    return { addressee: payer.value, recipient: payer.value };
  }
  const agent = payer.type === 'agent_id' ? await findAgentParty(tx, payer.value) : null;
  const partyId = payer.type === 'agent_id' ? agent?.partyId : payer.value;
  if (!partyId) {
    throw fault('recipient_agent_not_found', 'There is no active agent of this id.', payerValue);
  }
  if (partyId === ownId) throw fault('invalid_value', 'The payer is the party that asks.', payerValue);
  const party = await findParty(tx, partyId);
  if (!party) throw fault('party_not_found', 'There is no such party.', payerValue);
  // An agent has no mail: it reads what comes in.
  return { addressee: partyId, recipient: agent ? null : party.email };
}
