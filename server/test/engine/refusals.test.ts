import { describe, expect, it } from 'vitest';
import { noChanges } from '../../src/engine/changes.ts';
import { refusals } from '../../src/engine/outcomes.ts';
import type { Refusal } from '../../src/engine/outcomes.ts';
import type { Command } from '../../src/engine/decide.ts';
import { answerKey } from '../../src/engine/state.ts';
import type { State } from '../../src/engine/state.ts';
import { maxAmount } from '../../src/lib/money.ts';
import {
  buyer,
  customer,
  delegation,
  deposit,
  id,
  key,
  keyed,
  payment,
  run,
  setAgent,
  setDelegation,
  setWallets,
  shop,
  stranger,
  wallet,
  words,
  world,
} from './world.ts';

const order = [
  'credential_revoked',
  'agent_inactive',
  'key_reused',
  'customer_unknown',
  'delegation_forbids',
  'recipient_agent_unknown',
  'recipient_party_unknown',
  'pays_itself',
  'wallet_frozen',
  'insufficient_funds',
  'recipient_full',
] as const satisfies Refusal[];

const pairs = order.flatMap((earlier, place) => order.slice(place + 1).map((later) => [earlier, later]));

/** A payment by the shop's agent from the customer's wallet to the stranger, with these faults and no others. */
function spoiled(...faults: Refusal[]): { state: State; command: Command } {
  const state = world();
  const has = (fault: Refusal): boolean => faults.includes(fault);
  const payee = has('pays_itself') ? customer : stranger;
  const retired = id('agt', 'retired');
  const idempotency = keyed('key');
  const full = has('recipient_full') ? maxAmount : 0n;
  const status = has('wallet_frozen') ? 'frozen' : 'active';
  state.agents.set(retired, { id: retired, partyId: payee, status: 'REVOKED', perTransaction: null });
  setWallets(state, wallet(stranger, { posted: full }));
  setWallets(state, wallet(customer, { posted: has('insufficient_funds') ? 999n : 1_000n, status }));
  if (has('credential_revoked')) state.activeCredentials.delete(key);
  if (has('agent_inactive')) setAgent(state, { status: 'REVOKED' });
  if (has('key_reused')) {
    const answer = { status: 201, body: '', fingerprint: Buffer.from('another') };
    state.answers.set(answerKey(idempotency), answer);
  }
  setDelegation(state, {
    status: has('customer_unknown') ? 'SUSPENDED' : 'ACTIVE',
    permissions: has('delegation_forbids') ? [] : ['payments.create'],
  });
  if (has('recipient_party_unknown')) state.parties.delete(payee);
  const command = payment({
    actor: { agentId: buyer },
    idempotency,
    customerPartyId: customer,
    counterparty: has('recipient_agent_unknown')
      ? { type: 'agent_id', agentId: retired }
      : { type: 'party_id', partyId: payee },
  });
  return { state, command };
}

/** Runs one command and checks that, refused, it has changed nothing. */
function refusalOf({ state, command }: { state: State; command: Command }): string | undefined {
  const after = run(state, command);
  expect(after.state).toEqual(state);
  expect(after.changes).toEqual(noChanges());
  return words(after)[0];
}

describe('the order of refusals', () => {
  it('is the documented one', () => {
    expect(Object.keys(refusals)).toEqual(order);
  });

  it('has nothing to refuse in a payment without a fault', () => {
    const { state, command } = spoiled();
    expect(words(run(state, command))).toEqual(['COMPLETED']);
  });

  it.each(order)('%s refuses alone and changes nothing', (fault) => {
    expect(refusalOf(spoiled(fault))).toBe(fault);
  });

  it.each(pairs)('%s comes before %s', (earlier, later) => {
    expect(refusalOf(spoiled(earlier, later))).toBe(earlier);
  });

  it('answers the first of all when everything is wrong at once', () => {
    expect(refusalOf(spoiled(...order))).toBe('credential_revoked');
  });
});

describe('a payment is refused', () => {
  const cases: Array<[string, Refusal, Parameters<typeof payment>[0]]> = [
    ['by an agent that does not exist', 'agent_inactive', { actor: { agentId: id('agt', 'nobody') } }],
    ['by an agent of another party', 'agent_inactive', { actor: { agentId: buyer, partyId: stranger } }],
    [
      'for a party that is no customer',
      'customer_unknown',
      { customerPartyId: stranger, counterparty: { type: 'party_id', partyId: customer } },
    ],
    [
      'to an agent that does not exist',
      'recipient_agent_unknown',
      { counterparty: { type: 'agent_id', agentId: id('agt', 'nobody') } },
    ],
    ['to the own party by its agent', 'pays_itself', { counterparty: { type: 'agent_id', agentId: buyer } }],
    [
      'to the own party in its own name',
      'pays_itself',
      { customerPartyId: shop, counterparty: { type: 'party_id', partyId: shop } },
    ],
    ['in a currency without a wallet', 'insufficient_funds', { currency: 'EUR' }],
    ['one cent above what is there', 'insufficient_funds', { amount: 100_001n }],
  ];

  it.each(cases)('%s: %s', (_what, refusal, values) => {
    expect(refusalOf({ state: world(), command: payment(values) })).toBe(refusal);
  });

  it('when the money is there but held', () => {
    const state = world();
    setWallets(state, wallet(shop, { posted: 100_000n, held: 99_001n }));
    expect(refusalOf({ state, command: payment({}) })).toBe('insufficient_funds');
  });

  it('when the default wallet is frozen, though another one could pay', () => {
    const state = world();
    const other = wallet(shop, { id: id('wal', 'other'), posted: 100_000n });
    setWallets(state, other, wallet(shop, { isDefault: true, status: 'frozen' }));
    expect(refusalOf({ state, command: payment({}) })).toBe('wallet_frozen');
  });

  it('when the only wallet was closed', () => {
    const state = world();
    setWallets(state, wallet(shop, { status: 'closed' }));
    expect(refusalOf({ state, command: payment({}) })).toBe('insufficient_funds');
  });

  it('by the revoked delegation as by one that never was', () => {
    const state = world();
    setDelegation(state, delegation({ status: 'REVOKED' }));
    expect(refusalOf({ state, command: payment({ customerPartyId: customer }) })).toBe('customer_unknown');
  });
});

describe('a payment goes through', () => {
  it('to the last cent, and to the last that the recipient can hold', () => {
    const state = world();
    setWallets(state, wallet(stranger, { posted: maxAmount - 100_000n }));
    expect(words(run(state, payment({ amount: 100_000n })))).toEqual(['COMPLETED']);
  });

  it('into a frozen wallet', () => {
    const state = world();
    setWallets(state, wallet(stranger, { status: 'frozen' }));
    expect(words(run(state, payment({})))).toEqual(['COMPLETED']);
  });

  it('into a new wallet when the only one was closed', () => {
    const state = world();
    setWallets(state, wallet(stranger, { status: 'closed' }));
    const { changes } = run(state, payment({}));
    expect([...changes.openedWallets.keys()]).toMatchObject([{ partyId: stranger, posted: 1_000n }]);
    expect(changes.payments[0]?.payeeWalletId).not.toBe(wallet(stranger).id);
  });

  it('from the oldest active wallet when no default one has the currency', () => {
    const state = world();
    const names = ['frozen', 'active', 'younger'];
    const [frozen, active, younger] = names.map((name) =>
      wallet(shop, { id: id('wal', name), posted: 5_000n }),
    );
    if (!frozen || !active || !younger) throw new Error('three wallets were made');
    setWallets(state, { ...frozen, status: 'frozen' }, active, younger);
    expect(run(state, payment({})).changes.payments[0]?.payerWalletId).toBe('active');
  });
});

describe('a deposit is refused', () => {
  it('for a party that does not exist', () => {
    const command = deposit({ partyId: id('pty', 'nobody') });
    expect(refusalOf({ state: world(), command })).toBe('recipient_party_unknown');
  });

  it('when it is more than the party can hold', () => {
    expect(refusalOf({ state: world(), command: deposit({ amount: maxAmount }) })).toBe('recipient_full');
  });

  it('when it is more than the rail can have brought in all, and opens no wallet', () => {
    const brought = run(world(), deposit({ partyId: stranger, amount: maxAmount }));
    expect(words(brought)).toEqual(['done']);
    const command = deposit({ partyId: customer, amount: 1n });
    brought.state.wallets.clear();
    const clearing = [...brought.changes.openedWallets.keys()];
    for (const each of clearing) brought.state.wallets.set(`${each.rail} USD`, [each]);
    expect(refusalOf({ state: brought.state, command })).toBe('recipient_full');
  });
});
