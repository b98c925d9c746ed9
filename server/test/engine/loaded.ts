import type { Needs } from '../../src/engine/load/needs.ts';
import { pairKey } from '../../src/engine/model/pair-key.ts';
import { delegationOf, emptyState, putDelegation } from '../../src/engine/model/state.ts';
import type { Authority, LoadedState } from '../../src/engine/model/state.ts';

/** Returns the part of a state that the load would read for these needs, with the given cached authority. */
export function loaded(all: LoadedState, needs: Needs, cached?: Authority): LoadedState {
  const state = emptyState();
  const takeWallets = (owner: string, isWanted: (currency: string) => boolean): void => {
    const open = all.wallets.get(owner)?.filter(({ status }) => status !== 'closed') ?? [];
    const wallets = open.filter(({ currency }) => isWanted(currency));
    if (wallets.length > 0) state.wallets.set(owner, wallets);
  };
  const { apiKey, agentKey } = needs.credentials;
  take(all.activeCredentials, state.activeCredentials, [...apiKey, ...agentKey]);
  const paid = [...needs.recipientAgents].map((agentId) => all.agents.get(agentId)?.partyId ?? '');
  const found = [...needs.contacts.keys()].map((address) => all.contacts.get(address)?.partyId ?? '');
  take(all.agents, state.agents, needs.agents);
  take(all.parties, state.parties, [...needs.parties, ...paid]);
  take(all.contacts, state.contacts, needs.contacts.keys());
  for (const { customer, delegate } of needs.delegations.values()) {
    const found = delegationOf(all, customer, delegate);
    if (found) putDelegation(state, customer, delegate, found);
  }
  for (const owner of new Set([...needs.wallets, ...paid, ...found])) {
    takeWallets(owner, (currency) => needs.currencies.has(currency));
  }
  for (const { rail } of needs.clearing.values()) {
    takeWallets(rail, (currency) => needs.clearing.has(pairKey(rail, currency)));
  }
  for (const each of [...all.wallets.values()].flat()) {
    if (needs.namedWallets.has(each.id)) state.namedWallets.set(each.id, each);
  }
  state.fees = all.fees;
  take(all.collectedFees, state.collectedFees, needs.collectedFees);
  take(all.counters, state.counters, needs.counters);
  take(all.ruleCounters, state.ruleCounters, needs.ruleCounters.keys());
  if (needs.knownPayees.length > 0) state.knownPayees = all.knownPayees;
  if (needs.purchases.length > 0) state.purchases = all.purchases;
  if (needs.addresses.length > 0) take(all.addresses, state.addresses);
  take(all.paymentRequests, state.paymentRequests, needs.paymentRequests);
  take(all.payments, state.payments, needs.payments);
  take(all.transfers, state.transfers, needs.transfers);
  take(all.railOrders, state.railOrders, needs.railOrders);
  take(all.approvals, state.approvals, needs.approvals);
  take(all.accounts, state.accounts, needs.accounts);
  take(all.members, state.members, needs.members);
  take(
    all.responses,
    state.responses,
    [...needs.responses, ...needs.paymentsOf].map(({ digest }) => digest),
  );
  take(cached?.activeCredentials, state.activeCredentials);
  take(cached?.agents, state.agents);
  take(cached?.parties, state.parties);
  take(cached?.contacts, state.contacts);
  take(cached?.addresses, state.addresses);
  for (const [customer, delegates] of cached?.delegations ?? []) {
    for (const [delegate, found] of delegates) putDelegation(state, customer, delegate, found);
  }
  return state;
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
