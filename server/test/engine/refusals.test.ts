import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../src/engine/model/outcomes.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { payment } from './commands.ts';
import { deposit } from './own-commands.ts';
import { refusalOf, run, words } from './run.ts';
import {
  buyer,
  customer,
  delegation,
  id,
  setDelegation,
  setWallets,
  shop,
  stranger,
  wallet,
  world,
} from './world.ts';

describe('a payment is refused', () => {
  const cases: Array<[string, Refusal, Parameters<typeof payment>[0]]> = [
    ['by an agent that does not exist', 'agent_inactive', { actor: { agentId: id('agt', 'nobody') } }],
    ['by an agent of another party', 'agent_inactive', { actor: { agentId: buyer, partyId: stranger } }],
    [
      'for a party that is not a customer',
      'customer_unknown',
      { customerPartyId: stranger, counterparty: { type: 'party_id', partyId: customer } },
    ],
    [
      'to an agent that does not exist',
      'recipient_agent_unknown',
      { counterparty: { type: 'agent_id', agentId: id('agt', 'nobody') } },
    ],
    [
      'to the paying party, named by its agent',
      'pays_itself',
      { counterparty: { type: 'agent_id', agentId: buyer } },
    ],
    [
      'to the paying party, named as customer',
      'pays_itself',
      { customerPartyId: shop, counterparty: { type: 'party_id', partyId: shop } },
    ],
    ['in a currency without a wallet', 'insufficient_funds', { currency: 'EUR' }],
    ['one cent above the funds', 'insufficient_funds', { amount: 100_001n }],
  ];

  it.each(cases)('%s: %s', (_what, refusal, values) => {
    expect(refusalOf(world(), payment(values))).toBe(refusal);
  });

  it('when the funds are held', () => {
    const state = world();
    setWallets(state, wallet(shop, { posted: 100_000n, held: 99_001n }));
    expect(refusalOf(state, payment({}))).toBe('insufficient_funds');
  });

  it('when the default wallet is frozen, even if another one could pay', () => {
    const state = world();
    const other = wallet(shop, { id: id('wal', 'other'), posted: 100_000n });
    setWallets(state, other, wallet(shop, { isDefault: true, status: 'frozen' }));
    expect(refusalOf(state, payment({}))).toBe('wallet_frozen');
  });

  it('when the only wallet was closed', () => {
    const state = world();
    setWallets(state, wallet(shop, { status: 'closed' }));
    expect(refusalOf(state, payment({}))).toBe('insufficient_funds');
  });

  it('for a revoked delegation as for one that never existed', () => {
    const state = world();
    setDelegation(state, delegation({ status: 'REVOKED' }));
    expect(refusalOf(state, payment({ customerPartyId: customer }))).toBe('customer_unknown');
  });
});

describe('a payment is accepted', () => {
  it('up to the last cent, and up to the most that the payee can hold', () => {
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

  it('from the oldest active wallet when no default wallet has the currency', () => {
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
    expect(refusalOf(world(), command)).toBe('recipient_party_unknown');
  });

  it('when it exceeds what the party can hold', () => {
    expect(refusalOf(world(), deposit({ amount: maxAmount }))).toBe('recipient_full');
  });

  it('when it exceeds what the rail can have brought in total, without opening a wallet', () => {
    const brought = run(world(), deposit({ partyId: stranger, amount: maxAmount }));
    expect(words(brought)).toEqual(['COMPLETED']);
    const command = deposit({ partyId: customer, amount: 1n });
    brought.state.wallets.clear();
    const clearing = [...brought.changes.openedWallets.keys()];
    for (const each of clearing) brought.state.wallets.set(each.rail ?? '', [each]);
    expect(refusalOf(brought.state, command)).toBe('recipient_full');
  });
});
