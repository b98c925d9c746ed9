import type { Id } from '../lib/id.ts';
import { contactKey, pairKey } from './state.ts';
import type { Actor, Contact, IdempotencyKey } from './state.ts';

/** What the commands of a batch want loaded: each thing once, however many ask for it, but for keys, which few share. */
export type Needs = {
  credentials: Record<Actor['kind'], Set<string>>;
  agents: Set<string>;
  /** Those of them that act: locked, but for those whose counters are (memory.ts). */
  actingAgents: Set<string>;
  /** Those of them that are paid, and of which it is not known yet whose wallets that means. */
  recipientAgents: Set<string>;
  parties: Set<string>;
  /** By `contactKey`. */
  contacts: Map<string, Contact>;
  delegations: Map<string, { customer: Id<'pty'>; delegate: Id<'pty'> }>;
  delegationLocks: Needs['delegations'];
  /** By their owners. Those of whoever is paid by address or as an agent are wanted as well. */
  wallets: Set<string>;
  /** In which wallets are wanted. */
  currencies: Set<string>;
  clearing: Map<string, { rail: string; currency: string }>;
  /** By their owners. */
  counters: Set<string>;
  payments: Set<string>;
  transfers: Set<string>;
  railOrders: Set<string>;
  /** By what they are about. */
  approvals: Set<string>;
  accounts: Set<string>;
  members: Set<string>;
  answers: IdempotencyKey[];
  /** Payments that were made under these keys. */
  paymentsOf: IdempotencyKey[];
};

export function noNeeds(): Needs {
  return {
    credentials: { apiKey: new Set(), agentKey: new Set() },
    agents: new Set(),
    actingAgents: new Set(),
    recipientAgents: new Set(),
    parties: new Set(),
    contacts: new Map(),
    delegations: new Map(),
    delegationLocks: new Map(),
    wallets: new Set(),
    currencies: new Set(),
    clearing: new Map(),
    counters: new Set(),
    payments: new Set(),
    transfers: new Set(),
    railOrders: new Set(),
    approvals: new Set(),
    accounts: new Set(),
    members: new Set(),
    answers: [],
    paymentsOf: [],
  };
}

export function needActor(needs: Needs, actor: Actor): void {
  needs.credentials[actor.kind].add(actor.credentialId);
  needs.parties.add(actor.partyId); // its limits, and the currency of its agents' limits
  if (actor.agentId) needActingAgent(needs, actor.agentId);
}

/** An agent whose state and limits the decision looks at: it stays as it is until the end. */
export function needActingAgent(needs: Needs, agentId: Id<'agt'>): void {
  needs.agents.add(agentId);
  needs.actingAgents.add(agentId);
}

/** What these have spent. */
export function needCounters(needs: Needs, owners: ReadonlyArray<Id<'agt'> | Id<'pty'> | null>): void {
  for (const owner of owners) if (owner) needs.counters.add(owner);
}

export function needPayment(needs: Needs, id: Id<'pay'>): void {
  needs.payments.add(id);
}

export function needTransfer(needs: Needs, id: Id<'trf'>): void {
  needs.transfers.add(id);
}

/** What the bank was asked to do for a transfer. */
export function needRailOrder(needs: Needs, transferId: Id<'trf'>): void {
  needs.railOrders.add(transferId);
}

/** Every approval of a payment or withdrawal. */
export function needApprovals(needs: Needs, targetId: string): void {
  needs.approvals.add(targetId);
}

export function needAccount(needs: Needs, id: Id<'eac'>): void {
  needs.accounts.add(id);
}

/** Who belongs to the party. */
export function needMembers(needs: Needs, partyId: Id<'pty'>): void {
  needs.members.add(partyId);
}

export function needAnswer(needs: Needs, key: IdempotencyKey): void {
  needs.answers.push(key);
}

/** The payment that was made under this key, if any. */
export function needPaymentOf(needs: Needs, key: IdempotencyKey): void {
  needs.paymentsOf.push(key);
}

/** A party whose state or currency the decision looks at. */
export function needParty(needs: Needs, partyId: Id<'pty'>): void {
  needs.parties.add(partyId);
}

export function needWallet(needs: Needs, partyId: Id<'pty'>, currency: string): void {
  needs.wallets.add(partyId);
  needs.currencies.add(currency);
}

export function needClearing(needs: Needs, rail: string, currency: string): void {
  needs.clearing.set(pairKey(rail, currency), { rail, currency });
}

export function needContact(needs: Needs, contact: Contact, currency: string): void {
  needs.contacts.set(contactKey(contact), contact);
  needs.currencies.add(currency);
}

export function needRecipientAgent(needs: Needs, agentId: Id<'agt'>, currency: string): void {
  needs.agents.add(agentId);
  needs.recipientAgents.add(agentId);
  needs.currencies.add(currency);
}

/** What a customer lets another party do. Without an agent, that stays as it is until the end. */
export function needDelegation(
  needs: Needs,
  customer: Id<'pty'>,
  delegate: Id<'pty'>,
  agentId: Id<'agt'> | null,
): void {
  needs.parties.add(customer);
  const key = pairKey(customer, delegate);
  needs.delegations.set(key, { customer, delegate });
  if (!agentId) needs.delegationLocks.set(key, { customer, delegate });
}
