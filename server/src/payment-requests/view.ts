import { related } from '../http/envelope.ts';
import { tagsToJson } from '../http/tags.ts';
import { publicId, transactionIdOf } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { amountToJson } from '../lib/money.ts';
import { isoMillis } from '../lib/time.ts';
import type { ListedPaymentRequestRow, PaymentRequestRow } from './queries.ts';
import type { ListedPaymentRequestResource, PaymentRequestResource } from './resource.ts';

/** Returns the URL of the page that shows a request to its payer. */
export function paymentLinkUrl(linkToken: string, baseUrl: string): string {
  return `${baseUrl}/pay/${linkToken}`;
}

/** Returns a payment request as a resource. What it says of the payer's choices is true at the time `now`. */
export function paymentRequestResource(
  row: PaymentRequestRow,
  { baseUrl, now }: { baseUrl: string; now: Date },
): PaymentRequestResource {
  const isOpen = row.status === 'OPEN' && row.expiresAt > now && row.paymentId === null;
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
      payerCanPay: isOpen,
      payerCanDecline: isOpen,
      requesterName: row.requesterName,
      requesterEmail: row.requesterEmail,
      payerName: row.payerName,
      payerEmail: type === 'email' ? identifier : null,
      payerPhone: type === 'phone' ? identifier : null,
      payerPartyId: row.payerPartyId && publicId('pty', row.payerPartyId),
      payerIdentifierType: type,
      payerIdentifier: type === 'party_id' ? publicId('pty', identifier as Id<'pty'>) : identifier,
      paymentLinkUrl: paymentLinkUrl(row.linkToken, baseUrl),
      transactionId: row.paymentId && publicId('txn', transactionIdOf(row.paymentId)),
      createdAt: isoMillis(row.createdAt),
      updatedAt: isoMillis(row.updatedAt),
    },
    relationships: {
      initiatorAgent: related('agent', 'agt', row.agentId),
      requesterParty: related('party', 'pty', row.partyId),
      payerParty: related('party', 'pty', row.payerPartyId),
      payerAgent: related('agent', 'agt', null),
    },
  };
}

/** Returns a payment request as the list shows it. */
export function listedPaymentRequestResource(
  row: ListedPaymentRequestRow,
  at: { baseUrl: string; now: Date },
): ListedPaymentRequestResource {
  const resource = paymentRequestResource(row, at);
  return {
    ...resource,
    relationships: {
      ...resource.relationships,
      wallet: related('wallet', 'wal', row.walletId),
      payment: related('payment', 'pay', row.paymentId),
    },
  };
}
