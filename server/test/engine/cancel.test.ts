import { describe, expect, it } from 'vitest';
import type { Payment, RailOrder, Transfer } from '../../src/engine/model/records.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import type { Actor } from '../../src/engine/model/actor.ts';
import { byAdmin, byCustomer, cancellation, decision, payment, withdrawal } from './commands.ts';
import { paymentInReview, paymentOfTwoOwners, withdrawalInReview } from './review.ts';
import { balance, bodyOf, eventsOf, held, lastPayment, lastTransfer, next, refusalOf } from './run.ts';
import { run, stored, words } from './run.ts';
import {
  buyer,
  customer,
  id,
  later,
  now,
  setAgent,
  shop,
  stranger,
  waiting,
  wallet,
  world,
} from './world.ts';

const porter = id('agt', 'porter');

/** A payment to somebody who has yet to claim it. */
function claimable(values: Parameters<typeof payment>[0] = {}): { state: LoadedState; it: Payment } {
  const after = run(world(), payment({ counterparty: waiting, ...values }));
  return { state: stored(after), it: lastPayment(after) };
}

/** An accepted withdrawal, of which the bank was asked as `order` says. */
function withdrawn(order: Partial<RailOrder> = {}): { state: LoadedState; it: Transfer } {
  const after = run(world(), withdrawal());
  const state = stored(after);
  const it = lastTransfer(after);
  Object.assign(state.railOrders.get(it.id) ?? {}, order);
  return { state, it };
}

describe('a payment that is canceled', () => {
  it('while it waits to be claimed gives the held money back', () => {
    const { state, it: about } = claimable();
    expect([balance(state, shop), held(state, shop)]).toEqual([99_000n, 1_000n]);
    const after = run(state, cancellation(about, { now: later({ days: 1 }) }));
    expect([balance(after.state, shop), held(after.state, shop)]).toEqual([100_000n, 0n]);
    expect(after.changes.movements).toMatchObject([
      {
        kind: 'release',
        step: 2,
        source: { place: 'held', wallet: { id: wallet(shop).id } },
        destination: { place: 'available', wallet: { id: wallet(shop).id } },
        amount: 1_000n,
      },
    ]);
    expect(stored(after).payments.get(about.id)).toMatchObject({
      status: 'CANCELED',
      dueAt: null,
      acceptedAt: now,
      updatedAt: later({ days: 1 }),
    });
    expect(eventsOf(after)).toEqual(['payment PENDING_CLAIM → CANCELED']);
    expect(bodyOf(after.outcomes[0])).toMatchObject({ status: 'CANCELED' });
  });

  it('in review moves nothing, and ends every approval that waits', () => {
    const { state, it: about, approvals } = paymentOfTwoOwners();
    const after = run(state, cancellation(about));
    expect(words(after)).toEqual(['CANCELED']);
    expect(after.changes.movements).toEqual([]);
    expect([...after.changes.changedApprovals]).toMatchObject(
      approvals.map(({ id }) => ({
        id,
        status: 'canceled',
        decidedBy: null,
        decisionReason: null,
        resolvedAt: now,
      })),
    );
    expect(eventsOf(after)).toEqual([
      'approval pending → canceled',
      'approval pending → canceled',
      'payment IN_REVIEW → CANCELED',
    ]);
  });

  it('in review leaves a yes that was given a yes', () => {
    const { state, it: about } = paymentOfTwoOwners();
    const [given] = state.approvals.get(about.id) ?? [];
    Object.assign(given ?? {}, { status: 'approved', dueAt: null, decidedBy: 'user' });
    const { changes } = run(state, cancellation(about));
    expect([...changes.changedApprovals]).toMatchObject([{ deciderPartyId: customer, status: 'canceled' }]);
  });

  it('is canceled once: a second time it has ended', () => {
    const { state, it: about } = claimable();
    const after = run(state, cancellation(about), cancellation(about));
    expect(words(after)).toEqual(['CANCELED', 'payment_ended']);
    expect(after.changes.movements).toHaveLength(1);
  });

  it.each(['PROCESSING', 'COMPLETED', 'FAILED', 'RETURNED', 'APPROVAL_DENIED', 'CANCELED'] as const)(
    'is not once it is %s',
    (status) => {
      const { state, it: about } = claimable();
      Object.assign(state.payments.get(about.id) ?? {}, { status, dueAt: null });
      expect(refusalOf(state, cancellation(about))).toBe('payment_ended');
    },
  );

  it('is not once its time to be claimed is over, though the money is not back yet', () => {
    const { state, it: about } = claimable();
    const due = later({ days: 30 });
    expect(refusalOf(state, cancellation(about, { now: due }))).toBe('payment_ended');
    const inTime = cancellation(about, { now: later({ ms: -1 }, due) });
    expect(words(run(state, inTime))).toEqual(['CANCELED']);
  });
});

describe('who may cancel', () => {
  const delegated = { customerPartyId: customer, actor: { agentId: buyer } };

  it.each<[string, ReturnType<typeof claimable>, Partial<Actor>, string]>([
    ['the user who asked for it', claimable(), {}, 'CANCELED'],
    ['another user of the party', claimable(), byAdmin, 'CANCELED'],
    ['the party whose agent asked for it', claimable(delegated), {}, 'CANCELED'],
    ['the customer whose wallet pays', claimable(delegated), byCustomer, 'CANCELED'],
    ['the agent that asked for it', claimable(delegated), { agentId: buyer }, 'CANCELED'],
    ['not another agent of the party', claimable(delegated), { agentId: porter }, 'not_this_agent'],
    ['not an agent what a person asked for', claimable(), { agentId: buyer }, 'not_this_agent'],
    ['not a party that has nothing to do with it', claimable(), byCustomer, 'not_the_sender'],
    ['not the payee', paymentInReview(), { partyId: stranger }, 'not_the_sender'],
  ])('%s', (_what, { state, it: about }, actor, end) => {
    setAgent(state, { id: porter });
    expect(words(run(state, cancellation(about, { actor })))).toEqual([end]);
  });
});

describe('a withdrawal that is canceled', () => {
  it('before the bank was asked gives the held money back, and the bank is never asked', () => {
    const { state, it: about } = withdrawn();
    const after = run(state, cancellation(about));
    expect(words(after)).toEqual(['CANCELED']);
    expect([balance(after.state, shop), held(after.state, shop)]).toEqual([100_000n, 0n]);
    expect(after.changes.movements).toMatchObject([{ kind: 'release', step: 2 }]);
    expect([...after.changes.changedRailOrders]).toMatchObject([{ state: 'withdrawn', dueAt: null }]);
    expect(eventsOf(after)).toEqual(['transfer PROCESSING → CANCELED']);
  });

  it.each(['unknown', 'taken'] as const)(
    'while it is %s to the bank is asked back from it, and goes on until the bank has said how it ended',
    (state) => {
      const before = withdrawn({ state, dueAt: null });
      const at = later({ days: 1 });
      const after = run(before.state, cancellation(before.it, { now: at }));
      expect(words(after)).toEqual(['PROCESSING']);
      expect([after.changes.movements, eventsOf(after)]).toEqual([[], []]);
      expect(held(after.state, shop)).toBe(1_000n);
      expect([...after.changes.changedRailOrders]).toMatchObject([
        { state, cancelRequestedAt: at, dueAt: at },
      ]);
      expect([...after.changes.tasks]).toEqual(['submitWithdrawals']);
      const again = next(after, cancellation(before.it, { now: later({ days: 2 }) }));
      expect(words(again)).toEqual(['PROCESSING']);
      expect(again.state.railOrders.get(before.it.id)?.cancelRequestedAt).toEqual(at);
    },
  );

  it('in review ends its approval and asks no bank', () => {
    const { state, it: about } = withdrawalInReview();
    const after = run(state, cancellation(about));
    expect(words(after)).toEqual(['CANCELED']);
    expect([after.changes.movements, [...after.changes.changedRailOrders]]).toEqual([[], []]);
    expect(eventsOf(after)).toEqual(['approval pending → canceled', 'transfer IN_REVIEW → CANCELED']);
  });

  it('in the batch that approved it is canceled before the bank was asked', () => {
    const { state, it: about, approval } = withdrawalInReview();
    const after = run(state, decision(approval, about), cancellation(about));
    expect(words(after)).toEqual(['approved', 'CANCELED']);
    expect(after.changes.railOrders).toMatchObject([{ state: 'withdrawn', dueAt: null }]);
    expect(held(after.state, shop)).toBe(0n);
  });

  it.each(['COMPLETED', 'FAILED', 'RETURNED', 'APPROVAL_DENIED', 'CANCELED'] as const)(
    'is not once it is %s',
    (status) => {
      const { state, it: about } = withdrawn({ state: 'ended', dueAt: null });
      Object.assign(state.transfers.get(about.id) ?? {}, { status });
      expect(refusalOf(state, cancellation(about))).toBe('transfer_ended');
    },
  );
});
