import type { Needs } from '../../src/engine/needs.ts';
import { contactKey, emptyState, pairKey } from '../../src/engine/state.ts';
import type { People, State } from '../../src/engine/state.ts';

/** Of all that there is, what the load would bring for these needs, and the people that are remembered. */
export function loaded(all: State, needs: Needs, people?: People): State {
  const state = emptyState(people);
  for (const id of all.activeCredentials)
    if (needs.credentials.apiKey.has(id) || needs.credentials.agentKey.has(id))
      state.activeCredentials.add(id);
  const paid = [...needs.recipientAgents.values()].map(({ agentId, currency }) => {
    return { partyId: all.agents.get(agentId)?.partyId, agentId, currency };
  });
  const found = [...needs.contacts.values()].map(({ currency, ...contact }) => {
    return { partyId: all.contacts.get(contactKey(contact))?.partyId, currency };
  });
  const owners = [...needs.wallets.values(), ...paid, ...found];
  take(all.agents, state.agents, [...needs.actingAgents, ...paid.map(({ agentId }) => agentId)]);
  take(all.parties, state.parties, [...needs.parties, ...paid.map(({ partyId }) => partyId ?? '')]);
  take(all.contacts, state.contacts, [...needs.contacts.values()].map(contactKey));
  take(all.delegations, state.delegations, needs.delegations.keys());
  take(all.wallets, state.wallets, needs.clearing.keys());
  take(
    all.wallets,
    state.wallets,
    owners.map(({ partyId, currency }) => pairKey(partyId ?? '', currency)),
  );
  take(all.counters, state.counters, needs.counters);
  take(all.payments, state.payments, needs.payments);
  take(all.transfers, state.transfers, needs.transfers);
  take(all.railOrders, state.railOrders, needs.railOrders);
  take(all.approvals, state.approvals, needs.approvals);
  take(all.accounts, state.accounts, needs.accounts);
  take(all.members, state.members, needs.members);
  take(all.answers, state.answers, needs.answers.keys());
  take(all.answers, state.answers, needs.paymentsOf.keys());
  return state;
}

function take<T>(from: Map<string, T>, to: Map<string, T>, keys: Iterable<string>): void {
  for (const key of keys) {
    const value = from.get(key);
    if (value !== undefined) to.set(key, value);
  }
}
