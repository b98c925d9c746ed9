import { hash } from 'node:crypto';
import type { Id } from '../../lib/id.ts';

// What the rules of an agent look back at.

/** How many payments and withdrawals an agent has made in the last hour and the last day. */
export type RuleCounter = {
  agentId: Id<'agt'>;
  /** The party whose rules count: the agent's own, or a customer, who counts only what it pays itself. */
  ownerPartyId: Id<'pty'>;
  /** When counting began. */
  since: Date;
  /** The number of the last one that was stored, and its time: 0, and `since`, before the first. */
  last: bigint;
  at: Date;
  /** How many of those stored were made in the hour and the day before they were loaded. */
  inHour: bigint;
  inDay: bigint;
  /** Those that were accepted since, oldest first. */
  added: CountedPayment[];
};

/** A payment or withdrawal that a rule counts. */
export type CountedPayment = { id: Id<'pay'> | Id<'trf'>; at: Date };

/** A party that an agent has paid, and the first payment that says so. */
export type KnownPayee = {
  agentId: Id<'agt'>;
  ownerPartyId: Id<'pty'>;
  payeePartyId: Id<'pty'>;
  paymentId: Id<'pay'>;
};

/** A payment with which later ones are compared. */
export type Purchase = { content: string; payee: string; at: Date; paymentId: Id<'pay'> };

/** What was paid before, as a batch loads it for the rules that look back at it. Each decision adds to it for the next. */
export type RecordedHistory = {
  /** By the agent and the party whose rules count. */
  ruleCounters: Map<string, RuleCounter>;
  /** By `knownPayeeKey`. */
  knownPayees: Map<string, Omit<KnownPayee, 'paymentId'>>;
  /** The latest equal payment that was not undone, by its content and payee. */
  purchases: Map<string, Purchase>;
};

/** What a batch will write of it. */
export type RecordedChanges = {
  /** New and changed, by the agent and the party whose rules count. */
  ruleCounters: Map<string, RuleCounter>;
  knownPayees: KnownPayee[];
  purchases: Purchase[];
};

export function emptyHistory(): RecordedHistory {
  return { ruleCounters: new Map(), knownPayees: new Map(), purchases: new Map() };
}

export function nothingRecorded(): RecordedChanges {
  return { ruleCounters: new Map(), knownPayees: [], purchases: [] };
}

export function knownPayeeKey({
  agentId,
  ownerPartyId,
  payeePartyId,
}: Pick<KnownPayee, 'agentId' | 'ownerPartyId' | 'payeePartyId'>): string {
  return `${agentId} ${ownerPartyId} ${payeePartyId}`;
}

/** What makes two payments of an agent equal, except the payee. */
export type PurchaseTerms = {
  payerPartyId: Id<'pty'>;
  /** Minor units. */
  amount: bigint;
  currency: string;
  description: string | null;
};

/** Returns the digest of what makes two payments of an agent equal, except the payee. `npm run audit` repeats it. */
export function contentOf(
  agentId: Id<'agt'>,
  { payerPartyId, amount, currency, description }: PurchaseTerms,
): string {
  const text = `${agentId} ${payerPartyId} ${amount} ${currency} ${description ?? ''}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}
