import { describe, expect, it } from 'vitest';
import { contactKey } from '../../src/engine/model/counterparty.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { decision } from './commands.ts';
import { paymentInReview } from './review.ts';
import { balance, eventsOf, refusalOf, run, stored } from './run.ts';
import { newcomer, provisional, setWallets, shop, stranger, wallet } from './world.ts';

const reviewed = () => paymentInReview({ counterparty: newcomer });
const leadTo = (state: LoadedState, partyId: typeof shop, active: boolean) =>
  state.contacts.set(contactKey(newcomer.contact), { partyId, active });

describe('an address that led to no party when the payment went to review', () => {
  it('is registered when the payment is approved, under the id that the response to the payment showed', () => {
    const { state, it: about, approval } = reviewed();
    const after = run(state, decision(approval, about));
    const party = { id: about.id, contact: newcomer.contact };
    expect(after.changes.parties).toMatchObject([party]);
    const paid = { status: 'PENDING_CLAIM', payeePartyId: about.id };
    expect(stored(after).payments.get(about.id)).toMatchObject(paid);
    expect(after.changes.mails).toMatchObject([{ kind: 'claim', recipient: newcomer.contact.value }]);
    expect(eventsOf(after)).toContain('party – → PROVISIONAL');
  });

  it('is not registered by a denial, nor by an approval that is refused', () => {
    const { state, it: about, approval } = reviewed();
    expect(run(state, decision(approval, about, { verdict: 'deny' })).changes.parties).toEqual([]);
    setWallets(state, wallet(shop, { posted: 999n }));
    expect(refusalOf(state, decision(approval, about))).toBe('insufficient_funds');
  });

  it('leads the payment to the party that has signed up with it since', () => {
    const { state, it: about, approval } = reviewed();
    leadTo(state, stranger, true);
    const after = run(state, decision(approval, about));
    const paid = { status: 'COMPLETED', payeePartyId: stranger };
    expect(stored(after).payments.get(about.id)).toMatchObject(paid);
    expect([after.changes.parties, balance(after.state, stranger)]).toEqual([[], 1_000n]);
  });

  it('leads the payment to the party that another payment has registered for it since', () => {
    const { state, it: about, approval } = reviewed();
    leadTo(state, provisional, false);
    const after = run(state, decision(approval, about));
    const paid = { status: 'PENDING_CLAIM', payeePartyId: provisional };
    expect(stored(after).payments.get(about.id)).toMatchObject(paid);
    expect(after.changes.parties).toEqual([]);
  });

  it('becomes one party, however many payments to it are approved at once', () => {
    const first = reviewed();
    const second = paymentInReview({ counterparty: newcomer }, first.state);
    const decisions = [first, second].map(({ it: about, approval }) => decision(approval, about));
    const { outcomes, changes } = run(second.state, ...decisions);
    expect(outcomes.map(({ done }) => done)).toEqual([true, true]);
    expect(changes.parties).toHaveLength(1);
    const payees = [...changes.changedPayments].map(({ payeePartyId }) => payeePartyId);
    expect(payees).toEqual([first.it.id, first.it.id]);
  });
});
