import { describe, expect, it } from 'vitest';
import { debtOf, hasLeft, lentIn, recoveredIn } from './bookkeeping-debts.ts';
import { moversOf, walletsOf } from './bookkeeping.ts';
import { always, alwaysThen, eventsIn, last } from './history-checks.ts';

describe('after any sequence of commands', () => {
  it('a payment request is paid by one payment at most, and open again when that ended without effect', () => {
    alwaysThen((state) => {
      for (const { id, status, paymentId } of state.paymentRequests.values()) {
        const all = [...state.payments.values()].filter(({ paymentRequestId }) => paymentRequestId === id);
        const paid = all.filter(({ acceptedAt }) => acceptedAt !== null);
        const underWay = all.filter((each) => each.status === 'IN_REVIEW' || each.status === 'PROCESSING');
        const [one, ...others] = [...paid, ...underWay];
        expect(others).toEqual([]);
        expect(status).toBe(paid.length > 0 ? 'COMPLETED' : one ? 'PROCESSING' : 'OPEN');
        expect(paymentId).toBe(one?.id ?? null);
      }
    });
  });

  it('a payment whose money is drawn is under way exactly while its deposit is, and fails with it', () => {
    alwaysThen((state) => {
      const funding = [...state.transfers.values()].filter(({ paymentId }) => paymentId !== null);
      for (const deposit of funding) {
        const payment = state.payments.get(deposit.paymentId ?? '');
        expect(payment?.status === 'PROCESSING').toBe(deposit.status === 'PROCESSING');
        expect(deposit.amount).toBe((payment?.amount ?? 0n) + (payment?.fee ?? 0n));
        const hasFailed = deposit.status === 'FAILED' || deposit.status === 'CANCELED';
        const expected = hasFailed ? [deposit.status, null] : [payment?.status, payment?.acceptedAt];
        expect([payment?.status, payment?.acceptedAt]).toEqual(expected);
      }
      const waiting = [...state.payments.values()].filter(({ status }) => status === 'PROCESSING');
      const drawnFor = new Set(funding.map(({ paymentId }) => String(paymentId)));
      expect(waiting.filter(({ id }) => !drawnFor.has(id))).toEqual([]);
    });
  });

  it('a debt is what returned deposits took beyond the wallets, less what was recovered', () => {
    alwaysThen((state, { before, after }) => {
      for (const { partyId, currency } of walletsOf(state).filter(({ isReceivable }) => isReceivable)) {
        const lent = lentIn(after.changes.movements, partyId, currency);
        const recovered = recoveredIn(after.changes.movements, partyId, currency);
        expect(debtOf(state, partyId, currency)).toBe(debtOf(before, partyId, currency) + lent - recovered);
      }
    });
  });

  it('a party that owes has nothing available in that currency', () => {
    alwaysThen((state) => {
      const owing = walletsOf(state).filter(({ isReceivable, posted }) => isReceivable && posted < 0n);
      for (const { partyId, currency } of owing) {
        const own = walletsOf(state).filter((each) => each.partyId === partyId && each.currency === currency);
        const wallets = own.filter(({ isReceivable }) => !isReceivable);
        expect(wallets.map(({ posted, held }) => posted - held)).toEqual(wallets.map(() => 0n));
      }
    });
  });

  it('a debt and its end are events, one after the other', () => {
    always((moments) => {
      const owing = new Set<string>();
      for (const { resource, resourceId, to } of eventsIn(moments)) {
        if (resource !== 'debt') continue;
        expect(owing.has(resourceId)).toBe(to === 'CLOSED');
        if (to === 'OPEN') owing.add(resourceId);
        else owing.delete(resourceId);
      }
      const inState = walletsOf(last(moments)).filter(
        ({ isReceivable, posted }) => isReceivable && posted < 0n,
      );
      expect(owing).toEqual(new Set(inState.map(({ id }) => id)));
    });
  });

  it('refunds sum up to what their payment says, and never to more than was paid', () => {
    always((moments) => {
      const refunds = moments.flatMap(({ after }) => after.changes.refunds);
      for (const { id, amount, status, refundedAmount } of last(moments).payments.values()) {
        const own = refunds.filter(({ paymentId }) => paymentId === id);
        const sum = own.reduce((total, each) => total + each.amount, 0n);
        expect(refundedAmount ?? 0n).toBe(sum);
        expect(sum).toBeLessThanOrEqual(amount);
        expect(status).toBe(sum === 0n ? status : sum === amount ? 'RETURNED' : 'COMPLETED');
      }
    });
  });

  it('collected fees are the fees of all payments and withdrawals that left, less what was paid out', () => {
    always((moments) => {
      const state = last(moments);
      const payouts = moments.flatMap(({ after }) => after.changes.feePayouts);
      const left = moversOf(state).filter(hasLeft);
      const charged = left.reduce((sum, each) => sum + (each.fee ?? 0n), 0n);
      const paidOut = payouts.reduce((sum, { amount }) => sum + amount, 0n);
      expect(state.collectedFees.get('USD') ?? 0n).toBe(charged - paidOut);
    });
  });
});
