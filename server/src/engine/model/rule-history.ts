import { hash } from 'node:crypto';
import type { Id } from '../../lib/id.ts';
import type { Payment } from './records.ts';

// What the rules of an agent look back at.

/** How many payments an agent has made in the last hour in which it made any, and in that hour's day (UTC). */
export type RuleCounter = {
  agentId: Id<'agt'>;
  /** The party whose rules count: the agent's own, or a customer, who counts only what it pays itself. */
  ownerPartyId: Id<'pty'>;
  /** When counting began. */
  since: Date;
  /** The start of the hour. */
  hour: Date;
  paymentsInHour: bigint;
  paymentsInDay: bigint;
};

/** A party that an agent has paid, and the first payment that says so. */
export type KnownPayee = {
  agentId: Id<'agt'>;
  ownerPartyId: Id<'pty'>;
  payeePartyId: Id<'pty'>;
  paymentId: Id<'pay'>;
};

/** A payment with which later ones are compared. */
export type Purchase = { content: string; payee: string; at: Date; paymentId: Id<'pay'> };

/** Returns the map key of a known payee. */
export function knownPayeeKey({
  agentId,
  ownerPartyId,
  payeePartyId,
}: Pick<KnownPayee, 'agentId' | 'ownerPartyId' | 'payeePartyId'>): string {
  return `${agentId} ${ownerPartyId} ${payeePartyId}`;
}

/** What makes two payments of an agent equal, except the payee. */
export type PurchaseTerms = Pick<Payment, 'payerPartyId' | 'amount' | 'currency' | 'description'>;

/** Returns the digest of what makes two payments of an agent equal, except the payee. `npm run audit` repeats it. */
export function contentOf(
  agentId: Id<'agt'>,
  { payerPartyId, amount, currency, description }: PurchaseTerms,
): string {
  const text = `${agentId} ${payerPartyId} ${amount} ${currency} ${description ?? ''}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}
