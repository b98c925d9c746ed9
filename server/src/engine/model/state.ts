import type { Id } from '../../lib/id.ts';
import type { ActiveCredential, UserRole } from './actor.ts';
import type { AgentRules } from './agent-rules.ts';
import type { AskedApproval } from './asked-approvals.ts';
import type { LeadsTo } from './counterparty.ts';
import type { Fees } from './fees.ts';
import { emptyHistory, type RecordedHistory } from './rule-history.ts';
import type { Approval, Counter, Payment, Transfer } from './records.ts';
import type { ExternalAccount, RailOrder } from './rail-order.ts';
import type { PaymentRequest } from './payment-request.ts';

/** A response as it is sent, or the payment and the approvals made with it, from which it is rendered on demand. */
export type CommandResponse = { status: number } & (
  | { body: string; ownBody?: string | null }
  | { payment: Payment; approvals: readonly AskedApproval[] }
);

/** A response stored under an idempotency key, with the fingerprint of its request. */
export type StoredResponse = CommandResponse & { fingerprint: Buffer };

export type Wallet = {
  id: Id<'wal'>;
  /** The owner; null for a clearing account. */
  partyId: Id<'pty'> | null;
  /** The rail of a clearing account; null for a party's wallet. */
  rail: string | null;
  currency: string;
  /** A frozen wallet pays nothing and still receives; a closed one does neither, and is not loaded. */
  status: 'active' | 'frozen' | 'closed';
  isDefault: boolean;
  /** Whether it is no wallet but says, at zero or below, what the party owes in the currency. */
  isReceivable: boolean;
  /** All of the wallet's money, in minor units. `available` is posted − held. */
  posted: bigint;
  /** The part of it that is reserved for something under way, in minor units. */
  held: bigint;
  /** No movement of it is dated before this any more, in microseconds since 1970. */
  datedTo_us: bigint;
};

/** What a wallet begins with. */
export const newWallet = {
  status: 'active',
  isDefault: false,
  isReceivable: false,
  posted: 0n,
  held: 0n,
  datedTo_us: 0n,
} as const satisfies Partial<Wallet>;

/** In minor units of one currency; null means no limit. Days and months are UTC. */
export type AmountLimits = { perTransaction: bigint | null; perDay: bigint | null; perMonth: bigint | null };

/** The limits in a currency as they are stored: at least one. Amounts in minor units are within what JSON has exactly. */
export type StoredLimits = { readonly [K in keyof AmountLimits]?: number | undefined };

/** Limits in the default currency of who sets them, and in others, by currency. What none of them covers needs approval. */
export type Limits = AmountLimits & { currencyLimits: Readonly<Record<string, StoredLimits>> | null };

export const noLimits: Limits = { perTransaction: null, perDay: null, perMonth: null, currencyLimits: null };

/** Returns the limits alone of what has them. */
export function limitsOf({ perTransaction, perDay, perMonth, currencyLimits }: Limits): Limits {
  return { perTransaction, perDay, perMonth, currencyLimits };
}

export const limitNames = ['perTransaction', 'perDay', 'perMonth'] as const;

export function isLimited(limits: Limits): boolean {
  return hasAmounts(limits) || limits.currencyLimits !== null;
}

function hasAmounts({ perTransaction, perDay, perMonth }: AmountLimits): boolean {
  return perTransaction !== null || perDay !== null || perMonth !== null;
}

/** Returns whether there is a limit per day or month in any currency, for which spending is counted. */
export function isCounted(limits: Limits): boolean {
  return isAmountCounted(limits) || Object.values(limits.currencyLimits ?? {}).some(isStoredCounted);
}

export function isAmountCounted({ perDay, perMonth }: Pick<AmountLimits, 'perDay' | 'perMonth'>): boolean {
  return perDay !== null || perMonth !== null;
}

function isStoredCounted({ perDay, perMonth }: StoredLimits): boolean {
  return perDay !== undefined || perMonth !== undefined;
}

/** Returns the currencies that limits cover: all if there are none at all (null). */
export function coveredCurrencies(limits: Limits, defaultCurrency: string): string[] | null {
  if (!isLimited(limits)) return null;
  const own = hasAmounts(limits) ? [defaultCurrency] : [];
  return [...new Set([...own, ...Object.keys(limits.currencyLimits ?? {})])];
}

/** Returns the currencies in which there is a limit per day or month. */
export function countedCurrencies(limits: Limits, defaultCurrency: string): string[] {
  const covered = coveredCurrencies(limits, defaultCurrency) ?? [];
  return covered.filter((currency) => {
    const bound = limitsIn(limits, currency, defaultCurrency);
    return bound !== null && isAmountCounted(bound);
  });
}

/**
 * Returns the limits in a currency; null if none covers it, although there are limits in others. Where the default
 * currency is named among the others too, both hold.
 */
export function limitsIn(limits: Limits, currency: string, defaultCurrency: string): AmountLimits | null {
  const own = currency === defaultCurrency && hasAmounts(limits) ? limits : null;
  const named = limits.currencyLimits?.[currency];
  if (!named) return own ?? (isLimited(limits) ? null : limits);
  const least = (name: keyof AmountLimits): bigint | null => {
    const [first, set] = [own?.[name] ?? null, named[name]];
    const second = set === undefined ? null : BigInt(set);
    return first === null ? second : second === null || first < second ? first : second;
  };
  return {
    perTransaction: least('perTransaction'),
    perDay: least('perDay'),
    perMonth: least('perMonth'),
  };
}

export type Agent = Limits & {
  id: Id<'agt'>;
  partyId: Id<'pty'>;
  status: AgentStatus;
  rules: AgentRules | null;
  /** The wallets of its party that it may spend from, and no others; null if it is bound to none. */
  walletIds: ReadonlyArray<Id<'wal'>> | null;
  /** What it reads: what its party may, or what is its own only. */
  reads: 'party' | 'own';
};
export type AgentStatus = 'ACTIVE' | 'SUSPENDED' | 'REVOKED';

/** What a customer lets one agent of the delegate do. The default currency of its limits is the customer's. */
export type Grant = Limits & {
  agentId: Id<'agt'>;
  status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  /** Whether it lets the agent pay from the customer's wallet. */
  pays: boolean;
  rules: AgentRules | null;
};

/** What a customer lets a delegate do. */
export type Delegation = {
  status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  /** Whether it lets the delegate pay from the customer's wallet. */
  pays: boolean;
  grants: Grant[];
};

/** Who approves for a party what exceeds its limits, or those of its agents. */
export type ApprovalPolicy = {
  /** `session`: only a person who has signed in on the pages, by no key. */
  approveBy: 'any' | 'session';
  /** Above it, in minor units of the party's default currency, and in any other currency, two users do; null: one does. */
  twoAbove: bigint | null;
};

export type Party = Limits &
  ApprovalPolicy & {
    id: Id<'pty'>;
    status: PartyStatus;
    /** Who has frozen it; empty unless it is FROZEN. */
    frozenBy: readonly Freezer[];
    defaultCurrency: string;
    /** The address by which a PROVISIONAL party is known; null for any other. */
    address: string | null;
    /** The party that has taken a MERGED one over; null for any other. Neither ever changes. */
    mergedInto: Id<'pty'> | null;
  };

/** A FROZEN party moves no money out; it still receives. A MERGED one stands for the party that has taken it over. */
export type PartyStatus = 'PROVISIONAL' | 'ACTIVE' | 'FROZEN' | 'MERGED';

/** Who freezes a party: the operator, or its own people and their keys. Each lifts only its own freeze. */
export const freezers = ['operator', 'party'] as const;
export type Freezer = (typeof freezers)[number];

export type Member = { userId: Id<'usr'>; role: UserRole };

/** Who may do what, and which parties addresses lead to. The load fills it; the authority cache keeps it. */
export type Authority = {
  /** By id. */
  activeCredentials: Map<string, ActiveCredential>;
  agents: Map<string, Agent>;
  parties: Map<string, Party>;
  /** By `contactKey`. An unverified address leads to a PROVISIONAL party. */
  contacts: Map<string, ContactOwner>;
  /** By `pairKey` of customer and delegate. */
  delegations: Map<string, Delegation>;
  /**
   * What else leads to a party, by party: addresses, and ids of parties that it has taken over; only of payees of agents
   * with lists of counterparties.
   */
  addresses: Map<string, readonly LeadsTo[]>;
};

/** The party that an address leads to; `active` is false for a PROVISIONAL one. */
export type ContactOwner = { partyId: Id<'pty'>; active: boolean };

/** Authority as the cache gives it: read-only, since later batches use it too. */
export type AuthorityView = {
  readonly activeCredentials: ReadonlyMap<string, Readonly<ActiveCredential>>;
  readonly agents: ReadonlyMap<string, Readonly<Agent>>;
  readonly parties: ReadonlyMap<string, Readonly<Party>>;
  readonly contacts: ReadonlyMap<string, Readonly<ContactOwner>>;
  readonly delegations: ReadonlyMap<string, DelegationView>;
  readonly addresses: ReadonlyMap<string, ReadonlyArray<Readonly<LeadsTo>>>;
};

export type DelegationView = Readonly<Omit<Delegation, 'grants'>> & {
  readonly grants: ReadonlyArray<Readonly<Grant>>;
};

/** What the payee of a payment has claimed. The engine locks it, so that one of claim, cancel and expiry comes first. */
export type AddressClaim = {
  /** When the payee proved its address; null while it has not. */
  claimedAt: Date | null;
  /** Whether the payment is no part of the claim, although it waited: no wallet had room for it, or its payer claims. */
  isLeftOut: boolean;
};

/** What a batch loads and locks for itself only. Each decision updates it for the next. */
type BatchState = RecordedHistory & {
  /** A watermark: payments up to this id record their own pair of counterparties, audit line and event. */
  announcedTo: string | null;
  /** Incremented by every change of authority. */
  authorityVersion: bigint | null;
  /** What the operator charges; null if nothing. */
  fees: Fees | null;
  /** What accounts of fees have, in minor units, by currency; only where a command asks for it. */
  collectedFees: Map<string, bigint>;
  /** Whether a COMMIT waits for a standby. */
  waitsForStandby: boolean;
  /** Addresses that commands of this batch registered, by `contactKey`. They take precedence over `contacts`. */
  registeredContacts: Map<string, ContactOwner>;
  /** By party or rail, in all the currencies that were loaded; within a currency, oldest first. */
  wallets: Map<string, Wallet[]>;
  /** Whose the wallets are that requests name, and in which currency; closed ones too. */
  namedWallets: Map<string, Pick<Wallet, 'id' | 'partyId' | 'currency'>>;
  /** By `counterKey`. */
  counters: Map<string, Counter>;
  paymentRequests: Map<string, PaymentRequest>;
  payments: Map<string, Payment>;
  /** By payment; none of a payment whose payee was not known by an address. */
  claims: Map<string, AddressClaim>;
  transfers: Map<string, Transfer>;
  /** By transfer. */
  railOrders: Map<string, RailOrder>;
  /** By target. */
  approvals: Map<string, Approval[]>;
  /** How many payments and withdrawals wait for approval, by agent. */
  inReview: Map<string, number>;
  accounts: Map<string, ExternalAccount>;
  /** By party. */
  members: Map<string, Member[]>;
  /** By the digest of the idempotency key. */
  responses: Map<string, StoredResponse>;
};

/** What a batch's time follows from. */
export type Clock = {
  /** The service's time after the locks were taken, in ms since 1970: that of the database, on which all servers agree. */
  now_ms: number;
  /** How far it is ahead of real time. */
  offset_ms: number;
  /** No movement is dated before this any more, in microseconds since 1970. */
  datedTo_us: bigint;
};

/** The state that the statements of a load fill. */
export type LoadedState = BatchState & Authority & { clock: Clock };

/** A part of the state by key, of which only what a need names can be read: see `askedState`. */
export type Lookup<V> = { get(key: string): V | undefined; has(key: string): boolean };

/** The same of what a decision adds to for the next. */
export type Table<V> = Lookup<V> & { set(key: string, value: V): unknown };

/** The wallets that are loaded of a party or rail, if the needs name it and the currency. */
export type WalletTable = {
  get(owner: string, currency: string): Wallet[] | undefined;
  set(owner: string, wallets: Wallet[]): unknown;
};

/** Everything that a decision may look at. Its authority is read-only; the rest belongs to this batch. */
export type State = {
  readonly [K in keyof AuthorityView]: AuthorityView[K] extends ReadonlyMap<string, infer V>
    ? Lookup<V>
    : never;
} & {
  [K in Exclude<keyof BatchState, 'wallets' | 'registeredContacts'>]: BatchState[K] extends Map<
    string,
    infer V
  >
    ? Table<V>
    : BatchState[K];
} & Pick<BatchState, 'registeredContacts'> & { wallets: WalletTable };

export function emptyAuthority(): Authority {
  return {
    activeCredentials: new Map(),
    agents: new Map(),
    parties: new Map(),
    contacts: new Map(),
    delegations: new Map(),
    addresses: new Map(),
  };
}

export function emptyState(): LoadedState {
  return {
    ...emptyAuthority(),
    ...emptyHistory(),
    clock: { now_ms: 0, offset_ms: 0, datedTo_us: 0n },
    announcedTo: null,
    authorityVersion: null,
    fees: null,
    collectedFees: new Map(),
    waitsForStandby: false,
    registeredContacts: new Map(),
    wallets: new Map(),
    namedWallets: new Map(),
    counters: new Map(),
    paymentRequests: new Map(),
    payments: new Map(),
    claims: new Map(),
    transfers: new Map(),
    railOrders: new Map(),
    approvals: new Map(),
    inReview: new Map(),
    accounts: new Map(),
    members: new Map(),
    responses: new Map(),
  };
}

/** Returns the party that an address leads to, if it is loaded, cached or registered in this batch. */
export function contactOwner(
  { registeredContacts, contacts }: Pick<State, 'registeredContacts' | 'contacts'>,
  key: string,
): Readonly<ContactOwner> | undefined {
  return registeredContacts.get(key) ?? contacts.get(key);
}

/** Returns what a customer lets another party do, if that is loaded or cached. */
export function delegationOf<D extends DelegationView>(
  { delegations }: { readonly delegations: Lookup<D> },
  customer: string,
  delegate: string,
): D | undefined {
  return delegations.get(pairKey(customer, delegate));
}

export function putDelegation(
  { delegations }: Pick<Authority, 'delegations'>,
  customer: string,
  delegate: string,
  delegation: Delegation,
): void {
  delegations.set(pairKey(customer, delegate), delegation);
}

export function pairKey(first: string, second: string): string {
  return `${first} ${second}`;
}
