import { askedKeys } from '../../src/engine/load/load-rule-history.ts';
import { needLoadedRules, type Needs } from '../../src/engine/load/needs.ts';
import type { LookBack } from '../../src/engine/model/agent-rules.ts';
import { addressOf, contactKey, type Payee } from '../../src/engine/model/counterparty.ts';
import { counterKey } from '../../src/engine/model/records.ts';
import {
  type Authority,
  emptyState,
  type LoadedState,
  pairKey,
  type Wallet,
} from '../../src/engine/model/state.ts';

/**
 * Returns the part of a state that the load would read for these needs, with the given cached authority. Like the
 * statements of the load, it looks up what the needs contain, not the keys under which they keep it.
 */
export function loaded(all: LoadedState, needs: Needs, cached?: Authority): LoadedState {
  const { clock, announcedTo, authorityVersion, fees, waitsForStandby } = all;
  const state = {
    ...emptyState(),
    clock,
    announcedTo,
    authorityVersion,
    fees,
    waitsForStandby,
  };
  loadAuthority(all, needs, state);
  take(cached?.activeCredentials, state.activeCredentials);
  take(cached?.agents, state.agents);
  take(cached?.parties, state.parties);
  take(cached?.contacts, state.contacts);
  take(cached?.delegations, state.delegations);
  take(cached?.addresses, state.addresses);
  loadWallets(all, needs, state);
  needLoadedRules(needs, state);
  loadRuleHistory(all, needs, state);
  take(all.collectedFees, state.collectedFees, needs.collectedFees);
  take(all.counters, state.counters, [...needs.counters.values()].map(counterKey));
  take(all.paymentRequests, state.paymentRequests, needs.paymentRequests);
  take(all.payments, state.payments, needs.payments);
  take(all.claims, state.claims, needs.claims);
  take(all.transfers, state.transfers, needs.transfers);
  take(all.railOrders, state.railOrders, needs.railOrders);
  take(all.approvals, state.approvals, needs.approvals);
  take(all.accounts, state.accounts, needs.accounts);
  take(all.inReview, state.inReview, needs.inReview);
  take(all.members, state.members, needs.members);
  const digests = [...needs.responses.values()].map(({ digest }) => digest);
  take(all.responses, state.responses, [...digests, ...needs.paymentsOf.keys()]);
  return state;
}

function loadAuthority(all: LoadedState, needs: Needs, state: LoadedState): void {
  const { apiKey, agentKey } = needs.credentials;
  take(all.activeCredentials, state.activeCredentials, [...apiKey, ...agentKey]);
  take(all.agents, state.agents, needs.agents);
  take(all.parties, state.parties, [...needs.parties, ...paidByAgent(all, needs)]);
  take(all.contacts, state.contacts, needs.contacts.values().map(contactKey));
  const pairs = [...needs.delegations.values()];
  const keys = pairs.map(({ customer, delegate }) => pairKey(customer, delegate));
  take(all.delegations, state.delegations, keys);
}

/** The parties of paid agents. */
const paidByAgent = (all: LoadedState, { recipientAgents }: Needs): string[] =>
  [...recipientAgents].map((agentId) => all.agents.get(agentId)?.partyId ?? '');

function loadWallets(all: LoadedState, needs: Needs, state: LoadedState): void {
  const takeOf = (
    owners: Iterable<string>,
    currencies: ReadonlySet<string>,
    isLoaded: (it: Wallet) => boolean,
  ) => {
    for (const owner of new Set(owners)) {
      const found = all.wallets.get(owner)?.filter((each) => currencies.has(each.currency) && isLoaded(each));
      if (found && found.length > 0) state.wallets.set(owner, found);
    }
  };
  const paidByAddress = [...needs.contacts.values()].map(
    (each) => all.contacts.get(contactKey(each))?.partyId ?? '',
  );
  const owners = [...needs.wallets, ...paidByAddress, ...paidByAgent(all, needs)];
  takeOf(owners, needs.currencies, ({ status }) => status !== 'closed');
  const clearing = [...needs.clearing.values()];
  const rails = clearing.map(({ rail }) => rail);
  takeOf(rails, new Set(clearing.map(({ currency }) => currency)), () => true);
  for (const each of [...all.wallets.values()].flat()) {
    if (needs.namedWallets.has(each.id) && !each.isReceivable) state.namedWallets.set(each.id, each);
  }
}

type LookBackRows = { [L in LookBack]: LoadedState[L] extends Map<string, infer Row> ? Row : never };
type LookBackTables<L extends LookBack> = { [K in L]: Map<string, LookBackRows[K]> };
const lookBacks = Object.keys(askedKeys) as LookBack[];

function loadRuleHistory(all: LoadedState, needs: Needs, state: LoadedState): void {
  const partyOf = ({ partyId, counterparty }: Payee) => {
    const address = addressOf(counterparty);
    const named = counterparty.type === 'agent_id' ? all.agents.get(counterparty.agentId) : undefined;
    const found = address ? all.contacts.get(contactKey(address)) : named;
    return partyId ?? found?.partyId ?? undefined;
  };
  for (const name of lookBacks) takeLookBack(name, all, state, askedKeys[name](needs, partyOf));
}

function takeLookBack<L extends LookBack>(
  name: L,
  from: LookBackTables<L>,
  to: LookBackTables<L>,
  asked?: { has(key: string): boolean },
): void {
  const keys = [...from[name].keys()];
  take(from[name], to[name], asked ? keys.filter((key) => asked.has(key)) : keys);
}

/** Puts what the decisions of a batch have added to the part that was loaded into the whole state. */
export function putBack(part: LoadedState, all: LoadedState): void {
  for (const [owner, wallets] of part.wallets) {
    const known = all.wallets.get(owner) ?? [];
    const opened = wallets.filter((wallet) => !known.includes(wallet));
    if (opened.length > 0) all.wallets.set(owner, [...known, ...opened]);
  }
  take(part.registeredContacts, all.registeredContacts);
  take(part.collectedFees, all.collectedFees);
  take(part.counters, all.counters);
  for (const name of lookBacks) takeLookBack(name, part, all);
  take(part.railOrders, all.railOrders);
  take(part.approvals, all.approvals);
  take(part.responses, all.responses);
  take(part.inReview, all.inReview);
}

function take<T>(
  from = new Map<string, T>(),
  to: Map<string, T>,
  keys: Iterable<string> = from.keys(),
): void {
  for (const key of keys) {
    const value = from.get(key);
    if (value !== undefined) to.set(key, value);
  }
}
