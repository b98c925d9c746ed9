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
  /** Where its row lies, while this batch has it locked. A new wallet has none. */
  tid?: string;
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

/** Who may do what, and whom addresses reach: what a session may remember (memory.ts). */
export type People = {
  activeCredentials: Set<string>;
  agents: Map<string, Agent>;
  parties: Map<string, Party>;
  /** Where addresses lead, by `contactKey`; one that is not verified leads to a PROVISIONAL party. */
  contacts: Map<string, { partyId: Id<'pty'>; active: boolean }>;
  /** By customer, then by delegate. */
  delegations: Map<string, Map<string, Delegation>>;
};

/** Everything a batch may look at, loaded and locked. Decisions read it and keep it up to date as they go. */
export type State = People & {
  /** How far the service's clock is ahead of real time. */
  clockOffset_ms: number;
  /** Who pays whom in later payments than this is found when somebody asks: see the room `counterparties`. */
  announcedTo: string | null;
  /** Counted up by every change of people. */
  authorityVersion: bigint | null;
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

/** Nobody is known. */
export function noPeople(): People {
  return {
    activeCredentials: new Set(),
    agents: new Map(),
    parties: new Map(),
    contacts: new Map(),
    delegations: new Map(),
  };
}

/** A state in which nothing was loaded yet, and only these people are known. */
export function emptyState(people: People = noPeople()): State {
  return {
    ...people,
    clockOffset_ms: 0,
    announcedTo: null,
    authorityVersion: null,
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

/** What a customer lets another party do, if that is known. */
export function delegationOf(
  { delegations }: Pick<People, 'delegations'>,
  customer: string,
  delegate: string,
): Delegation | undefined {
  return delegations.get(customer)?.get(delegate);
}

/** Puts it there. */
export function putDelegation(
  { delegations }: Pick<People, 'delegations'>,
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
