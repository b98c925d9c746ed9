import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../src/engine/model/outcomes.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { withdrawal } from './commands.ts';
import { balance, bodyOf, eventsOf, held, lastTransfer, refusalOf, run, words } from './run.ts';
import {
  account,
  atBank,
  buyer,
  customerAccount,
  id,
  later,
  now,
  setAccount,
  setAgent,
  setParty,
  setWallets,
  shop,
  wallet,
  world,
} from './world.ts';

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
      'to an account that is not verified yet',
      'external_account_unusable',
      {},
      (state) => setAccount(state, { status: 'pending' }),
    ],
    [
      'to a removed account',
      'external_account_unusable',
      {},
      (state) => setAccount(state, { status: 'disabled' }),
    ],
    ['in a currency without a wallet', 'insufficient_funds', { currency: 'EUR' }, nothing],
    [
      'from a closed wallet',
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
      'from a frozen default wallet, even if another one could pay',
      'wallet_frozen',
      {},
      (state) => {
        const other = wallet(shop, { id: id('wal', 'other'), posted: 100_000n });
        setWallets(state, other, wallet(shop, { isDefault: true, status: 'frozen' }));
      },
    ],
    ['of one cent above the funds', 'insufficient_funds', { amount: 100_001n }, nothing],
    [
      'of held money',
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
  it('holds its amount, which cannot be spent again', () => {
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

  it('may be the whole balance', () => {
    expect(words(run(world(), withdrawal({ amount: 100_000n })))).toEqual(['PROCESSING']);
  });

  it('shows when it was submitted, when the money is expected, and the account', () => {
    const command = withdrawal({ rail: { name: 'ach', settlesIn: { ms: 5_000 } } });
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

  it('is submitted to the bank after the commit, once, under a unique key, for the account as it is now', () => {
    const { changes } = run(world(), withdrawal());
    const [transfer] = changes.transfers;
    expect(changes.railOrders).toEqual([
      {
        transferId: transfer?.id,
        rail: 'ach',
        outboundKey: `purser-${transfer?.id}`,
        state: 'waiting',
        reference: null,
        ...atBank,
        cancelRequestedAt: null,
        dueAt: now,
        createdAt: now,
      },
    ]);
    expect([...changes.tasks]).toEqual(['submitOrders']);
  });

  it('has one event, is returned in the response, and creates no counterparty', () => {
    const after = run(world(), withdrawal());
    expect(eventsOf(after)).toEqual(['transfer – → PROCESSING']);
    expect(bodyOf(after.outcomes[0])).toMatchObject({ status: 'PROCESSING' });
    expect(after.changes.counterparties).toEqual([]);
  });
});

describe('a withdrawal over a limit', () => {
  const byAgent = { actor: { agentId: buyer } };

  it.each<[string, Values, string, (state: LoadedState) => void]>([
    ['of its agent is in review', byAgent, 'IN_REVIEW', (state) => setAgent(state, { perTransaction: 999n })],
    ['of the party is in review', {}, 'IN_REVIEW', limit],
    ['of the party is in review, made by its agent', byAgent, 'IN_REVIEW', limit],
    [
      'is accepted at exactly the limit',
      byAgent,
      'PROCESSING',
      (state) => setAgent(state, { perTransaction: 1_000n }),
    ],
    [
      'of an uninvolved agent is accepted',
      {},
      'PROCESSING',
      (state) => setAgent(state, { perTransaction: 1n }),
    ],
    [
      'is in review without the funds: limits come first',
      { ...byAgent, amount: 100_001n },
      'IN_REVIEW',
      (state) => setAgent(state, { perTransaction: 1n }),
    ],
    [
      'in a currency that the limit does not cover is in review',
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

  it('moves nothing, is not submitted, and waits for one approval of its party', () => {
    const state = world();
    setAgent(state, { perTransaction: 999n });
    limit(state);
    const after = run(state, withdrawal(byAgent));
    const { changes } = after;
    expect([changes.movements, changes.railOrders, [...changes.tasks]]).toEqual([
      [],
      [],
      ['announceApprovals'],
    ]);
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
