import type { Dated } from '../model/actor.ts';
import { type Id, transactionIdOf } from '../../lib/id.ts';
import { needClaim, needPayment, type Needs, needWallet } from '../load/needs.ts';
import type { Changes, Movement } from '../model/changes.ts';
import { done, type Outcome, refuse } from '../model/outcomes.ts';
import type { State } from '../model/state.ts';
import { isClaimed, setPayee } from '../rules/claimed.ts';
import { moveFee } from '../rules/fees.ts';
import { setStatus } from '../rules/targets.ts';
import { arrive } from '../rules/receivable.ts';
import { hasRoom, receivingWallet, walletById } from '../rules/wallets.ts';

/**
 * Moves the money of a payment that waits for a recipient who has proved the address meanwhile. Sent by Purser itself.
 */
export type Claim = {
  kind: 'claim';
  paymentId: Id<'pay'>;
  payerPartyId: Id<'pty'>;
  /** The party for which it waits. */
  waitsForPartyId: Id<'pty'>;
  /** The party that receives it: the same one, or the one that has taken it over. */
  payeePartyId: Id<'pty'>;
  currency: string;
  newIds: { wallet: Id<'wal'> };
};

// Neither agent nor counters: a claim spends nothing, and gives nothing back.
export function claimNeeds({ paymentId, payerPartyId, payeePartyId, currency }: Claim, needs: Needs): void {
  needWallet(needs, payerPartyId, currency);
  needWallet(needs, payeePartyId, currency);
  needPayment(needs, paymentId);
  needClaim(needs, paymentId);
}

/**
 * Completes a payment with its held money, whenever that happens: it was claimed in time. Refuses one that has ended, and
 * one that is no part of the claim.
 */
export function decideClaim(command: Dated<Claim>, state: State, changes: Changes): Outcome {
  const { paymentId, payerPartyId, waitsForPartyId, payeePartyId, currency, newIds, now } = command;
  const payment = state.payments.get(paymentId);
  if (payment?.status !== 'PENDING_CLAIM' || payment.payeePartyId !== waitsForPartyId) {
    return refuse('payment_ended');
  }
  if (!state.claims.get(paymentId)?.claimedAt) return refuse('recipient_party_unknown');
  if (!isClaimed(payment, state)) return refuse('payment_ended');
  const { amount } = payment;
  const from = walletById(state, payerPartyId, currency, payment.payerWalletId);
  const to = receivingWallet(state, changes, { partyId: payeePartyId, currency, newIds, now });
  if (!hasRoom(to, amount)) return refuse('recipient_full');
  const movement: Movement = {
    transactionId: transactionIdOf(paymentId),
    step: 2,
    kind: 'claim',
    source: { wallet: from, place: 'held' },
    destination: { wallet: to, place: 'available' },
    amount,
    currency,
  };
  arrive(movement, now, state, changes);
  moveFee(payment, movement, state, changes);
  if (payeePartyId !== waitsForPartyId) {
    setPayee(payment, payeePartyId);
    changes.counterparties.push({ payerPartyId, payeePartyId }); // its pair was stored, or is, with the first payee
  }
  payment.payeeWalletId = to.id;
  payment.dueAt = null;
  setStatus({ type: 'payment', record: payment }, 'COMPLETED', now, state, changes);
  return done(paymentId);
}
