import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../src/engine/model/outcomes.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { withdrawal } from './commands.ts';
import { balance, bodyOf, eventsOf, held, lastTransfer, refusalOf, run, words } from './run.ts';
import { account, buyer, customerAccount, id, later, now, setAccount, setAgent, setParty } from './world.ts';
import { setWallets, shop, wallet, world } from './world.ts';

type Values = Parameters<typeof withdrawal>[0];
const nothing = (): void => undefined;

describe('a withdrawal is refused', () => {
  it.each<[string, Refusal, Values, (state: LoadedState) => void]>([
    [
      'to an account that does not exist',
      'external_account_unknown',
      { externalAccountId: id('eac', 'nobody') },
      nothing,
    ],
    [
      "to another party's account",
      'external_account_unknown',
      { externalAccountId: customerAccount },
      nothing,
    ],
    [
      'to an account that is not proved yet',
      'external_account_unusable',
      {},
      (state) => setAccount(state, { status: 'pending' }),
    ],
    [
      'to an account that was removed',
      'external_account_unusable',
      {},
      (state) => setAccount(state, { status: 'disabled' }),
    ],
    ['in a currency without a wallet', 'insufficient_funds', { currency: 'EUR' }, nothing],
    [
      'from a wallet that was closed',
      'insufficient_funds',
      {},
      (state) => setWallets(state, wallet(shop, { status: 'closed', posted: 100_000n })),
    ],
    [
      'from a frozen wallet',
      'wallet_frozen',
      {},
      (state) => setWallets(state, wallet(shop, { status: 'frozen', posted: 100_000n })),
    ],
    [
      'from a frozen default wallet, though another one could pay',
      'wallet_frozen',
      {},
      (state) => {
        const other = wallet(shop, { id: id('wal', 'other'), posted: 100_000n });
        setWallets(state, other, wallet(shop, { isDefault: true, status: 'frozen' }));
      },
    ],
    ['of one cent more than there is', 'insufficient_funds', { amount: 100_001n }, nothing],
    [
      'of money that is there but held',
      'insufficient_funds',
      {},
      (state) => setWallets(state, wallet(shop, { posted: 100_000n, held: 99_001n })),
    ],
    ['of a currency without a wallet, even over a limit', 'insufficient_funds', { currency: 'EUR' }, limit],
  ])('%s: %s', (_what, refusal, values, change) => {
    const state = world();
    change(state);
    expect(refusalOf(state, withdrawal(values))).toBe(refusal);
  });
});

function limit(state: LoadedState): void {
  setParty(state, shop, { perTransaction: 999n });
}

describe('an accepted withdrawal', () => {
  it('holds its amount, which is still the party’s and cannot be spent again', () => {
    const after = run(world(), withdrawal({ amount: 60_000n }), withdrawal({ amount: 60_000n }));
    expect(words(after)).toEqual(['PROCESSING', 'insufficient_funds']);
    expect([balance(after.state, shop), held(after.state, shop)]).toEqual([40_000n, 60_000n]);
    expect(after.changes.movements).toMatchObject([
      {
        kind: 'hold',
        step: 1,
        source: { place: 'available', wallet: { partyId: shop } },
        destination: { place: 'held', wallet: { partyId: shop, posted: 100_000n } },
        amount: 60_000n,
      },
    ]);
  });

  it('may be all that there is', () => {
    expect(words(run(world(), withdrawal({ amount: 100_000n })))).toEqual(['PROCESSING']);
  });

  it('says when it was submitted and when the money may be there, and shows the account', () => {
    const command = withdrawal({ rail: { name: 'ach', settlesIn_ms: 5_000 } });
    expect(lastTransfer(run(world(), command))).toMatchObject({
      type: 'withdrawal',
      status: 'PROCESSING',
      partyId: shop,
      walletId: wallet(shop).id,
      externalAccountId: account,
      externalAccountMask: '****6789',
      submittedAt: now,
      acceptedAt: now,
      expectedAvailableAt: later({ ms: 5_000 }),
      settledAt: null,
      failure: null,
      returned: null,
    });
  });

  it('is asked of the bank after the commit, once, under a key of its own', () => {
    const { changes } = run(world(), withdrawal());
    const [transfer] = changes.transfers;
    expect(changes.railOrders).toEqual([
      {
        transferId: transfer?.id,
        rail: 'ach',
        outboundKey: `purser-${transfer?.id}`,
        state: 'waiting',
        cancelRequestedAt: null,
        dueAt: now,
        createdAt: now,
      },
    ]);
    expect([...changes.tasks]).toEqual(['submitWithdrawals']);
  });

  it('tells of itself once, is answered as it is, and makes nobody a counterparty', () => {
    const after = run(world(), withdrawal());
    expect(eventsOf(after)).toEqual(['transfer – → PROCESSING']);
    expect(bodyOf(after.outcomes[0])).toMatchObject({ status: 'PROCESSING' });
    expect(after.changes.counterparties).toEqual([]);
  });
});

describe('a withdrawal over a limit', () => {
  const byAgent = { actor: { agentId: buyer } };

  it.each<[string, Values, string, (state: LoadedState) => void]>([
    ['of its agent waits', byAgent, 'IN_REVIEW', (state) => setAgent(state, { perTransaction: 999n })],
    ['of the party waits', {}, 'IN_REVIEW', limit],
    ['of the party waits, asked for by its agent', byAgent, 'IN_REVIEW', limit],
    [
      'goes through at exactly the limit',
      byAgent,
      'PROCESSING',
      (state) => setAgent(state, { perTransaction: 1_000n }),
    ],
    [
      'of an agent that has nothing to do with it goes through',
      {},
      'PROCESSING',
      (state) => setAgent(state, { perTransaction: 1n }),
    ],
    [
      'waits without the funds: limits come first',
      { ...byAgent, amount: 100_001n },
      'IN_REVIEW',
      (state) => setAgent(state, { perTransaction: 1n }),
    ],
    [
      'in a currency that the limit does not cover waits',
      { ...byAgent, currency: 'EUR' },
      'IN_REVIEW',
      (state) => {
        setAgent(state, { perTransaction: 1_000_000n });
        setWallets(state, wallet(shop, { currency: 'EUR', posted: 1_000n }));
      },
    ],
  ])('%s', (_what, values, end, change) => {
    const state = world();
    change(state);
    expect(words(run(state, withdrawal(values)))).toEqual([end]);
  });

  it('moves nothing, asks no bank, and waits for one approval of its party, which names no payee', () => {
    const state = world();
    setAgent(state, { perTransaction: 999n });
    limit(state);
    const after = run(state, withdrawal(byAgent));
    const { changes } = after;
    expect([changes.movements, changes.railOrders, [...changes.tasks]]).toEqual([[], [], []]);
    expect(changes.transfers).toMatchObject([{ acceptedAt: null, expectedAvailableAt: null }]);
    expect(changes.approvals).toMatchObject([
      {
        status: 'pending',
        target: { type: 'withdrawal', id: changes.transfers[0]?.id },
        deciderPartyId: shop,
        payerPartyId: shop,
        payeePartyId: null,
        initiatorPartyId: shop,
        dueAt: later({ days: 7 }),
      },
    ]);
    expect(eventsOf(after)).toEqual(['approval – → pending', 'transfer – → IN_REVIEW']);
  });
});
