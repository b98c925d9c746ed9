import { transactionIdOf } from '../../lib/id.ts';
import type { Id } from '../../lib/id.ts';
import { move } from '../model/changes.ts';
import type { Changes, Place } from '../model/changes.ts';
import type { Refusal } from '../model/outcomes.ts';
import type { Payment, RailOrder, Transfer } from '../model/records.ts';
import type { State, Wallet } from '../model/state.ts';
import { available, hasRoom, payingWallet, receivingWallet } from './wallets.ts';

const claimTime_ms = 30 * 24 * 60 * 60 * 1000;

/** The rail of a withdrawal, and how long it usually takes to complete one. */
export type RailTerms = { name: string; settlesIn_ms: number };

/** Who is paid: an ACTIVE party, or one that has yet to claim the payment and gets a mail at `claimAddress`. */
export type Payee = {
  partyId: Id<'pty'>;
  active: boolean;
  claimAddress: string | null;
  newIds: { wallet: Id<'wal'> };
};

/** Returns a wallet from which the amount may be taken, or the refusal if there is none. */
function spendableWallet(
  state: State,
  partyId: Id<'pty'>,
  currency: string,
  amount: bigint,
): Wallet | Refusal {
  const wallet = payingWallet(state, partyId, currency);
  if (!wallet) return 'insufficient_funds';
  if (wallet.status === 'frozen') return 'wallet_frozen';
  return available(wallet) < amount ? 'insufficient_funds' : wallet;
}

/**
 * Moves a payment's money to an ACTIVE payee, or holds it for one who has yet to claim it. Returns a refusal if the
 * payer cannot pay or the payee cannot hold the amount.
 */
export function acceptPayment(
  payment: Payment,
  payee: Payee,
  now: Date,
  state: State,
  changes: Changes,
): Refusal | null {
  const { amount, currency, payerPartyId } = payment;
  const { partyId: payeePartyId } = payee;
  const from = spendableWallet(state, payerPartyId, currency, amount);
  if (typeof from === 'string') return from;
  const source: Place = { wallet: from, place: 'available' };
  const movement = firstMovement(payment, source, now);
  if (payee.active) {
    const to = receivingWallet(state, changes, {
      partyId: payeePartyId,
      currency,
      newIds: payee.newIds,
      now,
    });
    if (!hasRoom(to, amount)) return 'recipient_full';
    move(changes, { ...movement, kind: 'payment', destination: { wallet: to, place: 'available' } });
    payment.payeeWalletId = to.id;
    payment.status = 'COMPLETED';
  } else {
    move(changes, { ...movement, kind: 'hold', destination: { wallet: from, place: 'held' } });
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

/**
 * Holds a withdrawal's money and has the bank asked to pay it out after the commit. Returns a refusal if the party
 * cannot pay.
 */
export function acceptWithdrawal(
  transfer: Transfer,
  rail: RailTerms,
  now: Date,
  state: State,
  changes: Changes,
): Refusal | null {
  const { amount, currency, partyId } = transfer;
  const wallet = spendableWallet(state, partyId, currency, amount);
  if (typeof wallet === 'string') return wallet;
  const movement = firstMovement(transfer, { wallet, place: 'available' }, now);
  move(changes, { ...movement, kind: 'hold', destination: { wallet, place: 'held' } });
  transfer.walletId = wallet.id;
  transfer.status = 'PROCESSING';
  transfer.submittedAt = now;
  transfer.acceptedAt = now;
  transfer.updatedAt = now;
  transfer.expectedAvailableAt = new Date(now.getTime() + rail.settlesIn_ms);
  const order = newRailOrder(transfer.id, rail.name, now);
  state.railOrders.set(transfer.id, order);
  changes.railOrders.push(order);
  changes.tasks.add('submitWithdrawals');
  return null;
}

function newRailOrder(transferId: Id<'trf'>, rail: string, now: Date): RailOrder {
  return {
    transferId,
    rail,
    outboundKey: `purser-${transferId}`,
    state: 'waiting',
    cancelRequestedAt: null,
    dueAt: now,
    createdAt: now,
  };
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
