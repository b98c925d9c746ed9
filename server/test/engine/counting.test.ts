import { describe, expect, it } from 'vitest';
import type { Limits, LoadedState } from '../../src/engine/model/state.ts';
import { byCustomer, cancellation, decision, payment, withdrawal } from './commands.ts';
import { report } from './own-commands.ts';
import { paymentInReview } from './review.ts';
import { approvalOf, lastPayment, lastTransfer, next, run, type Run, words } from './run.ts';
import {
  buyer,
  customer,
  later,
  noLimits,
  setAgent,
  setParty,
  setWallets,
  shop,
  spent,
  stranger,
  waiting,
  wallet,
  world,
} from './world.ts';

const daily = { perDay: 1_000_000n };
const counted = { ...noLimits, ...daily };
const byAgent = { actor: { agentId: buyer } };

/** A world in which these owners have a limit per day that no test reaches. */
function counting(...who: Array<'agent' | 'shop' | 'customer' | 'stranger'>): LoadedState {
  const state = world();
  if (who.includes('agent')) setAgent(state, counted);
  if (who.includes('shop')) setParty(state, shop, counted);
  if (who.includes('customer')) setParty(state, customer, counted);
  if (who.includes('stranger')) setParty(state, stranger, counted);
  return state;
}

const allOwners = (): LoadedState => counting('agent', 'shop', 'customer', 'stranger');

/** The amounts counted in the last day: of the agent, its party, the customer and the payee. */
const countedInDay = ({ state }: Run): Array<bigint | null> =>
  [buyer, shop, customer, stranger].map((each) => spent(state, each)?.[1] ?? null);

/** The amounts counted in the month: of the agent, its party and the customer. */
const countedInMonth = ({ state }: Run): Array<bigint | null> =>
  [buyer, shop, customer].map((each) => spent(state, each)?.[2] ?? null);

describe('an accepted amount counts', () => {
  it.each<[string, Run, Array<bigint | null>]>([
    ['for the paying party: a payment', run(allOwners(), payment({})), [null, 1_000n, null, null]],
    [
      'for the agent and its party: a payment by an agent',
      run(allOwners(), payment(byAgent)),
      [1_000n, 1_000n, null, null],
    ],
    [
      'for the agent, its party and the paying customer: a payment by an agent for a customer',
      run(allOwners(), payment({ ...byAgent, customerPartyId: customer })),
      [1_000n, 1_000n, 1_000n, null],
    ],
    [
      'for the party and the customer: a payment by the party for a customer',
      run(allOwners(), payment({ customerPartyId: customer })),
      [null, 1_000n, 1_000n, null],
    ],
    [
      'while the payment waits to be claimed',
      run(allOwners(), payment({ ...byAgent, counterparty: waiting })),
      [1_000n, 1_000n, null, null],
    ],
    ['for the party: a withdrawal', run(allOwners(), withdrawal()), [null, 1_000n, null, null]],
    [
      'for the agent and its party: a withdrawal by an agent',
      run(allOwners(), withdrawal(byAgent)),
      [1_000n, 1_000n, null, null],
    ],
    [
      'for all commands of a batch together',
      run(allOwners(), payment({}), payment({}), withdrawal()),
      [null, 3_000n, null, null],
    ],
  ])('%s', (_what, after, expected) => expect(countedInDay(after)).toEqual(expected));

  it('in both day and month, whichever of the two is limited', () => {
    for (const limits of [daily, { perMonth: 1_000_000n }]) {
      const state = world();
      setParty(state, shop, { ...noLimits, ...limits });
      const after = run(state, payment({}));
      expect(spent(after.state, shop)).toEqual(['2026-01-02', 1_000n, 1_000n]);
      expect([...after.changes.newCounters].map(({ spenderId }) => spenderId)).toEqual([shop]);
      expect(after.changes.changedCounters.size).toBe(0);
    }
  });

  it('only for owners with a limit per day or month', () => {
    const state = world();
    setAgent(state, { perTransaction: 1_000n });
    const after = run(state, payment(byAgent), withdrawal(byAgent));
    expect(words(after)).toEqual(['COMPLETED', 'PROCESSING']);
    expect([after.state.counters.size, after.changes.newCounters.size]).toEqual([0, 0]);
    expect(countedInDay(run(counting('customer'), payment({ customerPartyId: customer })))).toEqual([
      null,
      null,
      1_000n,
      null,
    ]);
  });

  it('not in a currency other than the limit’s, even when it was approved', () => {
    const before = counting('agent', 'shop');
    setWallets(before, wallet(shop, { currency: 'EUR', posted: 5_000n }));
    const { state, it: about, approval } = paymentInReview({ currency: 'EUR' }, before);
    const after = run(state, decision(approval, about));
    expect(words(after)).toEqual(['approved']);
    expect(after.state.counters.size).toBe(0);
  });
});

describe('an amount in review', () => {
  const limited: Limits = { ...noLimits, perTransaction: 1n, ...daily };

  it('does not count while in review, nor when denied or canceled', () => {
    const before = world();
    setAgent(before, limited);
    const { state, it: about, approval } = paymentInReview({}, before);
    expect(state.counters.size).toBe(0);
    expect(run(state, decision(approval, about, { verdict: 'deny' })).state.counters.size).toBe(0);
    expect(run(state, cancellation(about)).state.counters.size).toBe(0);
  });

  it('counts in the day and month of its approval', () => {
    const before = world();
    setAgent(before, limited);
    const requestedAt = new Date('2026-01-31T23:00:00Z');
    const approvedAt = new Date('2026-02-02T01:00:00Z');
    const { state, it: about, approval } = paymentInReview({ now: requestedAt }, before);
    const after = run(state, decision(approval, about, { now: approvedAt }));
    expect(spent(after.state, buyer)).toEqual(['2026-02-02', 1_000n, 1_000n]);
  });

  it('counts once for both owners when both approve', () => {
    const before = world();
    setAgent(before, limited);
    setParty(before, customer, limited);
    const { state, it: about, approval } = paymentInReview({ customerPartyId: customer }, before);
    const half = run(state, decision(approval, about));
    expect(half.state.counters.size).toBe(0);
    const whole = next(half, decision(approvalOf(half, about, 1), about, { actor: byCustomer }));
    expect(countedInDay(whole)).toEqual([1_000n, null, 1_000n, null]);
  });

  it('counts in full when approved above the limit, and uses up the day', () => {
    const before = world();
    setAgent(before, { perDay: 500n });
    const { state, it: about, approval } = paymentInReview({}, before);
    const after = run(state, decision(approval, about));
    expect(countedInDay(after)[0]).toBe(1_000n);
    expect(words(next(after, payment({ ...byAgent, amount: 1n })))).toEqual(['IN_REVIEW']);
  });
});

describe('a canceled amount', () => {
  const claim = { ...byAgent, customerPartyId: customer, counterparty: waiting };
  const sent = run(counting('agent', 'shop', 'customer'), payment(claim), payment(claim));
  const about = lastPayment(sent);
  const nextDay = later({ days: 1 });
  const nextMonth = later({ days: 29 });
  const canceled = (at: Date): Run => next(sent, cancellation(about, { now: at }));

  it('is given back to all owners for which it counted, in its day and month', () => {
    const after = canceled(later({ ms: 1 }));
    expect(countedInDay(after)).toEqual([1_000n, 1_000n, 1_000n, null]);
    expect(countedInMonth(after)).toEqual([1_000n, 1_000n, 1_000n]);
  });

  it('on a later day is given back to its month only', () => {
    const after = canceled(nextDay);
    expect(countedInDay(after)).toEqual([2_000n, 2_000n, 2_000n, null]);
    expect(countedInMonth(after)).toEqual([1_000n, 1_000n, 1_000n]);
  });

  it('in a later month is not given back', () => {
    const after = canceled(nextMonth);
    expect(nextMonth.toISOString().slice(0, 7)).toBe('2026-01');
    const over = canceled(new Date('2026-02-01T00:00:00Z'));
    expect(countedInMonth(after)).toEqual([1_000n, 1_000n, 1_000n]);
    expect(countedInMonth(over)).toEqual([2_000n, 2_000n, 2_000n]);
    expect(over.changes.changedCounters.size).toBe(0);
  });

  it('does not affect the current day when that is another than its own', () => {
    const spentNext = next(sent, payment({ ...byAgent, now: nextDay }));
    const after = next(spentNext, cancellation(about, { now: nextDay }));
    expect(spent(after.state, buyer)).toEqual(['2026-01-03', 1_000n, 2_000n]);
  });

  it('is available again', () => {
    const state = world();
    setAgent(state, { perDay: 1_000n });
    const first = run(state, payment({ ...byAgent, counterparty: waiting }));
    expect(words(next(first, payment({ ...byAgent, amount: 1n })))).toEqual(['IN_REVIEW']);
    const freed = next(first, cancellation(lastPayment(first)));
    expect(words(next(freed, payment(byAgent)))).toEqual(['COMPLETED']);
  });

  it('is not given back when the counter no longer exists', () => {
    const before = { ...sent, state: structuredClone(sent.state) };
    before.state.counters.clear();
    const after = run(before.state, cancellation(about));
    expect(after.changes.changedCounters.size).toBe(0);
  });
});

describe('a withdrawal', () => {
  const sent = run(counting('agent', 'shop'), withdrawal(byAgent));
  const about = lastTransfer(sent);
  const failed = { kind: 'failed', code: 'R02', reason: 'Account closed' } as const;
  const returned = { kind: 'returned', code: 'R02', reason: 'Account closed' } as const;

  it.each<[string, Run, bigint]>([
    ['that is canceled before it is submitted is given back', next(sent, cancellation(about)), 0n],
    ['that the bank cancels is given back', next(sent, report(about, { kind: 'canceled' })), 0n],
    ['that fails is given back', next(sent, report(about, failed)), 0n],
    ['that completes stays counted', next(sent, report(about, { kind: 'completed' })), 1_000n],
    ['that is returned stays counted: it was spent', next(sent, report(about, returned)), 1_000n],
    [
      'that fails the day after stays counted in its day',
      next(sent, report(about, failed, { now: later({ days: 1 }) })),
      1_000n,
    ],
    ['that fails is given back once', next(next(sent, report(about, failed)), report(about, failed)), 0n],
  ])('%s', (_what, after, left) => expect(countedInDay(after).slice(0, 2)).toEqual([left, left]));
});
