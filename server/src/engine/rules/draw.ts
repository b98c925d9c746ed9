import type { Id } from '../../lib/id.ts';
import { maxAmount } from '../../lib/money.ts';
import { addEvent, type Changes } from '../model/changes.ts';
import { type Refusal, refuse, type Refused } from '../model/outcomes.ts';
import type { Maker, Payment, Transfer, TransferTerms } from '../model/records.ts';
import type { ExternalAccount } from '../model/rail-order.ts';
import type { State, Wallet } from '../model/state.ts';
import { refusalIfFrozen, spenderBounds } from './authority.ts';
import { carryOut } from './carry-out.ts';
import { judge } from './judge.ts';
import { atBank, newTransfer } from './new-transfer.ts';
import { followPayment } from './payment-request.ts';
import { placeOrder, type RailTerms } from './rail-order.ts';
import { receivableAccount } from './receivable.ts';
import type { Recipient } from './recipient.ts';
import { addChangedTarget } from './targets.ts';
import { undo } from './undo.ts';
import { hasRoom, openWallet, owedBy, receivingWallet, refuseSpending } from './wallets.ts';

/** From which account at a bank money is drawn, over which rail, and the ids of what this may open. */
export type DrawFrom = {
  externalAccountId: Id<'eac'>;
  rail: RailTerms;
  /** Why the rail brings in no deposit of this size; null if it does. */
  tooLarge: 'deposit_too_large' | 'deposits_too_large' | null;
  newIds: { transfer: Id<'trf'>; wallet: Id<'wal'>; receivable: Id<'wal'> };
};

/** Returns the account if money can be drawn from it; a refusal if it is not the party's, or not active. */
export function drawableAccount(
  id: Id<'eac'>,
  partyId: Id<'pty'>,
  state: State,
): ExternalAccount | 'external_account_unknown' | 'external_account_unusable' {
  const account = state.accounts.get(id);
  if (account?.partyId !== partyId) return 'external_account_unknown';
  return account.status === 'active' ? account : 'external_account_unusable';
}

/** What is drawn. `walletId` is the wallet that receives, null for the usual one; `paymentId` the payment that waits. */
export type Drawn = TransferTerms &
  Pick<Transfer, 'partyId' | 'paymentId'> & {
    walletId: Id<'wal'> | null;
  };

/**
 * Has the bank asked for money of the party's own account. No money moves until the bank reports. Returns the deposit, or
 * a refusal if the rail or the wallet has no room for it.
 */
export function draw(
  { walletId, ...drawn }: Drawn,
  account: ExternalAccount,
  { rail, tooLarge, newIds }: DrawFrom,
  { maker, now }: { maker: Maker; now: Date },
  state: State,
  changes: Changes,
): Transfer | Refusal {
  const { partyId, currency, amount } = drawn;
  if (tooLarge) return tooLarge;
  if (amount > maxAmount) return 'recipient_full'; // with its fee; before a wallet is opened for it
  const wallet = receivingWallet(state, changes, { partyId, currency, walletId, newIds, now });
  if (!hasRoom(wallet, amount)) return 'recipient_full';
  // Opened now, not when it is needed: a payment that waits for the wallets meanwhile would not see a new row.
  receivableAccount({ partyId, currency, newId: newIds.receivable, now }, state, changes);
  const transfer = newTransfer(
    { id: newIds.transfer, type: 'deposit', walletId: wallet.id, ...drawn, ...atBank(account) },
    maker,
    now,
  );
  placeOrder(transfer, account, rail, now, state, changes);
  changes.transfers.push(transfer);
  addEvent(changes, 'transfer', transfer.id, null, transfer.status, now);
  return transfer;
}

// A day less than statements look back for the ids of payments: longestReview_ms in
// server/src/money/wallets/statement/get.ts.
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
  state: State,
  changes: Changes,
): Refused | null {
  const { id: paymentId, payerPartyId: partyId, currency, description, createdAt: now } = payment;
  const amount = payment.amount + (payment.fee ?? 0n);
  const account = drawableAccount(from.externalAccountId, partyId, state);
  if (typeof account === 'string') return refuse(refusalOf[account]);
  if (typeof wallet !== 'string' && wallet.status === 'frozen') return refuse('wallet_frozen');
  if (owedBy(state, partyId, currency) > 0n) {
    return refuseSpending('amount_owed', { ...payment, partyId }, wallet, state);
  }
  const drawn = { partyId, amount, currency, description, tags: null, walletId: null, paymentId };
  const transfer = draw(drawn, account, from, { maker: payment, now }, state, changes);
  return typeof transfer === 'string' ? refuse(transfer) : null;
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
  { now, newIds: { payeeWallet: wallet } }: { now: Date; newIds: { payeeWallet: Id<'wal'> } },
  state: State,
  changes: Changes,
): Refusal | null {
  const { payerPartyId: partyId, payeePartyId, amount, currency, status, createdAt } = payment;
  if (payeePartyId === null) throw new Error('a payment of a request names its payee');
  if (refusalIfFrozen({ partyId }, partyId, state)) return 'party_frozen';
  const counterparty = { type: 'party_id', partyId: payeePartyId } as const;
  const recipient: Recipient = {
    counterparty,
    partyId: payeePartyId,
    active: true,
    claimAddress: null,
    newContact: null,
  };
  const asked = () => ({ to: recipient, purchase: null });
  const bounds = spenderBounds({ partyId, agentId: null }, partyId, state);
  const judgement = judge(bounds, { amount, currency, now }, asked, state, () => false);
  if (now.getTime() - createdAt.getTime() > longestWait_ms) return 'payment_ended';
  if (judgement.breaches.length > 0) return 'needs_approval';
  const from = openWallet(state, partyId, currency, walletId) ?? 'wallet_closed';
  const newIds = { wallet };
  const target = { type: 'payment', record: payment } as const;
  const refused = carryOut({ ...target, recipient, newIds }, from, judgement, state, changes);
  if (refused) return refused.refusal;
  addEvent(changes, 'payment', payment.id, status, payment.status, now);
  addChangedTarget(target, changes);
  followPayment(payment, now, state, changes);
  return null;
}
