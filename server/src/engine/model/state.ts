import type { Id } from '../../lib/id.ts';
import type { Approval, Counter, Payment, RailOrder, Transfer } from './records.ts';

/** An answer as it is sent, or the payment from which it is rendered whenever it is asked for. */
export type CommandResponse = { status: number } & ({ body: string } | { payment: Payment });

/** An answer that was given before. */
export type StoredResponse = CommandResponse & { fingerprint: Buffer };

export type Wallet = {
  id: Id<'wal'>;
  partyId: Id<'pty'> | null;
  rail: string | null;
  currency: string;
  status: 'active' | 'frozen' | 'closed';
  isDefault: boolean;
  /** Minor units; `available` is posted − held. */
  posted: bigint;
  held: bigint;
};

/** In minor units of the party's default currency; null is no limit. Days and months are UTC. */
export type Limits = { perTransaction: bigint | null; perDay: bigint | null; perMonth: bigint | null };

/** Is there any limit? */
export function isLimited(limits: Limits): boolean {
  return limits.perTransaction !== null || isCounted(limits);
}

/** Is there a limit per day or month? */
export function isCounted({ perDay, perMonth }: Pick<Limits, 'perDay' | 'perMonth'>): boolean {
  return perDay !== null || perMonth !== null;
}

export type Agent = Limits & { id: Id<'agt'>; partyId: Id<'pty'>; status: 'ACTIVE' | 'REVOKED' };

/** What a customer has to let a party and its agent do, for them to pay from its wallet. */
export const permissionToPay = 'payments.create';

export type Grant = {
  agentId: Id<'agt'>;
  status: 'ACTIVE' | 'REVOKED';
  /** Whether it lets the agent pay from the customer's wallet. */
  pays: boolean;
  perTransaction: bigint | null;
};

export type Delegation = {
  status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  /** Whether it lets the delegate pay from the customer's wallet. */
  pays: boolean;
  grants: Grant[];
};

export type Party = Limits & {
  id: Id<'pty'>;
  status: 'PROVISIONAL' | 'ACTIVE';
  defaultCurrency: string;
  email: string | null;
};

export type ExternalAccount = {
  id: Id<'eac'>;
  partyId: Id<'pty'>;
  lastFour: string;
  status: 'pending' | 'active' | 'disabled';
};

export type Member = { userId: Id<'usr'>; role: 'OWNER' | 'ADMIN' | 'MEMBER' };

/** Who may do what, and where addresses lead: what the load fills, and what the authority cache keeps. */
export type Authority = {
  activeCredentials: Set<string>;
  agents: Map<string, Agent>;
  parties: Map<string, Party>;
  /** Parties by `contactKey`. An address that is not verified leads to a PROVISIONAL party. */
  contacts: Map<string, ContactOwner>;
  /** By customer, then by delegate. */
  delegations: Map<string, Map<string, Delegation>>;
};

/** The party that an address leads to; `active` is false for a PROVISIONAL one. */
export type ContactOwner = { partyId: Id<'pty'>; active: boolean };

/** Authority as a decision sees it: read-only, since it may be the cache that later batches decide by. */
export type AuthorityView = {
  readonly activeCredentials: ReadonlySet<string>;
  readonly agents: ReadonlyMap<string, Readonly<Agent>>;
  readonly parties: ReadonlyMap<string, Readonly<Party>>;
  readonly contacts: ReadonlyMap<string, Readonly<ContactOwner>>;
  readonly delegations: ReadonlyMap<string, ReadonlyMap<string, DelegationView>>;
};

export type DelegationView = Readonly<Omit<Delegation, 'grants'>> & {
  readonly grants: ReadonlyArray<Readonly<Grant>>;
};

/** What a batch loads and locks for itself alone. Decisions keep it up to date as they go. */
type BatchState = {
  /** How far the service's clock is ahead of real time. */
  clockOffset_ms: number;
  /** Payments up to this id record their pair of counterparties themselves: see the module `counterparties`. */
  announcedTo: string | null;
  /** Incremented by every change of authority. */
  authorityVersion: bigint | null;
  /** Addresses that commands of this batch registered, by `contactKey`: an overlay over `contacts`. */
  registeredContacts: Map<string, ContactOwner>;
  /** By the party or rail that they belong to, in all currencies that were wanted; those of one currency oldest first. */
  wallets: Map<string, Wallet[]>;
  /** By their owner. */
  counters: Map<string, Counter>;
  payments: Map<string, Payment>;
  transfers: Map<string, Transfer>;
  /** By the transfer. */
  railOrders: Map<string, RailOrder>;
  /** By what they are about. */
  approvals: Map<string, Approval[]>;
  accounts: Map<string, ExternalAccount>;
  /** By the party. */
  members: Map<string, Member[]>;
  /** By the digest of their key. */
  responses: Map<string, StoredResponse>;
};

/** What the statements of a load fill. */
export type LoadedState = BatchState & Authority;

/** Everything a decision may look at. Its authority cannot be changed; all else belongs to this batch. */
export type State = BatchState & AuthorityView;

/** Authority over nothing. */
export function emptyAuthority(): Authority {
  return {
    activeCredentials: new Set(),
    agents: new Map(),
    parties: new Map(),
    contacts: new Map(),
    delegations: new Map(),
  };
}

/** A state into which nothing was loaded yet. */
export function emptyState(): LoadedState {
  return {
    ...emptyAuthority(),
    clockOffset_ms: 0,
    announcedTo: null,
    authorityVersion: null,
    registeredContacts: new Map(),
    wallets: new Map(),
    counters: new Map(),
    payments: new Map(),
    transfers: new Map(),
    railOrders: new Map(),
    approvals: new Map(),
    accounts: new Map(),
    members: new Map(),
    responses: new Map(),
  };
}

/** What was loaded, with authority that may be the cache's. */
export function withAuthority(loaded: LoadedState, authority: AuthorityView): State {
  const { activeCredentials, agents, parties, contacts, delegations } = authority;
  return { ...loaded, activeCredentials, agents, parties, contacts, delegations };
}

/** The party that an address leads to, as far as this batch knows. */
export function contactOwner(
  { registeredContacts, contacts }: Pick<State, 'registeredContacts' | 'contacts'>,
  key: string,
): Readonly<ContactOwner> | undefined {
  return registeredContacts.get(key) ?? contacts.get(key);
}

/** What a customer lets another party do, as far as it is known. */
export function delegationOf<D extends DelegationView>(
  { delegations }: { delegations: ReadonlyMap<string, ReadonlyMap<string, D>> },
  customer: string,
  delegate: string,
): D | undefined {
  return delegations.get(customer)?.get(delegate);
}

/** Adds a delegation, or replaces the one between these parties. */
export function putDelegation(
  { delegations }: Pick<Authority, 'delegations'>,
  customer: string,
  delegate: string,
  delegation: Delegation,
): void {
  const ofCustomer = delegations.get(customer);
  if (ofCustomer) ofCustomer.set(delegate, delegation);
  else delegations.set(customer, new Map([[delegate, delegation]]));
}

/** A map key of two ids or names. */
export function pairKey(first: string, second: string): string {
  return `${first} ${second}`;
}

export type Contact = { kind: 'email' | 'phone'; value: string };

/** The map key of an address. */
export function contactKey(contact: Contact): string {
  return `${contact.kind} ${contact.value}`;
}
