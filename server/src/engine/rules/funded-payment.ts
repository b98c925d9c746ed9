import type { Id } from '../../lib/id.ts';
import { addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import type { Refusal } from '../model/outcomes.ts';
import type { Payment, Transfer } from '../model/records.ts';
import type { State, Wallet } from '../model/state.ts';
import { acceptPayment } from './carry-out.ts';
import { isFrozen, spenderBounds } from './authority.ts';
import { countAccepted, spendingTime } from './judge.ts';
import { draw, drawableAccount } from './draw.ts';
import type { DrawFrom } from './draw.ts';
import { exceededLimits } from './limits.ts';
import { followPayment } from './payment-request.ts';
import { addChangedTarget } from './targets.ts';
import { undo } from './undo.ts';
import { openWallet } from './wallets.ts';

// A day less than statements look back for the ids of payments (longestReview_ms in server/src/wallets/statement/get.ts).
const longestWait_ms = 29 * 24 * 60 * 60 * 1000;

/**
 * Draws the money of a payment, with its fee, from an account of its payer. The payment stays PROCESSING, and counts
 * against no limit, until the bank reports. `wallet` is the one that will pay, or why there is none. Returns a refusal if
 * nothing can be drawn, or the wallet could not pay.
 */
export function drawForPayment(
  payment: Payment,
  from: DrawFrom,
  wallet: Wallet | Refusal,
  now: Date,
  state: State,
  changes: Changes,
): Refusal | null {
  const { id: paymentId, payerPartyId: partyId, currency, description } = payment;
  const amount = payment.amount + (payment.fee ?? 0n);
  const account = drawableAccount(from.externalAccountId, partyId, state);
  if (typeof account === 'string') return refusalOf[account];
  if (typeof wallet !== 'string' && wallet.status === 'frozen') return 'wallet_frozen';
  const drawn = { partyId, amount, currency, description, tags: null, walletId: null, paymentId };
  const transfer = draw(drawn, account, from, { maker: payment, now }, state, changes);
  return typeof transfer === 'string' ? transfer : null;
}

/** The same with the place in the request where the account is named. */
const refusalOf = {
  external_account_unknown: 'paying_account_unknown',
  external_account_unusable: 'paying_account_unusable',
} as const;

/**
 * Decides the payment that waited for a deposit: pays if the money has arrived, and ends it without effect otherwise, or
 * if it can no longer be paid. Then the money stays in the wallet of its payer.
 */
export function decideFundedPayment(
  transfer: Transfer,
  { now, newIds }: { now: Date; newIds: { payeeWallet: Id<'wal'> } },
  state: State,
  changes: Changes,
): void {
  if (transfer.paymentId === null) return;
  const payment = state.payments.get(transfer.paymentId);
  if (!payment) throw new Error('the payment that a deposit funds was not loaded');
  if (payment.status !== 'PROCESSING') return; // decided when the deposit completed; it was returned since
  const refusal =
    transfer.status === 'COMPLETED' ? pay(payment, transfer, { now, newIds }, state, changes) : null;
  if (payment.acceptedAt && !refusal) return;
  const status = transfer.status === 'CANCELED' ? 'CANCELED' : 'FAILED';
  undo({ type: 'payment', record: payment }, status, now, state, changes);
}

function pay(
  payment: Payment,
  { walletId }: Transfer,
  settled: { now: Date; newIds: { payeeWallet: Id<'wal'> } },
  state: State,
  changes: Changes,
): Refusal | null {
  const { payerPartyId: partyId, payeePartyId, amount, currency, status, createdAt } = payment;
  if (payeePartyId === null) throw new Error('a payment of a request names its payee');
  if (isFrozen({ partyId }, partyId, state)) return 'party_frozen';
  const bounds = spenderBounds({ partyId, agentId: null }, partyId, state);
  const now = spendingTime(bounds, settled.now, state);
  if (now.getTime() - createdAt.getTime() > longestWait_ms) return 'payment_ended';
  const spending = { amount, currency, now };
  if (exceededLimits(bounds.limits, spending, state).length > 0) return 'needs_approval';
  const from = openWallet(state, partyId, currency, walletId) ?? 'wallet_closed';
  const newIds = { wallet: settled.newIds.payeeWallet };
  const payee = { partyId: payeePartyId, active: true, claimAddress: null, newIds };
  const refusal = acceptPayment(payment, from, payee, now, state, changes);
  if (refusal) return refusal;
  addEvent(changes, 'payment', payment.id, status, payment.status, now);
  addChangedTarget({ type: 'payment', record: payment }, changes);
  countAccepted(bounds, spending, state, changes);
  followPayment(payment, now, state, changes);
  return null;
}
