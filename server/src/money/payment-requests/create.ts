import type { Context, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { refusalError } from '../../engine/model/outcomes.ts';
import {
  type FullAt,
  lockRecipientParty,
  lockRecipients,
  mailSteps,
} from '../../engine/plain-writes/enqueue-mail.ts';
import { findOpenWallets } from '../../engine/plain-writes/named-wallets.ts';
import { eventSteps } from '../../engine/plain-writes/record-event.ts';
import { tagSteps } from '../../engine/plain-writes/record-tags.ts';
import { type ErrorSource, fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { type Done, write } from '../../idempotency/write.ts';
import { exactly } from '../../lib/exactly.ts';
import { type Id, newId } from '../../lib/id.ts';
import { newLinkToken } from '../../lib/secret.ts';
import { together } from '../../lib/together.ts';
import {
  findAgentParty,
  findParty,
  insertPaymentRequest,
  type PartyRow,
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
  const load = (tx: Tx): Promise<Loaded> => loadFor(ctx, tx, attributes);
  return write(ctx, { targetId: null, load }, (tx, now, loaded) =>
    ask(ctx, tx, attributes, { ...loaded, now }),
  );
}

/** Who asks, and what leads to the payer. */
type Loaded = { requester: PartyRow; addressed: Addressed };

async function loadFor(
  ctx: Context,
  tx: Tx,
  { payer, ...asked }: CreatePaymentRequestAttributes,
): Promise<Loaded> {
  const { partyId } = ctx.actor;
  const [, addressed, requester] = await together([
    requireWallet(tx, partyId, asked),
    resolve(ctx, tx, payer),
    findParty(tx, partyId),
  ]);
  if (!requester) throw noParty();
  return { requester, addressed };
}

async function ask(
  ctx: Context,
  tx: Tx,
  attributes: CreatePaymentRequestAttributes,
  { requester, addressed: { addressee, recipient, fullAt }, now }: Loaded & { now: Date },
): Promise<Done> {
  const { actor } = ctx;
  const { payer, ...said } = attributes;
  const asked = exactly<PaymentRequestTerms>()(said);
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
  const { id, partyId, status, tags } = row;
  const resource = 'paymentRequest';
  const mails =
    recipient === null ? [] : [{ kind: resource, resourceId: id, partyId, recipient, now } as const];
  tx.withCommit(
    insertPaymentRequest.step({ ...row, userId: actor.userId }),
    ...eventSteps([{ resource, resourceId: id, from: null, to: status, now }]),
    ...tagSteps([{ resource, id, partyIds: [partyId], tags }]),
    ...mailSteps(mails),
  );
  const unsent = [...fullAt(now)]; // whom the party has sent enough: it has a link
  const data = paymentRequestResource(row, viewerOf(ctx));
  const meta = { emailFailures: unsent };
  const response = unsent.length === 0 ? single(data, 201) : { status: 201, body: { data, meta } };
  return { response, targetId: id };
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

/**
 * What leads to the payer, and the e-mail address or phone number to which the request is sent, which is locked; null if
 * there is none.
 */
type Addressed = { addressee: string; recipient: string | null; fullAt: FullAt };

async function resolve({ actor, askedAt }: Context, tx: Queryable, payer: Payer): Promise<Addressed> {
  const { partyId } = actor;
  const { type, value: addressee } = payer;
  if (type === 'email' || type === 'phone') {
    const fullAt = await lockRecipients(tx, { partyId, recipients: [addressee] }, askedAt);
    return { addressee, recipient: addressee, fullAt };
  }
  if (type === 'party_id') {
    if (addressee === partyId) throw asksItself();
    const [party, found] = await together([
      findParty(tx, addressee),
      lockRecipientParty(tx, { partyId, recipientParty: addressee }, askedAt),
    ]);
    if (!party) throw noParty(payerValue);
    return { addressee, ...found };
  }
  const agent = await findAgentParty(tx, addressee);
  if (!agent) throw fault('recipient_agent_not_found', 'There is no active agent of this id.', payerValue);
  if (agent.partyId === partyId) throw asksItself();
  // An agent has no mail: it reads what comes in.
  return { addressee: agent.partyId, recipient: null, fullAt: () => new Set() };
}

const asksItself = (): Error => fault('invalid_value', 'The payer is the party that asks.', payerValue);

const noParty = (source?: ErrorSource): Error => fault('party_not_found', 'There is no such party.', source);
