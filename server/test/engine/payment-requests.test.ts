import { describe, expect, it } from 'vitest';
import { contactKey } from '../../src/engine/model/counterparty.ts';
import type { LoadedState, Wallet } from '../../src/engine/model/state.ts';
import type { PaymentRequest } from '../../src/engine/model/payment-request.ts';
import type { ReviewedTarget } from '../../src/engine/model/targets.ts';
import { cancellation, decision, fulfilment } from './commands.ts';
import { expiry } from './own-commands.ts';
import { approvalOf, eventsOf, lastPayment, next, refusalOf, run, type Run, stored, words } from './run.ts';
import { limitedWorld } from './review.ts';
import {
  buyer,
  id,
  later,
  setAgent,
  setPaymentRequest,
  setWallets,
  shop,
  stranger,
  wallet,
  world,
} from './world.ts';

const ofAgent = { actor: { agentId: buyer } };

function asked(state = world(), values: Partial<PaymentRequest> = {}): LoadedState {
  setPaymentRequest(state, values);
  return state;
}

/** Returns the request's status, payer and payment as stored. */
function requestAfter(after: Run): Array<string | null> {
  const [request] = stored(after).paymentRequests.values();
  return [request?.status ?? null, request?.payerPartyId ?? null, request?.paymentId ?? null];
}

/** A payment of the request that waits for the shop's approval. */
const inReview = (): Run => run(asked(limitedWorld()), fulfilment(ofAgent));

describe('a payment request', () => {
  it('is completed by the payment that fulfils it', () => {
    const paid = run(asked(), fulfilment());
    expect([words(paid), requestAfter(paid)]).toEqual([
      ['COMPLETED'],
      ['COMPLETED', shop, lastPayment(paid).id],
    ]);
    expect(eventsOf(paid)).toEqual(['payment – → COMPLETED', 'paymentRequest OPEN → COMPLETED']);
    expect(lastPayment(paid)).toMatchObject({ paymentRequestId: 'request', requestId: null });
  });

  it('is paid once among any number of payments in one batch', () => {
    const paid = run(asked(), ...Array.from({ length: 20 }, () => fulfilment()));
    expect(words(paid).toSorted()).toEqual(['COMPLETED', ...Array<string>(19).fill('request_closed')]);
    expect(paid.changes.movements.length).toBe(1);
  });

  it.each(['PROCESSING', 'COMPLETED', 'CANCELED', 'DECLINED', 'EXPIRED'] as const)(
    'that is %s cannot be paid',
    (status) => expect(refusalOf(asked(world(), { status }), fulfilment())).toBe('request_closed'),
  );

  it('can be paid until it expires, and not from that time on', () => {
    const state = asked();
    expect(words(run(state, fulfilment({ now: later({ days: 30, ms: -1 }) })))).toEqual(['COMPLETED']);
    expect(refusalOf(state, fulfilment({ now: later({ days: 30 }) }))).toBe('request_closed');
  });

  it('is being paid while its payment is in review, and paid when that is approved', () => {
    const reviewed = inReview();
    const payment = lastPayment(reviewed);
    expect(requestAfter(reviewed)).toEqual(['PROCESSING', shop, payment.id]);
    expect(words(next(reviewed, fulfilment()))).toEqual(['request_closed']);
    const approved = next(reviewed, decision(approvalOf(reviewed, payment), payment));
    expect(requestAfter(approved)).toEqual(['COMPLETED', shop, payment.id]);
    expect(eventsOf(approved)).toContain('paymentRequest PROCESSING → COMPLETED');
  });

  it('is paid by an approval that comes after its time, since its payment came before', () => {
    const state = asked(limitedWorld(), { expiresAt: later({ ms: 1 }) });
    const reviewed = run(state, fulfilment(ofAgent));
    const payment = lastPayment(reviewed);
    const approval = decision(approvalOf(reviewed, payment), payment, { now: later({ days: 1 }) });
    expect(requestAfter(next(reviewed, approval))[0]).toBe('COMPLETED');
  });

  it.each([
    [
      'denied',
      (after: Run) =>
        decision(approvalOf(after, lastPayment(after)), lastPayment(after), { verdict: 'deny' }),
    ],
    ['canceled', (after: Run) => cancellation(lastPayment(after))],
    ['undecided for 7 days', (after: Run) => expiry(lastPayment(after), later({ days: 7 }))],
    [
      'canceled with its agent',
      (after: Run) => {
        const { target, ...request } = cancellation(lastPayment(after));
        return { ...request, kind: 'cancelReview' as const, target: target as ReviewedTarget };
      },
    ],
  ])('is open again when its payment is %s, and can be paid again', (_what, end) => {
    const reviewed = inReview();
    const ended = next(reviewed, end(reviewed));
    expect(requestAfter(ended)).toEqual(['OPEN', null, null]);
    expect(eventsOf(ended)).toContain('paymentRequest PROCESSING → OPEN');
    const state = stored(ended);
    setAgent(state);
    const paid = run(state, fulfilment(ofAgent));
    expect([words(paid), requestAfter(paid)[0]]).toEqual([['COMPLETED'], 'COMPLETED']);
  });

  it('to an address is paid by the party that has verified it, and by no other', () => {
    const contact = { kind: 'email', value: 'shop@example.com' } as const;
    const state = asked(world(), { payerIdentifierType: 'email', addressee: contact.value });
    const fulfils = {
      paymentRequestId: setPaymentRequestId(state),
      payerAddress: contact,
      ...nothingExpected,
    };
    const refused = (): string | undefined => refusalOf(state, fulfilment({ fulfils }));
    expect(refused()).toBe('not_the_payer');
    state.contacts.set(contactKey(contact), { partyId: stranger, active: true });
    expect(refused()).toBe('not_the_payer');
    state.contacts.set(contactKey(contact), { partyId: shop, active: false });
    expect(refused()).toBe('not_the_payer');
    state.contacts.set(contactKey(contact), { partyId: shop, active: true });
    expect(words(run(state, fulfilment({ fulfils })))).toEqual(['COMPLETED']);
  });

  it('to an agent is paid by the agent, or by its party without an agent', () => {
    const state = asked(world(), { payerIdentifierType: 'agent_id', payerIdentifier: buyer });
    const another = 'another' as typeof buyer;
    setAgent(state, { id: another });
    expect(words(run(state, fulfilment(ofAgent)))).toEqual(['COMPLETED']);
    expect(words(run(state, fulfilment()))).toEqual(['COMPLETED']);
    expect(refusalOf(state, fulfilment({ actor: { agentId: another } }))).toBe('not_the_paying_agent');
  });

  it('is paid into the wallet that it names, unless that is closed, also when it is approved', () => {
    const drawer = wallet(stranger, { id: id('wal', 'drawer') });
    const till = wallet(stranger, { isDefault: true });
    const paidInto = (wallets: Wallet[], before = world()): Array<string | null> => {
      const state = asked(before, { walletId: drawer.id });
      setWallets(state, ...wallets);
      const paid = run(state, fulfilment(ofAgent));
      const payment = lastPayment(paid);
      if (payment.status !== 'IN_REVIEW') return [payment.status, payment.payeeWalletId];
      const approved = next(paid, decision(approvalOf(paid, payment), payment));
      const stored = [...approved.changes.changedPayments][0];
      return ['approved', stored?.payeeWalletId ?? null];
    };
    expect(paidInto([till, drawer])).toEqual(['COMPLETED', drawer.id]);
    expect(paidInto([till, { ...drawer, status: 'closed' }])).toEqual(['COMPLETED', till.id]);
    expect(paidInto([till, drawer], limitedWorld())).toEqual(['approved', drawer.id]);
  });

  it('is never paid by the party that asks', () => {
    const state = asked(world(), { partyId: shop });
    expect(refusalOf(state, fulfilment())).toBe('not_the_payer');
  });
});

const nothingExpected = { expectedAmount: null, expectedCurrency: null };

function setPaymentRequestId(state: LoadedState): PaymentRequest['id'] {
  const [request] = state.paymentRequests.values();
  if (!request) throw new Error('a request was made');
  return request.id;
}
