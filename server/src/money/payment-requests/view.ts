import type { Context } from '../../context.ts';
import { isPayingAgent } from '../../engine/rules/payment-request.ts';
import { related } from '../../http/envelope.ts';
import { ownReader } from '../../http/permission.ts';
import { tagsToJson } from '../../http/tags.ts';
import { type Id, publicId, transactionIdOf } from '../../lib/id.ts';
import { amountToJson } from '../../lib/money.ts';
import { isoMillis } from '../../lib/time.ts';
import type { ListedPaymentRequestRow, PaymentRequestRow } from './queries.ts';
import type { ListedPaymentRequestResource, PaymentRequestResource } from './resource.ts';

/** Returns the URL of the page that shows a request to its payer. */
export function paymentLinkUrl(linkToken: string, baseUrl: string): string {
  return `${baseUrl}/pay/${linkToken}`;
}

/** Who reads a request, and when. `own` is the agent that reads its own only; null is everybody else. */
export type Viewer = {
  partyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  own: Id<'agt'> | null;
  baseUrl: string;
  now: Date;
};

export function viewerOf(ctx: Context): Viewer {
  return viewerFor(ctx, ctx.actor.partyId);
}

/** Returns a party as a viewer: the actor's own, or a customer for whom it reads. No agent of the actor acts for that. */
export function viewerFor({ actor, askedAt: now, baseUrl }: Context, partyId: Id<'pty'>): Viewer {
  const agentId = partyId === actor.partyId ? actor.agentId : null;
  return { partyId, agentId, own: ownReader(actor), baseUrl: baseUrl(), now };
}

/**
 * Returns a request as its viewer may see it. Tags and agent are the requester's own. The requester learns of a payment
 * once it is paid, as of every other: not while it is in review. Nobody else learns who pays. An agent that reads its own
 * only is told no payment that it did not make.
 */
function seenBy<Row extends PaymentRequestRow>(row: Row, { partyId, own }: Viewer): Row {
  const isRequester = row.partyId === partyId;
  const seesPayment = row.payerPartyId === partyId || (isRequester && row.status === 'COMPLETED');
  return {
    ...row,
    ...(isRequester ? {} : { tags: null, agentId: null }),
    ...(seesPayment ? {} : { payerPartyId: null, paymentId: null }),
    ...(own === null || row.paidBy === own ? {} : { paymentId: null }),
  };
}

/** Returns a payment request as a resource. What it says of the payer's choices is true at the viewer's time. */
export function paymentRequestResource(asStored: PaymentRequestRow, viewer: Viewer): PaymentRequestResource {
  const row = seenBy(asStored, viewer);
  const isOpen = row.status === 'OPEN' && row.expiresAt > viewer.now;
  const canAnswer = isOpen && (row.partyId === viewer.partyId || isPayingAgent(row, viewer.agentId));
  const { payerIdentifierType: type, payerIdentifier: identifier } = row;
  return {
    type: 'paymentRequest',
    id: publicId('prq', row.id),
    attributes: {
      amount: amountToJson(row.amount),
      currency: row.currency,
      status: row.status,
      description: row.description,
      tags: tagsToJson(row.tags),
      payerCanPay: canAnswer,
      payerCanDecline: canAnswer,
      requesterName: row.requesterName,
      requesterEmail: row.requesterEmail,
      payerName: row.payerName,
      payerEmail: type === 'email' ? identifier : null,
      payerPhone: type === 'phone' ? identifier : null,
      payerPartyId: row.payerPartyId && publicId('pty', row.payerPartyId),
      payerIdentifierType: type,
      payerIdentifier: publicIdentifier(row),
      paymentLinkUrl: paymentLinkUrl(row.linkToken, viewer.baseUrl),
      transactionId: row.paymentId && publicId('txn', transactionIdOf(row.paymentId)),
      createdAt: isoMillis(row.createdAt),
      updatedAt: isoMillis(row.updatedAt),
    },
    relationships: {
      initiatorAgent: related('agent', 'agt', row.agentId),
      requesterParty: related('party', 'pty', row.partyId),
      payerParty: related('party', 'pty', row.payerPartyId),
      payerAgent: related('agent', 'agt', type === 'agent_id' ? (identifier as Id<'agt'>) : null),
    },
  };
}

function publicIdentifier({
  payerIdentifierType: type,
  payerIdentifier: id,
}: Pick<PaymentRequestRow, 'payerIdentifierType' | 'payerIdentifier'>): string {
  if (type === 'party_id') return publicId('pty', id as Id<'pty'>);
  return type === 'agent_id' ? publicId('agt', id as Id<'agt'>) : id;
}

export function listedPaymentRequestResource(
  row: ListedPaymentRequestRow,
  viewer: Viewer,
): ListedPaymentRequestResource {
  const resource = paymentRequestResource(row, viewer);
  return {
    ...resource,
    relationships: {
      ...resource.relationships,
      wallet: related('wallet', 'wal', row.receivingWalletId),
      payment: related('payment', 'pay', seenBy(row, viewer).paymentId),
    },
  };
}
