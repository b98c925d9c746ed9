import type { Id } from '../../lib/id.ts';
import {
  type Agent,
  type AuthorityView,
  delegationOf,
  emptyAuthority,
  isCounted,
  isLimited,
  pairKey,
  type Party,
} from '../model/state.ts';
import type { TargetFacts } from '../model/targets.ts';
import { type AgentRules, type LookBack, looksBackAt } from '../model/agent-rules.ts';
import {
  type Contact,
  contactKey,
  type Counterparty,
  type Destination,
  toAccount,
} from '../model/counterparty.ts';
import { countersOf, type Initiator, limitsBehind } from '../model/counters.ts';
import { type CounterId, counterKey } from '../model/records.ts';
import type { Actor, IdempotencyKey } from '../model/actor.ts';
import type { ComparedTerms } from '../model/rule-history.ts';
import { needLookBack, noRuleNeeds, type RuleNeeds } from './load-rule-history.ts';

/** What the commands of a batch need loaded. */
export type Needs = RuleNeeds & {
  /** What rules may bound that are not cached: see `needLoadedRules`. */
  boundByUnknown: MayBeBound[];
  /** What the session has cached (authority-cache.ts) and need not be loaded. */
  cached: AuthorityView;
  /** Whether anything is left out of the load because it is cached. */
  usesCache: boolean;
  credentials: Record<Actor['kind'], Set<string>>;
  agents: Set<string>;
  /** Acting agents, to be locked. */
  actingAgents: Set<string>;
  /** Paid agents whose party is not known yet; the load finds its wallets. */
  recipientAgents: Set<string>;
  parties: Set<string>;
  /** By `contactKey`. */
  contacts: Map<string, Contact>;
  delegations: Map<string, { customer: Id<'pty'>; delegate: Id<'pty'> }>;
  delegationLocks: Needs['delegations'];
  /** Owners of wallets. The wallets of payees named by address or agent are loaded as well. */
  wallets: Set<string>;
  /** The currencies in which wallets are needed. */
  currencies: Set<string>;
  /** Wallets that requests name. */
  namedWallets: Set<string>;
  clearing: Map<string, { rail: string; currency: string }>;
  /** Currencies of which it is needed what was collected in fees. */
  collectedFees: Set<string>;
  /** Limit counters, by `counterKey`. */
  counters: Map<string, CounterId>;
  paymentRequests: Set<string>;
  payments: Set<string>;
  /** By payment. */
  claims: Set<string>;
  transfers: Set<string>;
  /** By transfer. */
  railOrders: Set<string>;
  /** By target. */
  approvals: Set<string>;
  accounts: Set<string>;
  /** Agents of which it is needed how much waits for approval. */
  inReview: Set<string>;
  /** By party. */
  members: Set<string>;
  /** By their digests, as the next. */
  responses: Map<string, IdempotencyKey>;
  /** Keys under which a payment may have been made. */
  paymentsOf: Map<string, IdempotencyKey>;
};

/** Returns needs with nothing in them yet, for a session with this cache. */
export function noNeeds(cached: AuthorityView = emptyAuthority()): Needs {
  return {
    ...noRuleNeeds(),
    boundByUnknown: [],
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
    namedWallets: new Set(),
    clearing: new Map(),
    collectedFees: new Set(),
    counters: new Map(),
    paymentRequests: new Set(),
    payments: new Set(),
    claims: new Set(),
    transfers: new Set(),
    railOrders: new Set(),
    approvals: new Set(),
    accounts: new Set(),
    inReview: new Set(),
    members: new Set(),
    responses: new Map(),
    paymentsOf: new Map(),
  };
}

export function needActor(needs: Needs, { kind, credentialId, partyId, agentId }: Actor): void {
  if (needs.cached.activeCredentials.has(credentialId)) needs.usesCache = true;
  else needs.credentials[kind].add(credentialId);
  needParty(needs, partyId); // for its limits, and for the currency of its agents' limits
  if (agentId) needActingAgent(needs, agentId);
}

/** An agent whose status and limits the decision checks. It is locked, so that both stay the same until the commit. */
function needActingAgent(needs: Needs, agentId: Id<'agt'>): void {
  needAgent(needs, agentId);
  needs.actingAgents.add(agentId);
}

function needAgent(needs: Needs, agentId: Id<'agt'>): Readonly<Agent> | null {
  const agent = needs.cached.agents.get(agentId);
  if (agent) needs.usesCache = true;
  else needs.agents.add(agentId);
  return agent ?? null;
}

/**
 * Every limit counter that spending in the payer's name changes, except those of limits that are cached and have none per
 * day or month.
 */
export function needCounters(needs: Needs, initiator: Initiator, payer: Id<'pty'>, currency: string): void {
  for (const counter of countersOf(initiator, payer, currency)) {
    const cached = limitsBehind(needs.cached, counter);
    if (cached && !isCounted(cached)) needs.usesCache = true;
    else needs.counters.set(counterKey(counter), counter);
  }
}

/** A payment request that is paid, or was to be paid by a payment that changes. */
export function needPaymentRequest(needs: Needs, id: Id<'prq'> | null): void {
  if (id) needs.paymentRequests.add(id);
}

export function needPayment(needs: Needs, id: Id<'pay'>): void {
  needs.payments.add(id);
}

/** Whether the payee of a payment has claimed what waits for it. */
export function needClaim(needs: Needs, paymentId: Id<'pay'>): void {
  needs.claims.add(paymentId);
}

export function needTransfer(needs: Needs, id: Id<'trf'>): void {
  needs.transfers.add(id);
}

/** What the bank is asked to do for a transfer. */
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

/** How much of an agent waits for approval, unless nothing that bounds the agent or its party is cached. */
export function needInReview(
  needs: Needs,
  { id, partyId, payer }: { id: Id<'agt'>; partyId: Id<'pty'>; payer: Id<'pty'> },
): void {
  const agent = needs.cached.agents.get(id);
  const party = needs.cached.parties.get(partyId);
  const isUnbounded =
    payer === partyId &&
    agent?.rules === null &&
    !isLimited(agent) &&
    party !== undefined &&
    !isLimited(party);
  if (isUnbounded) needs.usesCache = true;
  else needs.inReview.add(id);
}

/** The users of the party. */
export function needMembers(needs: Needs, partyId: Id<'pty'>): void {
  needs.members.add(partyId);
}

export function needResponse(needs: Needs, key: IdempotencyKey): void {
  needs.responses.set(key.digest, key);
}

/** The payment made under this key, if any. */
export function needPaymentOf(needs: Needs, key: IdempotencyKey): void {
  needs.paymentsOf.set(key.digest, key);
}

/** A party whose status, limits or default currency the decision uses. */
export function needParty(needs: Needs, partyId: Id<'pty'>): void {
  if (needs.cached.parties.has(partyId)) needs.usesCache = true;
  else needs.parties.add(partyId);
}

export function needWallet(needs: Needs, partyId: Id<'pty'>, currency: string): void {
  needs.wallets.add(partyId);
  needs.currencies.add(currency);
}

/** The wallet that a request names, whose it may be and in whatever currency. */
export function needNamedWallet(needs: Needs, id: Id<'wal'> | null): void {
  if (id !== null) needs.namedWallets.add(id);
}

export function needClearing(needs: Needs, rail: string, currency: string): void {
  needs.clearing.set(pairKey(rail, currency), { rail, currency });
}

/** The party that an address leads to, and that party's wallets. */
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

/** A paid agent, its party, and that party's wallets. */
function needRecipientAgent(needs: Needs, agentId: Id<'agt'>, currency: string): void {
  const agent = needAgent(needs, agentId);
  if (agent) {
    needParty(needs, agent.partyId);
    needWallet(needs, agent.partyId, currency);
  } else {
    needs.recipientAgents.add(agentId);
    needs.currencies.add(currency);
  }
}

/** Who is paid, and the wallets of that party. Of one that another has taken over, which the cache knows, the other's. */
export function needPayee(needs: Needs, counterparty: Counterparty, currency: string): void {
  if (counterparty.type === 'party_id') {
    const { partyId } = counterparty;
    const paid = paidInPlaceOf(partyId, needs.cached);
    needParty(needs, partyId);
    if (paid !== partyId) needParty(needs, paid);
    needWallet(needs, paid, currency);
  } else if (counterparty.type === 'agent_id') {
    needRecipientAgent(needs, counterparty.agentId, currency);
  } else {
    needContact(needs, counterparty.contact, currency);
  }
}

function paidInPlaceOf(partyId: Id<'pty'>, { parties }: Pick<AuthorityView, 'parties'>): Id<'pty'> {
  return parties.get(partyId)?.mergedInto ?? partyId;
}

/** Returns the MERGED parties that were loaded. What is loaded of their payments names the wrong wallets: load again. */
export function mergedParties({ parties }: Pick<AuthorityView, 'parties'>): Array<Readonly<Party>> {
  return [...parties.values()].filter(({ mergedInto }) => mergedInto !== null);
}

/** What a customer lets a delegate do. Without an acting agent the delegation is locked in the agent's place. */
export function needDelegation(
  needs: Needs,
  customer: Id<'pty'>,
  delegate: Id<'pty'>,
  agentId: Id<'agt'> | null,
): void {
  needParty(needs, customer);
  const isCached = delegationOf(needs.cached, customer, delegate) !== undefined;
  if (isCached) needs.usesCache = true;
  if (isCached && agentId) return;
  const key = pairKey(customer, delegate);
  if (!isCached) needs.delegations.set(key, { customer, delegate });
  if (!agentId) needs.delegationLocks.set(key, { customer, delegate });
}

/** Everything needed to change the state of a payment or withdrawal: itself, its approvals, its money, its limits. */
export function needTarget(needs: Needs, facts: TargetFacts): void {
  if (facts.type === 'payment') needPayment(needs, facts.id);
  else needTransfer(needs, facts.id);
  needPaymentRequest(needs, facts.paymentRequestId);
  needApprovals(needs, facts.id);
  needWallet(needs, facts.payerPartyId, facts.currency);
  needParty(needs, facts.initiatorPartyId);
  const { agentId, initiatorPartyId, payerPartyId, currency } = facts;
  needCounters(needs, { agentId, partyId: initiatorPartyId }, payerPartyId, currency);
  // A change of limits sums up past spending while it holds these locks. Without them here, that sum would still
  // include spending that is reversed at the same time.
  if (facts.agentId) needActingAgent(needs, facts.agentId);
  if (facts.payerPartyId !== facts.initiatorPartyId) {
    needDelegation(needs, facts.payerPartyId, facts.initiatorPartyId, facts.agentId);
  }
}

/** A payment or withdrawal of an agent. `terms` are null if it is compared with no earlier payment. */
type MayBeBound = {
  agent: { id: Id<'agt'>; partyId: Id<'pty'>; payer: Id<'pty'> };
  counterparty: Destination['counterparty'] | null;
  terms: ComparedTerms | null;
};

/**
 * Adds what the rules of an agent and of a customer's grant to it look back at, as far as they are cached. Most agents have
 * none: what the others look back at is added once the rules are loaded, and costs nothing where there are none.
 */
export function needRules(
  needs: Needs,
  agent: MayBeBound['agent'],
  counterparty: MayBeBound['counterparty'],
  terms: MayBeBound['terms'] = null,
): void {
  const asked = { agent, counterparty, terms };
  const sets = rulesOf(agent, needs.cached);
  if (sets.some(([, rules]) => rules === undefined)) needs.boundByUnknown.push(asked);
  else needHistory(needs, asked, sets);
}

/** Adds what rules look back at that were not cached, once they are loaded: who is not in this authority has none. */
export function needLoadedRules(needs: Needs, authority: AuthorityView): void {
  const known = { ...needs, cached: authority };
  for (const asked of needs.boundByUnknown) needHistory(known, asked, rulesOf(asked.agent, authority));
}

type OwnedRules = readonly [owner: Id<'pty'>, rules: AgentRules | null | undefined];

/** Returns the rules of an agent and of a customer's grant to it; undefined if this authority does not know them. */
function rulesOf({ id, partyId, payer }: MayBeBound['agent'], authority: AuthorityView): OwnedRules[] {
  const sets: OwnedRules[] = [[partyId, authority.agents.get(id)?.rules]];
  if (payer === partyId) return sets;
  const delegation = delegationOf(authority, payer, partyId);
  const grant = delegation?.grants.find(({ agentId }) => agentId === id);
  return [...sets, [payer, delegation && (grant?.rules ?? null)]];
}

function needHistory(
  needs: Needs,
  { agent: { id: agentId, partyId, payer }, counterparty, terms }: MayBeBound,
  sets: readonly OwnedRules[],
): void {
  const ruled = sets.flatMap(([owner, rules]) => (rules ? [[owner, rules] as const] : []));
  if (ruled.length === 0) return;
  const to = counterparty && destinationAsKnown(needs, counterparty);
  const asked = { agentId, partyId, payer, to, terms };
  for (const what of Object.keys(needLookBack) as LookBack[]) {
    const looking = ruled.filter(([, rules]) => looksBackAt(rules, what));
    if (looking.length > 0) needLookBack[what](needs, asked, looking);
  }
}

/** Returns where the money goes, a payee with its party if that is cached; otherwise the load finds it. */
function destinationAsKnown({ cached }: Needs, counterparty: Destination['counterparty']): Destination {
  if (counterparty.type === 'external_account_id') return toAccount(counterparty.accountId);
  if (counterparty.type === 'party_id') {
    return { counterparty, partyId: paidInPlaceOf(counterparty.partyId, cached) };
  }
  const found =
    counterparty.type === 'agent_id'
      ? cached.agents.get(counterparty.agentId)
      : cached.contacts.get(contactKey(counterparty.contact));
  return { counterparty, partyId: found?.partyId ?? null };
}
