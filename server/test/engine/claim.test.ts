import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/engine/commands/claim.ts';
import type { Dated } from '../../src/engine/model/actor.ts';
import type { Payment } from '../../src/engine/model/records.ts';
import type { AddressClaim, LoadedState } from '../../src/engine/model/state.ts';
import { cancellation, decision, payment } from './commands.ts';
import { expiry } from './own-commands.ts';
import { paymentInReview } from './review.ts';
import { balance, held, lastPayment, next, refusalOf, run, stored, words } from './run.ts';
import {
  id,
  later,
  now,
  provisional,
  setParty,
  setWallets,
  shop,
  stranger,
  waiting,
  wallet,
  world,
} from './world.ts';

const day = later({ days: 1 });
const due = later({ days: 30 });

/** A payment that waits for an address, and what its owner has claimed; nothing unless `values` say so. */
function claimed(values: Partial<AddressClaim> = {}): { state: LoadedState; it: Payment } {
  const after = run(world(), payment({ counterparty: waiting }));
  const state = stored(after);
  const it = lastPayment(after);
  state.claims.set(it.id, { claimedAt: null, isLeftOut: false, ...values });
  return { state, it };
}

function claim({ id: paymentId, currency }: Payment, at = now): Dated<Claim> {
  const newIds = { wallet: id('wal', 'wallet of the claim') };
  return {
    kind: 'claim',
    now: at,
    paymentId,
    payerPartyId: shop,
    waitsForPartyId: provisional,
    payeePartyId: provisional,
    currency,
    newIds,
  };
}

describe('a payment whose payee has claimed it', () => {
  it('is neither canceled nor returned, before and after it was due', () => {
    const { state, it: about } = claimed({ claimedAt: day });
    for (const at of [day, later({ ms: -1 }, due), due, later({ days: 60 })]) {
      expect(refusalOf(state, cancellation(about, { now: at }))).toBe('payment_ended');
      expect(refusalOf(state, expiry(about, at))).toBe('payment_ended');
    }
  });

  it.each([day, due, later({ days: 60 })])('completes whenever its money moves: %s', (at) => {
    const { state, it: about } = claimed({ claimedAt: later({ ms: -1 }, due) });
    const after = run(state, claim(about, at));
    expect(words(after)).toEqual(['COMPLETED']);
    expect([balance(after.state, provisional), held(after.state, shop)]).toEqual([1_000n, 0n]);
    expect(words(next(after, claim(about, at), cancellation(about)))).toEqual([
      'payment_ended',
      'payment_ended',
    ]);
  });

  it('is not canceled by the batch that accepts it, which had seen the address unproved', () => {
    const { state, it: about, approval } = paymentInReview({ counterparty: waiting });
    state.claims.set(about.id, { claimedAt: day, isLeftOut: false });
    const at = { now: later({ ms: 1 }, day) };
    const after = run(state, decision(approval, about, at), cancellation(about, at));
    expect(words(after)).toEqual(['approved', 'payment_ended']);
    expect(words(next(after, claim(lastPayment(after), due)))).toEqual(['COMPLETED']);
  });

  it('waits while no wallet has room for it: it stays claimed', () => {
    const { state, it: about } = claimed({ claimedAt: day });
    setWallets(state, wallet(provisional, { posted: 2n ** 53n - 1n }));
    expect(refusalOf(state, claim(about, due))).toBe('recipient_full');
    expect(refusalOf(state, expiry(about, due))).toBe('payment_ended');
  });
});

const takenOver = (state: LoadedState): void =>
  setParty(state, provisional, { status: 'MERGED', mergedInto: stranger });

describe('a payment to a party that another has taken over', () => {
  it('completes to the other one, once, and keeps whom it named', () => {
    const { state, it: about } = claimed({ claimedAt: day });
    takenOver(state);
    const taken = { ...claim(about, due), payeePartyId: stranger };
    const after = run(state, taken);
    expect(words(after)).toEqual(['COMPLETED']);
    const paid = { payeePartyId: stranger, firstPayeePartyId: provisional };
    expect(stored(after).payments.get(about.id)).toMatchObject(paid);
    expect([balance(after.state, stranger), held(after.state, shop)]).toEqual([1_000n, 0n]);
    expect(after.changes.counterparties).toEqual([{ payerPartyId: shop, payeePartyId: stranger }]);
    expect(words(next(after, taken, claim(about, due)))).toEqual(['payment_ended', 'payment_ended']);
  });

  it('is paid to the other one at once, in its own wallet, if it is made or approved later', () => {
    const counterparty = { type: 'party_id', partyId: provisional } as const;
    const { state, it: about, approval } = paymentInReview({ counterparty });
    takenOver(state);
    const after = run(state, decision(approval, about), payment({ counterparty }));
    expect(stored(after).payments.get(about.id)).toMatchObject({
      status: 'COMPLETED',
      payeePartyId: stranger,
      firstPayeePartyId: provisional,
    });
    const made = { status: 'COMPLETED', payeePartyId: stranger, firstPayeePartyId: null };
    expect(after.changes.payments).toMatchObject([made]);
  });

  it('is not approved if the other one pays it', () => {
    const counterparty = { type: 'party_id', partyId: provisional } as const;
    const { state, it: about, approval } = paymentInReview({ counterparty });
    setParty(state, provisional, { status: 'MERGED', mergedInto: shop });
    expect(refusalOf(state, decision(approval, about))).toBe('recipient_is_payer');
    expect(refusalOf(state, payment({ counterparty }))).toBe('pays_itself');
  });
});

describe('a payment that is no part of a claim', () => {
  it.each<[string, Partial<AddressClaim>, string]>([
    ['nobody has proved the address', {}, 'recipient_party_unknown'],
    ['it was due when the address was proved', { claimedAt: due }, 'payment_ended'],
    ['there was no room for it', { claimedAt: day, isLeftOut: true }, 'payment_ended'],
  ])('does not complete, is canceled until it is due, and goes back then: %s', (_why, values, refusal) => {
    const { state, it: about } = claimed(values);
    expect(refusalOf(state, claim(about))).toBe(refusal);
    expect(words(run(state, cancellation(about, { now: day })))).toEqual(['CANCELED']);
    expect(refusalOf(state, cancellation(about, { now: due }))).toBe('payment_ended');
    expect(words(run(state, expiry(about, due)))).toEqual(['RETURNED']);
  });
});
