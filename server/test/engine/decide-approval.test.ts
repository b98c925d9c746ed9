import { describe, expect, it } from 'vitest';
import { byCustomer as asCustomer, decision } from './commands.ts';
import { paymentInReview, paymentOfTwoOwners, withdrawalInReview } from './review.ts';
import { balance, bodyOf, eventsOf, held, next, refusalOf, run, stored, words } from './run.ts';
import { admin, customer, later, setWallets, shop, stranger, waiting, wallet } from './world.ts';

const tomorrow = later({ days: 1 });
const yes = { verdict: 'approve' } as const;
const no = { verdict: 'deny' } as const;

describe('an approval', () => {
  it('pays a known payee, at the time of the decision', () => {
    const { state, it: about, approval } = paymentInReview();
    const after = run(state, decision(approval, about, { now: tomorrow, reason: 'fine' }));
    expect(words(after)).toEqual(['approved']);
    expect(stored(after).payments.get(about.id)).toMatchObject({
      status: 'COMPLETED',
      payerWalletId: wallet(shop).id,
      payeeWalletId: wallet(stranger).id,
      createdAt: about.createdAt,
      acceptedAt: tomorrow,
      updatedAt: tomorrow,
      dueAt: null,
    });
    expect(balance(after.state, stranger)).toBe(1_000n);
    const createdAt_us = BigInt(+tomorrow) * 1000n;
    expect(after.changes.movements).toMatchObject([{ kind: 'payment', step: 1, createdAt_us }]);
    expect(after.changes.counterparties).toEqual([{ payerPartyId: shop, payeePartyId: stranger }]);
  });

  it('records decider, time and reason, and is returned in the response', () => {
    const { state, it: about, approval } = paymentInReview();
    const after = run(state, decision(approval, about, { now: tomorrow, reason: 'fine' }));
    expect([...after.changes.changedApprovals]).toMatchObject([
      {
        status: 'approved',
        decidedBy: admin,
        decisionReason: 'fine',
        resolvedAt: tomorrow,
        updatedAt: tomorrow,
        dueAt: null,
      },
    ]);
    expect(bodyOf(after.outcomes[0])).toEqual({ id: approval.id, status: 'approved' });
    expect(eventsOf(after)).toEqual(['payment IN_REVIEW → COMPLETED', 'approval pending → approved']);
  });

  it('holds the money for an unknown payee from the time of the decision, and mails the payee', () => {
    const { state, it: about, approval } = paymentInReview({ counterparty: waiting });
    const after = run(state, decision(approval, about, { now: tomorrow }));
    expect(stored(after).payments.get(about.id)).toMatchObject({
      status: 'PENDING_CLAIM',
      dueAt: later({ days: 30 }, tomorrow),
    });
    expect(held(after.state, shop)).toBe(1_000n);
    expect(after.changes.mails).toMatchObject([{ kind: 'claim', recipient: waiting.contact.value }]);
    expect([...after.changes.tasks]).toEqual(['sendMail']);
  });

  it('opens a wallet for a payee without one in the currency', () => {
    const { state, it: about, approval } = paymentInReview();
    state.wallets.delete(stranger);
    const { changes } = run(state, decision(approval, about));
    expect([...changes.openedWallets.keys()]).toMatchObject([{ partyId: stranger, posted: 1_000n }]);
  });

  it('starts a withdrawal, submitted at the time of the decision', () => {
    const { state, it: about, approval } = withdrawalInReview();
    const after = run(state, decision(approval, about, { now: tomorrow }));
    expect(stored(after).transfers.get(about.id)).toMatchObject({
      status: 'PROCESSING',
      submittedAt: tomorrow,
      acceptedAt: tomorrow,
      expectedAvailableAt: later({ ms: 3_600_000 }, tomorrow),
    });
    expect(held(after.state, shop)).toBe(1_000n);
    expect(after.changes.railOrders).toMatchObject([{ state: 'waiting', dueAt: tomorrow }]);
    expect([...after.changes.tasks]).toEqual(['submitOrders']);
    expect(eventsOf(after)).toEqual(['transfer IN_REVIEW → PROCESSING', 'approval pending → approved']);
  });
});

describe('a denial', () => {
  it.each([
    ['payment', paymentInReview()],
    ['withdrawal', withdrawalInReview()],
  ])('closes a %s for good, and moves nothing', (what, { state, it: about, approval }) => {
    const after = run(state, decision(approval, about, { ...no, reason: 'too much' }));
    const resource = what === 'payment' ? 'payment' : 'transfer';
    expect(words(after)).toEqual(['denied']);
    expect(eventsOf(after)).toEqual(['approval pending → denied', `${resource} IN_REVIEW → APPROVAL_DENIED`]);
    expect(after.changes.movements).toEqual([]);
    expect([balance(after.state, shop), held(after.state, shop)]).toEqual([100_000n, 0n]);
    expect([...after.changes.changedApprovals]).toMatchObject([
      { decidedBy: admin, decisionReason: 'too much' },
    ]);
  });

  it('needs none of what an approval needs: funds, an active agent, an open wallet', () => {
    const { state, it: about, approval } = paymentInReview();
    state.agents.clear();
    setWallets(state, wallet(shop, { status: 'frozen' }));
    expect(words(run(state, decision(approval, about, no)))).toEqual(['denied']);
  });
});

describe('a decision for two owners', () => {
  const both = paymentOfTwoOwners();
  const { state, it: about } = both;
  const shopDecides = (values = {}) => decision(both.byShop, about, values);
  const customerDecides = (values = {}) => decision(both.byCustomer, about, { actor: asCustomer, ...values });

  it.each([
    ['the shop first', shopDecides, customerDecides],
    ['the customer first', customerDecides, shopDecides],
  ])('needs both approvals, %s, then pays once', (_what, first, second) => {
    const half = run(state, first());
    expect(stored(half).payments.get(about.id)?.status).toBe('IN_REVIEW');
    expect([half.changes.movements, eventsOf(half)]).toEqual([[], ['approval pending → approved']]);
    const whole = next(half, second());
    expect(stored(whole).payments.get(about.id)?.status).toBe('COMPLETED');
    expect(balance(whole.state, customer)).toBe(99_000n);
    expect(whole.changes.movements).toHaveLength(1);
  });

  it('needs both approvals within one batch too', () => {
    const after = run(state, customerDecides(), shopDecides(), shopDecides());
    expect(words(after)).toEqual(['approved', 'approved', 'approval_decided']);
    expect(after.changes.movements).toHaveLength(1);
  });

  it('is settled by the first denial, which cancels the other approval', () => {
    const after = run(state, customerDecides(no), shopDecides());
    expect(words(after)).toEqual(['denied', 'approval_decided']);
    expect(stored(after).payments.get(about.id)?.status).toBe('APPROVAL_DENIED');
    expect(stored(after).approvals.get(about.id)).toMatchObject([
      { status: 'canceled', decidedBy: null, dueAt: null },
      { status: 'denied', decidedBy: 'customer owner' },
    ]);
  });

  it('is settled by a denial after an approval, which stays given', () => {
    const after = run(state, shopDecides(), customerDecides(no));
    expect(words(after)).toEqual(['approved', 'denied']);
    expect(stored(after).payments.get(about.id)?.status).toBe('APPROVAL_DENIED');
  });

  it('cannot be made by one owner for the other', () => {
    const byShop = decision(both.byCustomer, about);
    const byCustomer = decision(both.byShop, about, { actor: asCustomer });
    expect([refusalOf(state, byShop), refusalOf(state, byCustomer)]).toEqual([
      'not_the_decider',
      'not_the_decider',
    ]);
  });
});

describe('a late decision is refused', () => {
  it.each(['approved', 'denied', 'canceled'] as const)(
    'on an approval that is %s: for any actor, to approve or deny',
    (status) => {
      const { state, it: about, approval } = paymentInReview();
      const [inState] = state.approvals.get(about.id) ?? [];
      Object.assign(inState ?? {}, { status, dueAt: null });
      const maker = { userId: about.userId, credentialId: about.credentialId };
      for (const verdict of [yes, no])
        for (const actor of [{}, maker, asCustomer])
          expect(refusalOf(state, decision(approval, about, { ...verdict, actor }))).toBe('approval_decided');
    },
  );

  it.each([yes, no])('at the moment it is due, and not a millisecond before: $verdict', (verdict) => {
    const { state, it: about, approval } = paymentInReview();
    const due = later({ days: 7 });
    const at = (time: Date) => decision(approval, about, { ...verdict, now: time });
    expect(refusalOf(state, at(due))).toBe('approval_expired');
    expect(refusalOf(state, at(later({ days: 400 })))).toBe('approval_expired');
    expect(words(run(state, at(later({ ms: -1 }, due))))).toEqual([verdict === yes ? 'approved' : 'denied']);
  });
});
