import { describe, expect, it } from 'vitest';
import type { Payment, Transfer } from '../../src/engine/model/records.ts';
import type { RailOrder } from '../../src/engine/model/rail-order.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import type { Actor } from '../../src/engine/model/actor.ts';
import { byAdmin, byCustomer, cancellation, decision, payment, withdrawal } from './commands.ts';
import { paymentInReview, paymentOfTwoOwners, withdrawalInReview } from './review.ts';
import {
  balance,
  bodyOf,
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

/** A payment that waits to be claimed. */
function claimable(values: Parameters<typeof payment>[0] = {}): { state: LoadedState; it: Payment } {
  const after = run(world(), payment({ counterparty: waiting, ...values }));
  return { state: stored(after), it: lastPayment(after) };
}

/** An accepted withdrawal whose bank order has the given values. */
function withdrawn(order: Partial<RailOrder> = {}): { state: LoadedState; it: Transfer } {
  const after = run(world(), withdrawal());
  const state = stored(after);
  const it = lastTransfer(after);
  Object.assign(state.railOrders.get(it.id) ?? {}, order);
  return { state, it };
}

describe('a payment that is canceled', () => {
  it('while it waits to be claimed returns the held money', () => {
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

  it('in review moves nothing, and cancels every pending approval', () => {
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

  it('in review leaves a given approval unchanged', () => {
    const { state, it: about } = paymentOfTwoOwners();
    const [given] = state.approvals.get(about.id) ?? [];
    Object.assign(given ?? {}, { status: 'approved', dueAt: null, decidedBy: 'user' });
    const { changes } = run(state, cancellation(about));
    expect([...changes.changedApprovals]).toMatchObject([{ deciderPartyId: customer, status: 'canceled' }]);
  });

  it('is canceled once: a second command finds it closed', () => {
    const { state, it: about } = claimable();
    const after = run(state, cancellation(about), cancellation(about));
    expect(words(after)).toEqual(['CANCELED', 'payment_ended']);
    expect(after.changes.movements).toHaveLength(1);
  });

  it.each(['PROCESSING', 'COMPLETED', 'FAILED', 'RETURNED', 'APPROVAL_DENIED', 'CANCELED'] as const)(
    'is refused once it is %s',
    (status) => {
      const { state, it: about } = claimable();
      Object.assign(state.payments.get(about.id) ?? {}, { status, dueAt: null });
      expect(refusalOf(state, cancellation(about))).toBe('payment_ended');
    },
  );

  it('is refused once it is due, even before the money has been returned', () => {
    const { state, it: about } = claimable();
    const due = later({ days: 30 });
    expect(refusalOf(state, cancellation(about, { now: due }))).toBe('payment_ended');
    const inTime = cancellation(about, { now: later({ ms: -1 }, due) });
    expect(words(run(state, inTime))).toEqual(['CANCELED']);
  });
});

describe('an actor that cancels', () => {
  const delegated = { customerPartyId: customer, actor: { agentId: buyer } };

  it.each<[string, ReturnType<typeof claimable>, Partial<Actor>, string]>([
    ['may be the user who made it', claimable(), {}, 'CANCELED'],
    ['may be another user of the party', claimable(), byAdmin, 'CANCELED'],
    ['may be the party whose agent made it', claimable(delegated), {}, 'CANCELED'],
    ['may be the customer whose wallet pays', claimable(delegated), byCustomer, 'CANCELED'],
    ['may be the agent that made it', claimable(delegated), { agentId: buyer }, 'CANCELED'],
    ['is not another agent of the party', claimable(delegated), { agentId: porter }, 'not_this_agent'],
    ['is not an agent when a user made it', claimable(), { agentId: buyer }, 'not_this_agent'],
    ['is not an uninvolved party', claimable(), byCustomer, 'not_the_sender'],
    ['is not the payee', paymentInReview(), { partyId: stranger }, 'not_the_sender'],
  ])('%s', (_what, { state, it: about }, actor, end) => {
    setAgent(state, { id: porter });
    expect(words(run(state, cancellation(about, { actor })))).toEqual([end]);
  });
});

describe('a withdrawal that is canceled', () => {
  it('before it is submitted returns the held money, and the bank is never called', () => {
    const { state, it: about } = withdrawn();
    const after = run(state, cancellation(about));
    expect(words(after)).toEqual(['CANCELED']);
    expect([balance(after.state, shop), held(after.state, shop)]).toEqual([100_000n, 0n]);
    expect(after.changes.movements).toMatchObject([{ kind: 'release', step: 2 }]);
    expect([...after.changes.changedRailOrders]).toMatchObject([{ state: 'withdrawn', dueAt: null }]);
    expect(eventsOf(after)).toEqual(['transfer PROCESSING → CANCELED']);
  });

  it.each(['unknown', 'taken'] as const)(
    "with its bank order in state %s sends a cancellation request, and waits for the bank's outcome",
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
      expect([...after.changes.tasks]).toEqual(['submitOrders']);
      const again = next(after, cancellation(before.it, { now: later({ days: 2 }) }));
      expect(words(again)).toEqual(['PROCESSING']);
      expect(again.state.railOrders.get(before.it.id)?.cancelRequestedAt).toEqual(at);
    },
  );

  it('in review cancels its approval and sends no request to the bank', () => {
    const { state, it: about } = withdrawalInReview();
    const after = run(state, cancellation(about));
    expect(words(after)).toEqual(['CANCELED']);
    expect([after.changes.movements, [...after.changes.changedRailOrders]]).toEqual([[], []]);
    expect(eventsOf(after)).toEqual(['approval pending → canceled', 'transfer IN_REVIEW → CANCELED']);
  });

  it('in the batch that approved it is canceled before it is submitted', () => {
    const { state, it: about, approval } = withdrawalInReview();
    const after = run(state, decision(approval, about), cancellation(about));
    expect(words(after)).toEqual(['approved', 'CANCELED']);
    expect(after.changes.railOrders).toMatchObject([{ state: 'withdrawn', dueAt: null }]);
    expect(held(after.state, shop)).toBe(0n);
  });

  it.each(['COMPLETED', 'FAILED', 'RETURNED', 'APPROVAL_DENIED', 'CANCELED'] as const)(
    'is refused once it is %s',
    (status) => {
      const { state, it: about } = withdrawn({ state: 'ended', dueAt: null });
      Object.assign(state.transfers.get(about.id) ?? {}, { status });
      expect(refusalOf(state, cancellation(about))).toBe('transfer_ended');
    },
  );
});
