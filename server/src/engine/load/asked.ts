import type { Id } from '../../lib/id.ts';
import { addressOf, contactKey, type Payee } from '../model/counterparty.ts';
import { limitsBehind } from '../model/counters.ts';
import { counterOf } from '../model/records.ts';
import {
  type AuthorityView,
  contactOwner,
  isCounted,
  type LoadedState,
  pairKey,
  type State,
  type WalletTable,
} from '../model/state.ts';
import { AskedLookup, AskedTable, NotAskedFor } from './asked-table.ts';
import { askedRuleHistory } from './load-rule-history.ts';
import type { Needs } from './needs.ts';

/**
 * Returns what a batch decides by: what was loaded for its needs, with this authority, which may be the cache's. A row
 * that a need names and that does not exist is undefined. A read that no need names throws.
 */
export function askedState(needs: Needs, loaded: LoadedState, authority: AuthorityView = loaded): State {
  const { apiKey, agentKey } = needs.credentials;
  const find = finder(needs, loaded, authority);
  return {
    ...askedRuleHistory(needs, loaded, authority, find.partyOf),
    announcedTo: loaded.announcedTo,
    authorityVersion: loaded.authorityVersion,
    fees: loaded.fees,
    waitsForStandby: loaded.waitsForStandby,
    registeredContacts: loaded.registeredContacts,
    activeCredentials: new AskedLookup('credentials', authority.activeCredentials, {
      has: (id) => apiKey.has(id) || agentKey.has(id),
    }),
    agents: new AskedLookup('agents', authority.agents, needs.agents),
    parties: new AskedLookup('parties', authority.parties, {
      has: (id) => needs.parties.has(id) || find.isPaidByAgent(id),
    }),
    contacts: new AskedLookup('contacts', authority.contacts, needs.contacts),
    delegations: new AskedLookup('delegations', authority.delegations, needs.delegations),
    wallets: askedWallets(needs, loaded, find),
    namedWallets: new AskedTable('named wallets', loaded.namedWallets, needs.namedWallets),
    collectedFees: new AskedTable('collected fees', loaded.collectedFees, needs.collectedFees),
    counters: new AskedTable('limit counters', loaded.counters, {
      has: (key) => needs.counters.has(key) || find.isUncounted(key),
    }),
    paymentRequests: new AskedTable('payment requests', loaded.paymentRequests, needs.paymentRequests),
    payments: new AskedTable('payments', loaded.payments, needs.payments),
    claims: new AskedTable('claims', loaded.claims, needs.claims),
    transfers: new AskedTable('transfers', loaded.transfers, needs.transfers),
    railOrders: new AskedTable('rail orders', loaded.railOrders, needs.railOrders),
    approvals: new AskedTable('approvals', loaded.approvals, needs.approvals),
    accounts: new AskedTable('external accounts', loaded.accounts, needs.accounts),
    inReview: new AskedTable('what waits for approval', loaded.inReview, needs.inReview),
    members: new AskedTable('members', loaded.members, needs.members),
    responses: new AskedTable('responses', loaded.responses, {
      has: (digest) => needs.paymentsOf.has(digest) || needs.responses.has(digest),
    }),
  };
}

/** Returns the wallets by owner and currency. Those of a payee are asked for by its address or its agent, too. */
function askedWallets(needs: Needs, { wallets }: LoadedState, find: Finder): WalletTable {
  const isAsked = (owner: string, currency: string): boolean =>
    needs.clearing.has(pairKey(owner, currency)) ||
    (needs.currencies.has(currency) &&
      (needs.wallets.has(owner) || find.isPaidByAddress(owner) || find.isPaidByAgent(owner)));
  return {
    get(owner, currency) {
      const found = wallets.get(owner);
      const isThere = found !== undefined && found.some((each) => each.currency === currency);
      if (!isThere && !isAsked(owner, currency)) throw new NotAskedFor('wallets', pairKey(owner, currency));
      return found;
    },
    set: (owner, all) => wallets.set(owner, all),
  };
}

/** What needs name without a key: the party of a payee that a client names by address or agent, and what follows from it. */
type Finder = {
  partyOf: (payee: Payee) => Id<'pty'> | undefined;
  isPaidByAddress: (partyId: string) => boolean;
  isPaidByAgent: (partyId: string) => boolean;
  /** By `counterKey`. */
  isUncounted: (key: string) => boolean;
};

function finder(needs: Needs, { registeredContacts }: LoadedState, authority: AuthorityView): Finder {
  const { agents, contacts } = authority;
  const ownerOf = (key: string): Id<'pty'> | undefined =>
    contactOwner({ registeredContacts, contacts }, key)?.partyId;
  const partyOf = ({ partyId, counterparty }: Payee): Id<'pty'> | undefined => {
    if (partyId) return partyId;
    if (counterparty.type === 'agent_id') return agents.get(counterparty.agentId)?.partyId;
    const address = addressOf(counterparty);
    return address ? ownerOf(contactKey(address)) : undefined;
  };
  return {
    partyOf,
    isPaidByAddress: (partyId) => needs.contacts.keys().some((key) => ownerOf(key) === partyId),
    isPaidByAgent: (partyId) =>
      needs.recipientAgents.keys().some((id) => agents.get(id)?.partyId === partyId),
    isUncounted(key) {
      const limits = limitsBehind(authority, counterOf(key));
      return limits !== undefined && !isCounted(limits);
    },
  };
}
