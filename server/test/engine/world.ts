import { contactKey } from '../../src/engine/model/counterparty.ts';
import {
  type Agent,
  type ApprovalPolicy,
  type Delegation,
  emptyState,
  type Grant,
  type Limits,
  type LoadedState,
  type Member,
  newWallet,
  type Party,
  putDelegation,
  type Wallet,
} from '../../src/engine/model/state.ts';
import type { ActiveCredential } from '../../src/engine/model/actor.ts';
import { type CounterId, counterKey } from '../../src/engine/model/records.ts';
import type { ExternalAccount, OrderAccount } from '../../src/engine/model/rail-order.ts';
import type { PaymentRequest } from '../../src/engine/model/payment-request.ts';
import type { Id, IdPrefix } from '../../src/lib/id.ts';

/** Returns an id that names what it stands for. */
export const id = <P extends IdPrefix>(_prefix: P, name: string): Id<P> => name as Id<P>;

export const shop = id('pty', 'shop');
export const customer = id('pty', 'customer');
export const stranger = id('pty', 'stranger');
export const provisional = id('pty', 'waiting');
export const buyer = id('agt', 'buyer');
/** The shop's two users with a key each, and the customer's only user. */
export const owner = id('usr', 'user');
export const admin = id('usr', 'admin');
export const customerOwner = id('usr', 'customer owner');
export const key = id('apy', 'key');
export const adminKey = id('apy', 'admin key');
export const customerKey = id('apy', 'customer key');
/** The bank accounts of the shop and the customer. */
export const account = id('eac', 'account');
export const customerAccount = id('eac', 'customer account');
export const now = new Date('2026-01-02T03:04:05.000Z');
const waitingAddress = { kind: 'email', value: 'waiting@example.com' } as const;
export const waiting = { type: 'email', contact: waitingAddress } as const;
/** An address that leads to no party. */
export const newcomer = { type: 'email', contact: { kind: 'email', value: 'new@example.com' } } as const;
export const noLimits: Limits = {
  perTransaction: null,
  perDay: null,
  perMonth: null,
  currencyLimits: null,
};

/** Returns a time after `now`, or after another time. */
export const later = (by: { days?: number; ms?: number }, time = now): Date =>
  new Date(time.getTime() + (by.days ?? 0) * 86_400_000 + (by.ms ?? 0));

export function wallet(partyId: Id<'pty'>, values: Partial<Wallet> = {}): Wallet {
  const currency = values.currency ?? 'USD';
  const name = `${partyId} ${currency}`;
  return { ...newWallet, id: id('wal', name), partyId, currency, rail: null, ...values };
}

/** Replaces a party's wallets in the currencies of the given ones. */
export function setWallets(state: LoadedState, ...wallets: Wallet[]): void {
  for (const each of wallets) state.namedWallets.set(each.id, each);
  for (const [owner, theirs] of Map.groupBy(wallets, ({ partyId }) => partyId ?? '')) {
    const replaced = new Set(theirs.map(({ currency }) => currency));
    const others = (state.wallets.get(owner) ?? []).filter(({ currency }) => !replaced.has(currency));
    state.wallets.set(owner, [...others, ...theirs]);
  }
}

/** The customer's delegation to the shop: everything is permitted unless `values` differ. */
export function delegation(values: Partial<Delegation> = {}): Delegation {
  return { status: 'ACTIVE', pays: true, grants: [grant(buyer, null)], ...values };
}

export function grant(agentId: Id<'agt'>, limits: bigint | Partial<Limits> | null): Grant {
  const set = typeof limits === 'object' ? limits : { perTransaction: limits };
  return { agentId, status: 'ACTIVE', pays: true, ...noLimits, ...set, rules: null };
}

export function setDelegation(state: LoadedState, values: Partial<Delegation>): void {
  putDelegation(state, customer, shop, delegation(values));
}

export function setAgent(state: LoadedState, values: Partial<Agent> = {}): void {
  const bounds = { ...noLimits, rules: null, walletIds: null, reads: 'party' } as const;
  const agent: Agent = { id: buyer, partyId: shop, status: 'ACTIVE', ...bounds, ...values };
  state.agents.set(agent.id, agent);
}

export function setParty(state: LoadedState, partyId: Id<'pty'>, values: Partial<Party> = {}): void {
  const known = { defaultCurrency: 'USD', address: null, mergedInto: null } as const;
  const party = { status: 'ACTIVE', frozenBy: [], ...known } as const;
  state.parties.set(partyId, { id: partyId, ...party, ...noLimits, ...oneApproves, ...values });
}

/** Whoever may decide approves, with a key too, and one is enough. */
export const oneApproves: ApprovalPolicy = { approveBy: 'any', twoAbove: null };

/** A key that never expires, of a user with the role that commands of the tests come with. */
export const anOwnersKey: ActiveCredential = { expiresAt: null, role: 'OWNER' };

/** What is known of every bank account of the tests. */
export const atBank: OrderAccount = {
  bankName: 'First Bank',
  accountName: 'Everyday',
  accountType: 'checking',
  sealedNumber: structuredClone(Buffer.from('sealed')), // the tests clone states, which makes bytes of a buffer
  secretId: 'k1',
};

export function setAccount(state: LoadedState, values: Partial<ExternalAccount> = {}): void {
  const found = {
    ...atBank,
    id: account,
    partyId: shop,
    lastFour: '6789',
    status: 'active',
    ...values,
  } as const;
  state.accounts.set(found.id, found);
}

/** An open request of the stranger for 10.00 USD that the shop is to pay, unless `values` differ. */
export function setPaymentRequest(state: LoadedState, values: Partial<PaymentRequest> = {}): PaymentRequest {
  const request: PaymentRequest = {
    id: id('prq', 'request'),
    partyId: stranger,
    status: 'OPEN',
    amount: 1_000n,
    currency: 'USD',
    payerIdentifierType: 'party_id',
    payerIdentifier: shop,
    addressee: shop,
    payerPartyId: null,
    paymentId: null,
    walletId: null,
    expiresAt: later({ days: 30 }),
    updatedAt: now,
    ...values,
  };
  state.paymentRequests.set(request.id, request);
  return request;
}

export function setMembers(state: LoadedState, partyId: Id<'pty'>, ...members: Member[]): void {
  state.members.set(partyId, members);
}

/** Returns the counter of an agent or a party, as far as its own party limits it, or another one. */
function counterIdOf(state: LoadedState, spenderId: CounterId['spenderId'], limiting?: Id<'pty'>): CounterId {
  const own = state.agents.get(spenderId)?.partyId ?? (spenderId as Id<'pty'>);
  const ownerPartyId = limiting ?? own;
  const currency = state.parties.get(ownerPartyId)?.defaultCurrency ?? 'USD';
  return { spenderId, ownerPartyId, currency };
}

/** Sets what an agent or a party has spent in a day and in its month. */
export function setSpent(
  state: LoadedState,
  spenderId: CounterId['spenderId'],
  [spentInDay, spentInMonth]: [bigint, bigint],
  day = '2026-01-02',
  limiting?: Id<'pty'>,
): void {
  const counted = counterIdOf(state, spenderId, limiting);
  state.counters.set(counterKey(counted), { ...counted, day, spentInDay, spentInMonth });
}

/** Returns a counter's day and its amounts in day and month; null when there is none. */
export function spent(
  state: LoadedState,
  spenderId: CounterId['spenderId'],
  limiting?: Id<'pty'>,
): [string, bigint, bigint] | null {
  const counter = state.counters.get(counterKey(counterIdOf(state, spenderId, limiting)));
  return counter ? [counter.day, counter.spentInDay, counter.spentInMonth] : null;
}

/**
 * A shop with an agent, two users and 1000.00 USD; a customer with one user and 1000.00 USD that delegated to
 * the shop; a stranger without money; a bank account for each of the first two; and an address that money
 * already waits at.
 */
export function world(): LoadedState {
  const state = emptyState();
  for (const each of [key, adminKey, customerKey]) state.activeCredentials.set(each, anOwnersKey);
  for (const partyId of [shop, customer, stranger]) setParty(state, partyId);
  setParty(state, provisional, { status: 'PROVISIONAL', address: waitingAddress.value });
  state.contacts.set(contactKey(waitingAddress), { partyId: provisional, active: false });
  setAgent(state);
  setDelegation(state, {});
  setWallets(state, wallet(shop, { posted: 100_000n }), wallet(customer, { posted: 100_000n }));
  setWallets(state, wallet(stranger));
  setAccount(state);
  setAccount(state, { id: customerAccount, partyId: customer });
  setMembers(state, shop, { userId: owner, role: 'OWNER' }, { userId: admin, role: 'ADMIN' });
  setMembers(state, customer, { userId: customerOwner, role: 'OWNER' });
  return state;
}
