import type { Id } from '../../lib/id.ts';
import { isCounted } from '../model/state.ts';
import type { TargetFacts } from '../model/targets.ts';
import { contactKey, delegationOf, emptyAuthority, pairKey } from '../model/state.ts';
import type { Agent, AuthorityView, Contact } from '../model/state.ts';
import type { Actor, IdempotencyKey } from '../model/actor.ts';

/** What the commands of a batch want loaded: each thing once, however many ask for it, but for keys, which few share. */
export type Needs = {
  /** What the session has cached (authority-cache.ts): it need not be loaded. */
  cached: AuthorityView;
  /** Whether anything is not loaded for that reason. */
  usesCache: boolean;
  credentials: Record<Actor['kind'], Set<string>>;
  agents: Set<string>;
  /** Those that act, locked. */
  actingAgents: Set<string>;
  /** Those that are paid, and of which it is not known yet whose wallets that means. */
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
  responses: IdempotencyKey[];
  /** Payments that were made under these keys. */
  paymentsOf: IdempotencyKey[];
};

/** Where nothing is needed yet, and this is cached. */
export function noNeeds(cached: AuthorityView = emptyAuthority()): Needs {
  return {
    cached,
    usesCache: false,
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
    responses: [],
    paymentsOf: [],
  };
}

export function needActor(needs: Needs, { kind, credentialId, partyId, agentId }: Actor): void {
  if (needs.cached.activeCredentials.has(credentialId)) needs.usesCache = true;
  else needs.credentials[kind].add(credentialId);
  needParty(needs, partyId); // its limits, and the currency of its agents' limits
  if (agentId) needActingAgent(needs, agentId);
}

/** An agent whose status and limits the decision looks at: it is locked, so that both stay as they are until the commit. */
export function needActingAgent(needs: Needs, agentId: Id<'agt'>): void {
  needAgent(needs, agentId);
  needs.actingAgents.add(agentId);
}

function needAgent(needs: Needs, agentId: Id<'agt'>): Readonly<Agent> | null {
  const agent = needs.cached.agents.get(agentId);
  if (agent) needs.usesCache = true;
  else needs.agents.add(agentId);
  return agent ?? null;
}

/** What these have spent, but for those that are known to have no limit to count for. */
export function needCounters(needs: Needs, owners: ReadonlyArray<Id<'agt'> | Id<'pty'> | null>): void {
  const { agents, parties } = needs.cached;
  for (const owner of owners) {
    if (!owner) continue;
    const known = agents.get(owner) ?? parties.get(owner);
    if (known && !isCounted(known)) needs.usesCache = true;
    else needs.counters.add(owner);
  }
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

export function needResponse(needs: Needs, key: IdempotencyKey): void {
  needs.responses.push(key);
}

/** The payment that was made under this key, if any. */
export function needPaymentOf(needs: Needs, key: IdempotencyKey): void {
  needs.paymentsOf.push(key);
}

/** A party whose state or currency the decision looks at. */
export function needParty(needs: Needs, partyId: Id<'pty'>): void {
  if (needs.cached.parties.has(partyId)) needs.usesCache = true;
  else needs.parties.add(partyId);
}

export function needWallet(needs: Needs, partyId: Id<'pty'>, currency: string): void {
  needs.wallets.add(partyId);
  needs.currencies.add(currency);
}

export function needClearing(needs: Needs, rail: string, currency: string): void {
  needs.clearing.set(pairKey(rail, currency), { rail, currency });
}

/** Whom the address leads to, and that party's wallets. */
export function needContact(needs: Needs, contact: Contact, currency: string): void {
  const key = contactKey(contact);
  const found = needs.cached.contacts.get(key);
  if (found) {
    needs.usesCache = true;
    needs.wallets.add(found.partyId);
  } else {
    needs.contacts.set(key, contact);
  }
  needs.currencies.add(currency);
}

/** An agent that is paid, its party, and that party's wallets. */
export function needRecipientAgent(needs: Needs, agentId: Id<'agt'>, currency: string): void {
  const agent = needAgent(needs, agentId);
  if (agent) {
    needParty(needs, agent.partyId);
    needWallet(needs, agent.partyId, currency);
  } else {
    needs.recipientAgents.add(agentId);
    needs.currencies.add(currency);
  }
}

/** What a customer lets another party do. Without an agent, that stays as it is until the end. */
export function needDelegation(
  needs: Needs,
  customer: Id<'pty'>,
  delegate: Id<'pty'>,
  agentId: Id<'agt'> | null,
): void {
  needParty(needs, customer);
  const isKnown = delegationOf(needs.cached, customer, delegate) !== undefined;
  if (isKnown) needs.usesCache = true;
  if (isKnown && agentId) return;
  const key = pairKey(customer, delegate);
  if (!isKnown) needs.delegations.set(key, { customer, delegate });
  if (!agentId) needs.delegationLocks.set(key, { customer, delegate });
}

/** Everything that a change of state of a payment or withdrawal needs: itself, its approvals, its money, its limits. */
export function needTarget(needs: Needs, facts: TargetFacts): void {
  if (facts.type === 'payment') needPayment(needs, facts.id);
  else needTransfer(needs, facts.id);
  needApprovals(needs, facts.id);
  needWallet(needs, facts.payerPartyId, facts.currency);
  needParty(needs, facts.payerPartyId);
  needParty(needs, facts.initiatorPartyId);
  needCounters(needs, [facts.agentId, facts.payerPartyId, facts.initiatorPartyId]);
  // Whoever changes a limit holds these: what is given back meanwhile would be missed by its new count.
  if (facts.agentId) needActingAgent(needs, facts.agentId);
  if (facts.payerPartyId !== facts.initiatorPartyId) {
    needDelegation(needs, facts.payerPartyId, facts.initiatorPartyId, facts.agentId);
  }
}
