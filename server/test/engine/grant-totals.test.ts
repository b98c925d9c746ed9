import { describe, expect, it } from 'vitest';
import type { Grant, LoadedState } from '../../src/engine/model/state.ts';
import { byCustomer, cancellation, decision, payment } from './commands.ts';
import { approvalOf, lastPayment, next, run, words } from './run.ts';
import {
  buyer,
  customer,
  grant,
  id,
  later,
  setAgent,
  setDelegation,
  spent,
  waiting,
  world,
} from './world.ts';

const other = id('agt', 'other buyer');
const byAgent = { actor: { agentId: buyer } };
const forCustomer = { ...byAgent, customerPartyId: customer };
const byShop = { actor: { agentId: null }, customerPartyId: customer };

/** A world in which the customer has granted the shop's agents this. */
function granted(...grants: Grant[]): LoadedState {
  const state = world();
  setAgent(state, { id: other });
  setDelegation(state, { grants });
  return state;
}

const daily = granted(grant(buyer, { perDay: 1_000n }), grant(other, { perDay: 1_000n }));

describe('a total that a customer sets', () => {
  it.each<[string, object, string[]]>([
    ['of a day', { perDay: 1_500n }, ['COMPLETED', 'IN_REVIEW', 'COMPLETED']],
    ['of a month', { perMonth: 1_500n }, ['COMPLETED', 'IN_REVIEW', 'IN_REVIEW']],
    [
      'beside a larger limit per payment',
      { perTransaction: 1_000n, perDay: 1_500n },
      ['COMPLETED', 'IN_REVIEW', 'COMPLETED'],
    ],
  ])('is what the agent may spend for it: %s', (_what, limits, expected) => {
    let ran = run(granted(grant(buyer, limits)));
    const pay = (now = later({})) => words((ran = next(ran, payment({ ...forCustomer, now }))));
    expect([pay(), pay(), pay(later({ days: 1 }))].flat()).toEqual(expected);
  });

  it('is exceeded with a reason that both parties may read, and the customer decides', () => {
    const over = run(granted(grant(buyer, { perMonth: 999n })), payment(forCustomer));
    expect(over.changes.approvals).toMatchObject([
      {
        deciderPartyId: customer,
        ofParty: true,
        reasons: [
          {
            type: 'limitExceeded',
            limitType: 'monthlyAmount',
            limitAmount: 999,
            actualAmount: 1_000,
            onGrant: true,
          },
        ],
      },
    ]);
  });

  it('counts the money of this customer only, and this agent', () => {
    const after = run(
      daily,
      payment(byAgent),
      payment({ ...forCustomer, amount: 300n }),
      payment({ ...forCustomer, actor: { agentId: other }, amount: 400n }),
      payment({ ...forCustomer, amount: 700n }),
      payment({ ...forCustomer, amount: 1n }),
    );
    expect(words(after)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'IN_REVIEW']);
    expect(spent(after.state, buyer, customer)).toEqual(['2026-01-02', 1_000n, 1_000n]);
    expect(spent(after.state, other, customer)).toEqual(['2026-01-02', 400n, 400n]);
    expect([spent(after.state, buyer), spent(after.state, customer)]).toEqual([null, null]);
  });

  it('stands beside the limits of the agent and of its party', () => {
    const state = granted(grant(buyer, { perDay: 1_000n }));
    setAgent(state, { perDay: 1_500n });
    const after = run(state, payment(forCustomer), payment({ ...byAgent, amount: 500n }));
    expect(words(after)).toEqual(['COMPLETED', 'COMPLETED']);
    expect(spent(after.state, buyer, customer)).toEqual(['2026-01-02', 1_000n, 1_000n]);
    expect(spent(after.state, buyer)).toEqual(['2026-01-02', 1_500n, 1_500n]);
  });

  it('counts what was approved above it, and uses up the day', () => {
    const over = run(daily, payment({ ...forCustomer, amount: 1_001n }));
    const about = lastPayment(over);
    const approved = next(over, decision(approvalOf(over, about), about, { actor: byCustomer }));
    expect(spent(approved.state, buyer, customer)).toEqual(['2026-01-02', 1_001n, 1_001n]);
    expect(words(next(approved, payment({ ...forCustomer, amount: 1n })))).toEqual(['IN_REVIEW']);
  });

  it('gets back what is canceled in its period', () => {
    const sent = run(daily, payment({ ...forCustomer, counterparty: waiting }));
    const canceled = next(sent, cancellation(lastPayment(sent)));
    expect(spent(canceled.state, buyer, customer)).toEqual(['2026-01-02', 0n, 0n]);
    expect(words(next(canceled, payment(forCustomer)))).toEqual(['COMPLETED']);
  });

  it('never covers another currency, and does not count one', () => {
    const euros = { ...forCustomer, currency: 'EUR', amount: 1n };
    const after = run(daily, payment(euros));
    expect(after.changes.approvals[0]?.reasons).toMatchObject([{ type: 'currencyNotCovered' }]);
    expect(after.state.counters.size).toBe(0);
  });
});

describe('without an agent', () => {
  it.each<[string, Grant[], string]>([
    [
      'nothing passes under a grant with a limit per day',
      [grant(buyer, { perDay: 9_000n })],
      'agent_required',
    ],
    [
      'nothing passes under a grant with a limit per month',
      [grant(buyer, { perMonth: 9_000n })],
      'agent_required',
    ],
    [
      'the grants that count nothing let it pass',
      [grant(buyer, { perDay: 1n }), grant(other, { perTransaction: 1_000n })],
      'COMPLETED',
    ],
    [
      'the largest limit of a payment among those bounds it',
      [grant(buyer, 500n), grant(other, 999n)],
      'IN_REVIEW',
    ],
  ])('%s', (_what, grants, expected) => {
    expect(words(run(granted(...grants), payment(byShop)))).toEqual([expected]);
  });

  it('of the party itself, a total binds nothing', () => {
    const own = run(
      granted(grant(buyer, { perDay: 1n })),
      payment({ actor: { agentId: null } }),
      payment(byAgent),
    );
    expect(words(own)).toEqual(['COMPLETED', 'COMPLETED']);
    expect(own.state.counters.size).toBe(0);
  });
});
