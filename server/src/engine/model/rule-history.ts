import { digest128, recentDigest128 } from '../../lib/digest.ts';
import type { Id } from '../../lib/id.ts';
import { memoizeRecent } from '../../lib/memoize-recent.ts';

// What the rules of an agent look back at.

/** The lengths of the spans in which payments are counted, in ms: any 60 minutes, and any 24 hours. */
export const countWindows_ms = { hour: 3_600_000, day: 86_400_000 } as const;

/** The longest time in which equal payments may count as repetitions, in seconds. */
export const maxRepeatTime_s = 7 * 86_400;

/**
 * How far rules look back at most, in ms, and the table of which the rows with an older `at` are deleted. Null where all
 * rows stay.
 */
export const longestLookBacks = {
  ruleCounters: { table: 'counted_payments', longest_ms: Math.max(...Object.values(countWindows_ms)) },
  knownPayees: null,
  purchases: { table: 'recent_purchases', longest_ms: maxRepeatTime_s * 1000 },
} as const satisfies { [R in keyof RecordedHistory]: { table: string; longest_ms: number } | null };

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

/** How much of a payment is the same in an equal one, beside payer, payee, amount and currency: its description. */
export const matches = ['normalized', 'exact', 'payeeAndAmount'] as const;
/** Whose payments are compared: those of the agent, or of all agents of its party that have the rule. */
export const scopes = ['agent', 'party'] as const;

/** With which payments the rule about duplicates compares one. */
export type Guard = { match: (typeof matches)[number]; across: (typeof scopes)[number] };

/** A payment or withdrawal with which later ones are compared. */
export type Purchase = PurchaseDigests & {
  /** One of `payeeKeys`. */
  payee: string;
  agentId: Id<'agt'>;
  at: Date;
  id: Id<'pay'> | Id<'trf'>;
};

/** The same as it is stored: found among those of one agent too, however many the other agents of its party have made. */
export type RecordedPurchase = Purchase & AgentDigests;

/** What was paid before, as a batch loads it for the rules that look back at it. Each decision adds to it for the next. */
export type RecordedHistory = {
  /** By the agent and the party whose rules count. */
  ruleCounters: Map<string, RuleCounter>;
  /** By `knownPayeeKey`. */
  knownPayees: Map<string, Omit<KnownPayee, 'paymentId'>>;
  /** The latest equal payment that was not undone, for each way to compare them: by the key and the payee. */
  purchases: Map<string, Purchase[]>;
};

/** What a batch will write of it. */
export type RecordedChanges = {
  /** New and changed, by the agent and the party whose rules count. */
  ruleCounters: Map<string, RuleCounter>;
  knownPayees: KnownPayee[];
  purchases: RecordedPurchase[];
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

/** What makes two payments equal, except the payee. */
export type PurchaseTerms = {
  payerPartyId: Id<'pty'>;
  /** The party of the agent. */
  initiatorPartyId: Id<'pty'>;
  /** Minor units. */
  amount: bigint;
  currency: string;
  description: string | null;
};

/** What a client says of a payment or withdrawal that makes it equal to another one. */
export type ComparedTerms = Pick<PurchaseTerms, 'amount' | 'currency' | 'description'>;

/**
 * Digests of what makes payments equal, except the payee: `key` of all but the description, `normalized` of all and the
 * words of the description, `exact` of the description alone, as it is.
 */
export type PurchaseDigests = { key: string; exact: string; normalized: string };

/** `key` and `normalized` of one agent's payments. */
export type AgentDigests = { agentKey: string; agentNormalized: string };

/**
 * The digest by which the latest of all that a guard compares is found. Each has an index of its own, since the database
 * would read a shorter one, and leave out what it finds too much, where it takes both for equally good.
 */
export function foundBy({ match, across }: Guard): keyof AgentDigests | 'key' | 'normalized' {
  if (match === 'payeeAndAmount') return across === 'agent' ? 'agentKey' : 'key';
  return across === 'agent' ? 'agentNormalized' : 'normalized';
}

/** Returns the digests by which equal payments are found. `npm run audit` computes them again. */
export function digestsOf(terms: PurchaseTerms): PurchaseDigests {
  const { payerPartyId, initiatorPartyId, amount, currency } = terms;
  const { exact, words } = digestsOfDescription(terms.description ?? '');
  const key = recentDigest128(`${initiatorPartyId} ${payerPartyId} ${amount} ${currency}`);
  return { key, exact, normalized: recentDigest128(`${key} ${words}`) };
}

/** Returns the digests by which those of one agent are found. */
export function agentDigestsOf(
  { key, normalized }: Pick<PurchaseDigests, 'key' | 'normalized'>,
  agentId: Id<'agt'>,
): AgentDigests {
  return {
    agentKey: recentDigest128(`${agentId} ${key}`),
    agentNormalized: recentDigest128(`${agentId} ${normalized}`),
  };
}

// One for each payment of the largest batch.
const digestsOfDescription = memoizeRecent(1_000, (description) => ({
  exact: digest128(description),
  words: digest128(normalizedText(description)),
}));

/** Returns a text as it is compared: models word the same purchase anew when they try again. */
function normalizedText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns whether a payment counts as equal to an earlier one with the same key and payee. */
export function isEqual(
  { match, across }: Guard,
  { agentId, ...digests }: Pick<Purchase, 'agentId' | 'exact' | 'normalized'>,
  earlier: Purchase,
): boolean {
  if (across === 'agent' && earlier.agentId !== agentId) return false;
  return match === 'payeeAndAmount' || earlier[match] === digests[match];
}
