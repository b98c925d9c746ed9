import { describe, expect, it } from 'vitest';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { cancellation, decision, payment, withdrawal } from './commands.ts';
import { expiry } from './own-commands.ts';
import { paymentInReview, paymentOfTwoOwners, withdrawalInReview } from './review.ts';
import {
  approvalOf,
  balance,
  eventsOf,
  held,
  lastPayment,
  lastTransfer,
  next,
  refusalOf,
  run,
  stored,
  words,
} from './run.ts';
import {
  buyer,
  customer,
  grant,
  id,
  later,
  noLimits,
  setAgent,
  setDelegation,
  setParty,
  setSpent,
  shop,
  spent,
  waiting,
  world,
} from './world.ts';

const week = later({ days: 7 });
const month = later({ days: 30 });
const before = (time: Date): Date => later({ ms: -1 }, time);

describe('a review without a decision for 7 days', () => {
  it.each([
    ['payment', paymentInReview()],
    ['withdrawal', withdrawalInReview()],
  ])('is closed: the %s and its approval are canceled, no money moves', (what, { state, it: about }) => {
    const after = run(state, expiry(about, week));
    const resource = what === 'payment' ? 'payment' : 'transfer';
    expect(words(after)).toEqual(['CANCELED']);
    expect(eventsOf(after)).toEqual(['approval pending → canceled', `${resource} IN_REVIEW → CANCELED`]);
    expect(after.changes.movements).toEqual([]);
    expect([...after.changes.changedApprovals]).toMatchObject([
      { status: 'canceled', decidedBy: null, resolvedAt: week, dueAt: null },
    ]);
  });

  it.each([paymentInReview(), withdrawalInReview()])('is not closed a millisecond before', ({ state, it }) =>
    expect(refusalOf(state, expiry(it, before(week)))).toBe('payment_ended'),
  );

  it('is closed with all pending approvals as soon as one of them is due', () => {
    const { state, it: about, byShop, byCustomer } = paymentOfTwoOwners();
    const half = run(state, decision(byShop, about, { now: later({ days: 6 }) }));
    const after = next(half, expiry(about, week));
    expect(words(after)).toEqual(['CANCELED']);
    expect([...after.changes.changedApprovals].map(({ id }) => id)).toEqual([byCustomer.id]);
  });

  it('continues when its only pending approval was requested later', () => {
    const { state, it: about, approval } = paymentInReview({ customerPartyId: customer });
    setParty(state, customer, { perTransaction: 1n });
    const half = run(state, decision(approval, about, { now: later({ days: 6 }) }));
    expect(approvalOf(half, about, 1).dueAt).toEqual(later({ days: 13 }));
    expect(refusalOf(stored(half), expiry(about, week))).toBe('payment_ended');
    expect(words(next(half, expiry(about, later({ days: 13 }))))).toEqual(['CANCELED']);
  });

  it.each(['approve', 'deny'] as const)('is not closed once it is decided: %s', (verdict) => {
    const { state, it: about, approval } = paymentInReview();
    const decided = run(state, decision(approval, about, { verdict }));
    expect(refusalOf(stored(decided), expiry(about, week))).toBe('payment_ended');
  });
});

describe('a payment unclaimed for 30 days', () => {
  const held30 = run(world(), payment({ counterparty: waiting }));
  const about = lastPayment(held30);

  it('is returned to the payer', () => {
    const after = next(held30, expiry(about, month));
    expect(words(after)).toEqual(['RETURNED']);
    expect([balance(after.state, shop), held(after.state, shop)]).toEqual([100_000n, 0n]);
    expect(after.changes.movements).toMatchObject([{ kind: 'release', step: 2, amount: 1_000n }]);
    expect(eventsOf(after)).toEqual(['payment PENDING_CLAIM → RETURNED']);
    expect(stored(after).payments.get(about.id)).toMatchObject({ dueAt: null, updatedAt: month });
  });

  it('is not returned a millisecond before', () => {
    expect(refusalOf(stored(held30), expiry(about, before(month)))).toBe('payment_ended');
  });

  it('is returned once', () => {
    const after = next(held30, expiry(about, month), expiry(about, month));
    expect(words(after)).toEqual(['RETURNED', 'payment_ended']);
    expect(after.changes.movements).toHaveLength(1);
  });

  it('counts its 30 days from its approval', () => {
    const { state, it: waits, approval } = paymentInReview({ counterparty: waiting });
    const approved = run(state, decision(approval, waits, { now: later({ days: 5 }) }));
    expect(refusalOf(stored(approved), expiry(waits, month))).toBe('payment_ended');
    expect(words(next(approved, expiry(waits, later({ days: 35 }))))).toEqual(['RETURNED']);
  });

  it('stays counted against the limits of its month: it was spent before it was returned', () => {
    const first = later({ days: 30 }, new Date('2025-12-02T00:00:00Z'));
    const state = world();
    setParty(state, shop, { ...noLimits, perMonth: 5_000n });
    setSpent(state, shop, [500n, 500n], '2026-01-01');
    const sent = run(state, payment({ counterparty: waiting, now: first }));
    const due = later({ days: 30 }, first);
    expect([first, due].map((time) => time.toISOString().slice(0, 10))).toEqual(['2026-01-01', '2026-01-31']);
    const after = next(sent, expiry(lastPayment(sent), due));
    expect(words(after)).toEqual(['RETURNED']);
    expect(spent(after.state, shop)).toEqual(['2026-01-01', 1_500n, 1_500n]);
  });
});

describe('expiry of a closed or running resource', () => {
  it('is refused for a completed payment, a withdrawal at the bank and a canceled one', () => {
    const state = world();
    setAgent(state);
    const paid = run(state, payment({}));
    expect(refusalOf(stored(paid), expiry(lastPayment(paid), month))).toBe('payment_ended');
    const sent = run(state, withdrawal());
    expect(refusalOf(stored(sent), expiry(lastTransfer(sent), month))).toBe('payment_ended');
    const canceled = next(sent, cancellation(lastTransfer(sent)));
    expect(refusalOf(stored(canceled), expiry(lastTransfer(sent), month))).toBe('payment_ended');
  });

  it('is refused for a payment that does not exist', () => {
    const paid = run(world(), payment({}));
    expect(refusalOf(world(), expiry(lastPayment(paid), month))).toBe('payment_ended');
  });
});

const inReview = () => paymentInReview({ customerPartyId: customer });

describe('a review under authority that was revoked', () => {
  const revoked = { status: 'REVOKED' } as const;
  const soon = later({ ms: 1 });

  it.each<[string, (state: LoadedState) => void]>([
    ['agent', (state) => setAgent(state, revoked)],
    ['delegation', (state) => setDelegation(state, revoked)],
    ['grant', (state) => setDelegation(state, { grants: [{ ...grant(buyer, null), ...revoked }] })],
  ])('is closed before it is due: the %s', (_what, revoke) => {
    const { state, it: about } = inReview();
    revoke(state);
    expect(words(run(state, expiry(about, soon)))).toEqual(['CANCELED']);
  });

  it('and without an agent is closed once no grant of the delegation is left', () => {
    const porter = id('agt', 'porter');
    const state = world();
    setParty(state, customer, { ...noLimits, perTransaction: 1n });
    const made = run(state, payment({ customerPartyId: customer }));
    const left = stored(made);
    const [gone, kept] = [{ ...grant(buyer, null), ...revoked }, grant(porter, null)];
    setDelegation(left, { grants: [gone, kept] });
    expect(refusalOf(left, expiry(lastPayment(made), soon))).toBe('payment_ended');
    setDelegation(left, { grants: [gone, { ...kept, ...revoked }] });
    expect(words(run(left, expiry(lastPayment(made), soon)))).toEqual(['CANCELED']);
  });

  it('is not closed while the authority exists, or is only suspended', () => {
    const { state, it: about } = inReview();
    expect(refusalOf(state, expiry(about, soon))).toBe('payment_ended');
    setDelegation(state, { status: 'SUSPENDED' });
    expect(refusalOf(state, expiry(about, soon))).toBe('payment_ended');
  });
});
