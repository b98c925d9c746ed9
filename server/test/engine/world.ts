import { noChanges } from '../../src/engine/changes.ts';
import type { Changes, Payment } from '../../src/engine/changes.ts';
import type { Deposit } from '../../src/engine/commands/deposit.ts';
import type { Pay } from '../../src/engine/commands/pay.ts';
import { decide } from '../../src/engine/decide.ts';
import type { Command } from '../../src/engine/decide.ts';
import type { Outcome } from '../../src/engine/outcomes.ts';
import { contactKey, emptyState, pairKey } from '../../src/engine/state.ts';
import type { Actor, Agent, Delegation, IdempotencyKey, State, Wallet } from '../../src/engine/state.ts';
import type { Id, IdPrefix } from '../../src/lib/id.ts';

/** An id that says what it stands for. */
export function id<P extends IdPrefix>(_prefix: P, name: string): Id<P> {
  return name as Id<P>;
}

export const shop = id('pty', 'shop');
export const customer = id('pty', 'customer');
export const stranger = id('pty', 'stranger');
export const buyer = id('agt', 'buyer');
export const key = id('apy', 'key');
export const now = new Date('2026-01-02T03:04:05.000Z');
const waitingAddress = { kind: 'email', value: 'waiting@example.com' } as const;
export const waiting = { type: 'email', contact: waitingAddress } as const;

export function wallet(partyId: Id<'pty'>, values: Partial<Wallet> = {}): Wallet {
  const currency = values.currency ?? 'USD';
  const name = `${partyId} ${currency}`;
  const empty = { rail: null, status: 'active', isDefault: false, posted: 0n, held: 0n } as const;
  return { id: id('wal', name), partyId, currency, ...empty, ...values };
}

/** A party's only wallets in their currency; those it had in it are gone. */
export function setWallets(state: State, ...wallets: Wallet[]): void {
  for (const each of wallets) state.wallets.set(pairKey(each.partyId ?? '', each.currency), []);
  for (const each of wallets) state.wallets.get(pairKey(each.partyId ?? '', each.currency))?.push(each);
}

/** What the customer allows the shop: everything, unless said otherwise. */
export function delegation(values: Partial<Delegation> = {}): Delegation {
  return {
    id: 'delegation',
    status: 'ACTIVE',
    permissions: ['payments.create'],
    grants: [grant(buyer, null)],
    ...values,
  };
}

export function grant(agentId: Id<'agt'>, perTransaction: bigint | null): Delegation['grants'][number] {
  return { agentId, status: 'ACTIVE', permissions: ['payments.create'], perTransaction };
}

export function setDelegation(state: State, values: Partial<Delegation>): void {
  state.delegations.set(pairKey(customer, shop), delegation(values));
}

export function setAgent(state: State, values: Partial<Agent> = {}): void {
  const agent: Agent = { id: buyer, partyId: shop, status: 'ACTIVE', perTransaction: null, ...values };
  state.agents.set(agent.id, agent);
}

/**
 * A shop with an agent and 1000.00 USD, a customer with as much who delegated to it, a stranger with nothing, and an
 * address that money waits at already.
 */
export function world(): State {
  const state = emptyState();
  state.activeCredentials.add(key);
  for (const partyId of [shop, customer, stranger])
    state.parties.set(partyId, { id: partyId, status: 'ACTIVE', defaultCurrency: 'USD' });
  const provisional = id('pty', 'waiting');
  state.parties.set(provisional, { id: provisional, status: 'PROVISIONAL', defaultCurrency: 'USD' });
  state.contacts.set(contactKey(waitingAddress), { partyId: provisional, active: false });
  setAgent(state);
  setDelegation(state, {});
  setWallets(state, wallet(shop, { posted: 100_000n }), wallet(customer, { posted: 100_000n }));
  setWallets(state, wallet(stranger));
  return state;
}

let made = 0;

/** A payment of 10.00 USD by the shop to the stranger, unless said otherwise, with ids of its own. */
export function payment({ actor, ...values }: Partial<Omit<Pay, 'actor'>> & { actor?: Partial<Actor> }): Pay {
  made += 1;
  return {
    kind: 'pay',
    actor: {
      kind: 'apiKey',
      partyId: shop,
      userId: id('usr', 'user'),
      credentialId: key,
      agentId: null,
      instanceId: null,
      ...actor,
    },
    idempotency: null,
    now,
    customerPartyId: null,
    amount: 1_000n,
    currency: 'USD',
    counterparty: { type: 'party_id', partyId: stranger },
    description: null,
    newIds: {
      payment: id('pay', `payment ${made}`),
      party: id('pty', `party ${made}`),
      wallet: id('wal', `wallet ${made}`),
      approvals: [id('apr', `first approval ${made}`), id('apr', `second approval ${made}`)],
    },
    render,
    ...values,
  };
}

function render({ id, status, amount, payeePartyId }: Payment): string {
  return JSON.stringify({ id, status, amount: String(amount), payeePartyId });
}

/** A deposit of 10.00 USD for the shop, unless said otherwise, with ids of its own. */
export function deposit(values: Partial<Deposit> = {}): Deposit {
  made += 1;
  return {
    kind: 'deposit',
    now,
    partyId: shop,
    externalAccountId: id('eac', 'account'),
    rail: 'ach',
    amount: 1_000n,
    currency: 'USD',
    description: null,
    newIds: {
      transfer: id('trf', `transfer ${made}`),
      wallet: id('wal', `wallet ${made}`),
      clearing: id('wal', `clearing ${made}`),
    },
    ...values,
  };
}

/** A key and the request it was sent with. */
export function keyed(name: string, request = 'one', partyId = shop): IdempotencyKey {
  return { partyId, route: 'POST /payments', key: name, fingerprint: Buffer.from(request) };
}

export type Run = { outcomes: Outcome[]; state: State; changes: Changes };

/** Decides over a copy: the given state stays as it is. */
export function run(state: State, ...commands: Command[]): Run {
  const copy = copyOf({ state, changes: noChanges() });
  return { outcomes: decide(commands, copy.state, copy.changes), ...copy };
}

/** A deep copy in which the wallets of changes and state are still the same objects. */
export function copyOf<T extends { state: State; changes: Changes }>(original: T): T {
  const copy = structuredClone(original);
  // A clone's buffers are plain byte arrays.
  for (const answer of copy.state.answers.values()) answer.fingerprint = Buffer.from(answer.fingerprint);
  for (const answer of copy.changes.answers) answer.fingerprint = Buffer.from(answer.fingerprint);
  return copy;
}

/** How each command ended, in one word: the refusal, `replayed`, or the status that the payment has now. */
export function words({ outcomes, changes }: Run): string[] {
  const statuses = new Map<string, string>(changes.payments.map((each) => [each.id, each.status]));
  return outcomes.map((outcome) => {
    if (!outcome.done) return outcome.refusal;
    if (outcome.replayed) return 'replayed';
    return statuses.get(bodyOf(outcome).id ?? '') ?? 'done';
  });
}

/** The rendered payment in an outcome. */
export function bodyOf(outcome: Outcome | undefined): { id?: string; payeePartyId?: string } {
  if (!outcome?.done || outcome.answer.body === '') return {};
  return JSON.parse(outcome.answer.body) as { id: string; payeePartyId: string };
}

/** What a party's wallets in USD have available, in all. */
export function balance(state: State, partyId: Id<'pty'>, currency = 'USD'): bigint {
  const wallets = state.wallets.get(pairKey(partyId, currency)) ?? [];
  return wallets.reduce((sum, { posted, held }) => sum + posted - held, 0n);
}
