import { transactionIdOf } from '../../lib/id.ts';
import { settlementTime } from '../../lib/banking-days.ts';
import type { SettlementTime } from '../../lib/banking-days.ts';
import type { Id } from '../../lib/id.ts';
import type { Changes, Movement, Place } from '../model/changes.ts';
import type { Refusal } from '../model/outcomes.ts';
import type { Payment, Transfer } from '../model/records.ts';
import type { OrderAccount } from '../model/rail-order.ts';
import type { State, Wallet } from '../model/state.ts';
import { moveFee, moveWithFee } from './fees.ts';
import { newRailOrder } from './rail-order.ts';
import { arrive } from './receivable.ts';
import { cannotSpend, hasRoom, receivingWallet } from './wallets.ts';

const claimTime_ms = 30 * 24 * 60 * 60 * 1000;

/** The rail of a transfer, and how long it usually takes to complete one. */
export type RailTerms = { name: string; settlesIn: SettlementTime };

/** Who is paid: an ACTIVE party, or one that has yet to claim the payment and gets a message at `claimAddress`. */
export type Payee = {
  partyId: Id<'pty'>;
  active: boolean;
  claimAddress: string | null;
  newIds: { wallet: Id<'wal'> };
};

/**
 * Moves a payment's money from this wallet to an ACTIVE payee, or holds it for one who has yet to claim it. Returns a
 * refusal if there is no such wallet, it cannot pay, or the payee cannot hold the amount.
 */
export function acceptPayment(
  payment: Payment,
  from: Wallet | Refusal,
  payee: Payee,
  now: Date,
  state: State,
  changes: Changes,
): Refusal | null {
  const { amount, currency, payerPartyId } = payment;
  const { partyId: payeePartyId } = payee;
  if (typeof from === 'string') return from;
  const refusal = cannotSpend(from, amount, payment.fee);
  if (refusal) return refusal;
  const source: Place = { wallet: from, place: 'available' };
  const movement = firstMovement(payment, source, now);
  if (payee.active) {
    const to = receivingWallet(state, changes, {
      partyId: payeePartyId,
      currency,
      walletId: requestedWallet(payment, state),
      newIds: payee.newIds,
      now,
    });
    if (!hasRoom(to, amount)) return 'recipient_full';
    const destination: Place = { wallet: to, place: 'available' };
    const arrival: Movement = { ...movement, kind: 'payment', destination };
    arrive(arrival, state, changes);
    moveFee(payment, arrival, state, changes);
    payment.payeeWalletId = to.id;
    payment.status = 'COMPLETED';
  } else {
    const destination: Place = { wallet: from, place: 'held' };
    moveWithFee(payment, { ...movement, kind: 'hold', destination }, state, changes);
    payment.status = 'PENDING_CLAIM';
    payment.dueAt = new Date(now.getTime() + claimTime_ms);
    enqueueClaimMail(payment, payee.claimAddress, now, changes);
  }
  payment.payeePartyId = payeePartyId;
  payment.payerWalletId = from.id;
  payment.acceptedAt = now;
  payment.updatedAt = now;
  if (state.announcedTo === null || payment.id <= state.announcedTo) {
    changes.counterparties.push({ payerPartyId, payeePartyId });
  }
  return null;
}

/** Returns the wallet that the payment request names which the payment fulfils. */
function requestedWallet({ paymentRequestId }: Payment, state: State): Id<'wal'> | null {
  return paymentRequestId && (state.paymentRequests.get(paymentRequestId)?.walletId ?? null);
}

/**
 * Holds a withdrawal's money in this wallet and has the bank asked to pay it out to this account after the commit.
 * Returns a refusal if there is no such wallet or it cannot pay.
 */
export function acceptWithdrawal(
  transfer: Transfer,
  wallet: Wallet | Refusal,
  account: OrderAccount,
  rail: RailTerms,
  now: Date,
  state: State,
  changes: Changes,
): Refusal | null {
  if (typeof wallet === 'string') return wallet;
  const refusal = cannotSpend(wallet, transfer.amount, transfer.fee);
  if (refusal) return refusal;
  const movement = firstMovement(transfer, { wallet, place: 'available' }, now);
  const destination: Place = { wallet, place: 'held' };
  moveWithFee(transfer, { ...movement, kind: 'hold', destination }, state, changes);
  transfer.status = 'PROCESSING';
  transfer.submittedAt = now;
  transfer.acceptedAt = now;
  transfer.updatedAt = now;
  placeOrder(transfer, account, rail, now, state, changes);
  return null;
}

/** Has the bank asked to carry out a transfer, after the commit. */
export function placeOrder(
  transfer: Transfer,
  account: OrderAccount,
  rail: RailTerms,
  now: Date,
  state: State,
  changes: Changes,
): void {
  transfer.expectedAvailableAt = settlementTime(now, rail.settlesIn);
  const order = newRailOrder(transfer.id, rail.name, account, now);
  state.railOrders.set(transfer.id, order);
  changes.railOrders.push(order);
  changes.tasks.add('submitOrders');
}

function enqueueClaimMail(
  { id, payerPartyId }: Payment,
  address: string | null,
  now: Date,
  changes: Changes,
): void {
  if (address === null) return;
  changes.mails.push({ kind: 'claim', resourceId: id, partyId: payerPartyId, recipient: address, now });
  changes.tasks.add('sendMail');
}

function firstMovement({ id, amount, currency }: Payment | Transfer, source: Place, now: Date) {
  const transactionId = transactionIdOf(id);
  return { transactionId, step: 1, source, amount, currency, createdAt: now };
}
