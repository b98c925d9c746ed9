import { describe, expect, it } from 'vitest';
import { exceededLimits, type Limit } from '../../src/engine/rules/limits.ts';
import { payment } from './commands.ts';
import { balance, run, type Run, words } from './run.ts';
import {
  buyer,
  customer,
  grant,
  key,
  newcomer,
  noLimits,
  now,
  setAgent,
  setDelegation,
  setParty,
  setWallets,
  shop,
  stranger,
  waiting,
  wallet,
  world,
} from './world.ts';

const limit = (perTransaction: bigint | null, owner = shop): Limit => ({
  owner,
  setOn: 'party',
  spender: null,
  ...noLimits,
  perTransaction,
  defaultCurrency: 'USD',
});
const exceeded = (limits: Limit[], amount: bigint, currency = 'USD') =>
  exceededLimits(limits, { amount, currency, now }, world());
const byAgent = { agentId: buyer };

/** A payment by the agent from the customer's wallet, with a limit of each. */
function delegated(amount: bigint, own: bigint | null, granted: bigint | null): Run {
  const state = world();
  setAgent(state, { perTransaction: own });
  setDelegation(state, { grants: [grant(buyer, granted)] });
  return run(state, payment({ actor: byAgent, customerPartyId: customer, amount }));
}

const tooMuch = (limitAmount: number, actualAmount: number) => ({
  type: 'limitExceeded',
  limitType: 'perTransactionAmount',
  limitAmount,
  actualAmount,
  currency: 'USD',
});

const over = (values: Parameters<typeof payment>[0] = {}) => {
  const state = world();
  setAgent(state, { perTransaction: 500n });
  return run(state, payment({ actor: byAgent, amount: 501n, ...values }));
};

describe('a limit per transaction', () => {
  it.each([
    ['allows an amount equal to it', limit(500n), 500n, []],
    [
      "requires its owner's approval one cent above it",
      limit(500n),
      501n,
      [{ owner: shop, reasons: [tooMuch(500, 501)], ofParty: true }],
    ],
    ['allows any amount when it is not set', limit(null), 2n ** 53n - 1n, []],
  ])('%s', (_what, one, amount, expected) => expect(exceeded([one], amount)).toEqual(expected));

  it('never covers another currency, however small the amount', () => {
    const reason = { type: 'currencyNotCovered', currency: 'EUR', limitCurrencies: ['USD'] };
    expect(exceeded([limit(500n)], 1n, 'EUR')).toEqual([{ owner: shop, reasons: [reason], ofParty: true }]);
  });

  it('covers every currency when it is not set', () => {
    expect(exceeded([limit(null)], 1n, 'EUR')).toEqual([]);
  });

  it('of the same owner as another leads to one approval with both reasons', () => {
    expect(exceeded([limit(500n), limit(400n)], 501n)).toEqual([
      { owner: shop, reasons: [tooMuch(500, 501), tooMuch(400, 501)], ofParty: true },
    ]);
  });

  it('of another owner leads to a separate approval', () => {
    const owners = exceeded([limit(500n), limit(400n, customer)], 501n).map(({ owner }) => owner);
    expect(owners).toEqual([shop, customer]);
  });
});

describe('a payment under two limits', () => {
  it.each([
    ['is accepted at the smaller limit', 400n, 500n, 400n, 'COMPLETED', []],
    [
      "needs the customer's approval above the customer's limit only",
      401n,
      500n,
      400n,
      'IN_REVIEW',
      [customer],
    ],
    [
      "needs the agent's party's approval above the agent's limit only",
      401n,
      400n,
      500n,
      'IN_REVIEW',
      [shop],
    ],
    ['needs both approvals above both limits', 501n, 500n, 400n, 'IN_REVIEW', [shop, customer]],
    ['is accepted without limits', 100_000n, null, null, 'COMPLETED', []],
  ])('%s', (_what, amount, own, granted, status, deciders) => {
    const after = delegated(amount, own, granted);
    expect(words(after)).toEqual([status]);
    expect(after.changes.approvals.map(({ deciderPartyId }) => deciderPartyId)).toEqual(deciders);
  });

  it('gives its approvals the two ids that the command provided', () => {
    const { changes } = delegated(501n, 500n, 400n);
    const ids = changes.approvals.map(({ id }) => id);
    expect(ids[0]).toMatch(/^first approval/);
    expect(ids[1]).toMatch(/^second approval/);
  });
});

describe('a payment over a limit', () => {
  it('is stored in review, and moves and reserves no money', () => {
    const { changes, state } = over();
    expect(changes.payments[0]).toMatchObject({
      status: 'IN_REVIEW',
      payerWalletId: null,
      payeeWalletId: null,
    });
    expect(changes.movements).toEqual([]);
    expect(changes.changedWallets.size).toBe(0);
    expect(balance(state, shop)).toBe(100_000n);
  });

  it('is in review even without the funds: limits are checked first', () => {
    expect(words(over({ amount: 100_001n }))).toEqual(['IN_REVIEW']);
  });

  it('is in review even when the wallet is frozen', () => {
    const state = world();
    setAgent(state, { perTransaction: 500n });
    setWallets(state, wallet(shop, { posted: 100_000n, status: 'frozen' }));
    expect(words(run(state, payment({ actor: byAgent, amount: 501n })))).toEqual(['IN_REVIEW']);
  });

  it('creates no counterparty and no party yet, but keeps an address that leads to none', () => {
    const { changes } = over({ counterparty: newcomer });
    expect([changes.counterparties, changes.parties]).toEqual([[], []]);
    expect(changes.payments).toMatchObject([
      { payeePartyId: null, recipientAddress: newcomer.contact.value },
    ]);
    expect(changes.approvals).toMatchObject([{ payeePartyId: null }]);
  });

  it('records its own event and that of its approval', () => {
    expect(over().changes.events.map(({ resource, to }) => [resource, to])).toEqual([
      ['approval', 'pending'],
      ['payment', 'IN_REVIEW'],
    ]);
  });

  it('to an already waiting address is in review too', () => {
    expect(words(over({ counterparty: waiting }))).toEqual(['IN_REVIEW']);
  });
});

describe('limits are in their owner’s currency', () => {
  it('so that an agent of a party in EUR may pay EUR up to its limit', () => {
    const state = world();
    setParty(state, shop, { defaultCurrency: 'EUR' });
    setAgent(state, { perTransaction: 500n });
    setWallets(state, wallet(shop, { posted: 1_000n, currency: 'EUR' }));
    const paid = run(
      state,
      payment({ actor: byAgent, amount: 500n, currency: 'EUR' }),
      payment({ actor: byAgent, amount: 1n }),
    );
    expect(words(paid)).toEqual(['COMPLETED', 'IN_REVIEW']);
  });

  it('and do not apply to a key without an agent', () => {
    const state = world();
    setAgent(state, { perTransaction: 1n });
    expect(words(run(state, payment({ actor: { credentialId: key }, amount: 100_000n })))).toEqual([
      'COMPLETED',
    ]);
    expect(balance(state, stranger)).toBe(0n);
  });
});
