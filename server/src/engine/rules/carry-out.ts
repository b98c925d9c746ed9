import { type Id, transactionIdOf } from '../../lib/id.ts';
import type { Changes, Movement, Place } from '../model/changes.ts';
import { isLate } from '../model/implied-rows.ts';
import { toAccount } from '../model/counterparty.ts';
import { type Refusal, refuse, type Refused } from '../model/outcomes.ts';
import type { Payment, Transfer } from '../model/records.ts';
import type { ExternalAccount } from '../model/rail-order.ts';
import type { State, Wallet } from '../model/state.ts';
import { transferFacts } from '../model/targets.ts';
import { claimTime_ms } from '../model/waiting.ts';
import { moveFee, moveWithFee } from './fees.ts';
import type { Judgement } from './judge.ts';
import { countSpending } from './limits.ts';
import { placeOrder, type RailTerms } from './rail-order.ts';
import { setPayee } from './claimed.ts';
import { arrive } from './receivable.ts';
import { askedPayee, payeeOf, type Recipient, register } from './recipient.ts';
import { recordSpent } from './rule-history.ts';
import { noPayee, requestApprovals } from './targets.ts';
import { cannotSpend, hasRoom, receivingWallet, refuseSpending } from './wallets.ts';

/** A payment or withdrawal that was judged, and where its money goes. */
export type Spend =
  | { type: 'payment'; record: Payment; recipient: Recipient; newIds: { wallet: Id<'wal'> } }
  | { type: 'withdrawal'; record: Transfer; account: ExternalAccount; rail: RailTerms };

/**
 * Carries out a payment or withdrawal that may be: moves or holds its money, and does all that follows. It counts
 * against limits and rules, an address that led to no party becomes one, and payee and purchase are recorded for later
 * payments. Refuses it, with nothing done, if there is no such wallet, it cannot pay, or the payee cannot hold the amount.
 */
export function carryOut(
  spend: Spend,
  from: Wallet | Refusal,
  judgement: Judgement,
  state: State,
  changes: Changes,
): Refused | null {
  const { bounds, spending } = judgement;
  const { now } = spending;
  const refusal = acceptSpend(spend, from, now, state, changes);
  if (refusal) return refuseSpending(refusal, { ...spend.record, partyId: payerOf(spend) }, from, state);
  countSpending(bounds.limits, spending, state, changes);
  if (spend.type === 'payment') register(spend.recipient, now, state, changes);
  recordForRules(spend, 'accepted', judgement, state, changes);
  return null;
}

/** Records a payment or withdrawal for the rules that will look back at it. */
function recordForRules(
  spend: Spend,
  status: 'accepted' | 'in review',
  { bounds: { ruleSets }, spending: { now: at } }: Judgement,
  state: State,
  changes: Changes,
): void {
  if (ruleSets.length === 0) return;
  if (spend.type === 'payment') {
    // What is in review registers no address yet.
    const to = status === 'accepted' ? spend.recipient : payeeOf(spend.recipient);
    recordSpent(ruleSets, { type: 'payment', at, record: spend.record, to }, status, state, changes);
    return;
  }
  const { type, record: transfer, account } = spend;
  const payer = { payerPartyId: transfer.partyId, initiatorPartyId: transfer.partyId };
  const spent = { type, at, record: { ...transfer, ...payer }, to: toAccount(account.id) };
  recordSpent(ruleSets, spent, status, state, changes);
}

function payerOf({ type, record }: Spend): Id<'pty'> {
  return type === 'payment' ? record.payerPartyId : record.partyId;
}

/** How a payment or withdrawal is sent to review: the ids of its approvals, and how much of an agent may wait. */
type Review = { maxInReview: number; newIds: { approvals: ReadonlyArray<Id<'apr'>> } };

/**
 * Sends a payment or withdrawal to review: each owner of what it exceeds has to approve. No money is held until then.
 * Refuses it, with nothing done, if as much of its agent as may waits already.
 */
export function sendToReview(
  spend: Spend,
  judgement: Judgement,
  { maxInReview, newIds: { approvals: approvalIds } }: Review,
  state: State,
  changes: Changes,
): Refused | null {
  const { agentId } = spend.record;
  const { breaches } = judgement;
  const { now } = judgement.spending;
  if (agentId) {
    const waiting = state.inReview.get(agentId) ?? 0;
    if (waiting >= maxInReview) return { ...refuse('too_many_in_review'), mayWait: maxInReview };
    state.inReview.set(agentId, waiting + 1);
  }
  spend.record.status = 'IN_REVIEW';
  if (spend.type === 'withdrawal') {
    const facts = { ...transferFacts('withdrawal', spend.record), ...noPayee };
    requestApprovals(facts, breaches, approvalIds, now, changes);
    recordForRules(spend, 'in review', judgement, state, changes);
    return null;
  }
  const { type, record, recipient } = spend;
  record.reviewed = true;
  record.recipientAddress = recipient.newContact?.value ?? null; // registered when it is approved
  const facts = { type, ...record, ...askedPayee(recipient) };
  requestApprovals(facts, breaches, approvalIds, now, changes);
  recordForRules(spend, 'in review', judgement, state, changes);
  return null;
}

function acceptSpend(
  spend: Spend,
  from: Wallet | Refusal,
  now: Date,
  state: State,
  changes: Changes,
): Refusal | null {
  if (typeof from === 'string') return from;
  const { record } = spend;
  const refusal = cannotSpend(state, from, record.amount, record.fee);
  if (refusal) return refusal;
  return spend.type === 'payment'
    ? acceptPayment(spend, from, now, state, changes)
    : acceptWithdrawal(spend, from, now, state, changes);
}

/** Moves a payment's money to an ACTIVE payee, or holds it for one who has yet to claim it. */
function acceptPayment(
  { record: payment, recipient, newIds }: Extract<Spend, { type: 'payment' }>,
  from: Wallet,
  now: Date,
  state: State,
  changes: Changes,
): Refusal | null {
  const { amount, currency, payerPartyId } = payment;
  const { partyId: payeePartyId } = recipient;
  const movement = firstMovement(payment, from);
  if (recipient.active) {
    const walletId = requestedWallet(payment, state);
    const wanted = { partyId: payeePartyId, currency, walletId, newIds, now };
    const to = receivingWallet(state, changes, wanted);
    if (!hasRoom(to, amount)) return 'recipient_full';
    const destination: Place = { wallet: to, place: 'available' };
    const arrival: Movement = { ...movement, kind: 'payment', destination };
    arrive(arrival, now, state, changes);
    moveFee(payment, arrival, state, changes);
    payment.payeeWalletId = to.id;
    payment.status = 'COMPLETED';
  } else {
    const destination: Place = { wallet: from, place: 'held' };
    moveWithFee(payment, { ...movement, kind: 'hold', destination }, state, changes);
    payment.status = 'PENDING_CLAIM';
    payment.dueAt = new Date(now.getTime() + claimTime_ms);
    enqueueClaimMail(payment, recipient.claimAddress, now, changes);
  }
  setPayee(payment, payeePartyId);
  payment.payerWalletId = from.id;
  payment.acceptedAt = now;
  payment.updatedAt = now;
  if (isLate(payment.id, state)) changes.counterparties.push({ payerPartyId, payeePartyId });
  return null;
}

/** Returns the wallet that the payment request names which the payment fulfils. */
function requestedWallet({ paymentRequestId }: Payment, state: State): Id<'wal'> | null {
  return paymentRequestId && (state.paymentRequests.get(paymentRequestId)?.walletId ?? null);
}

/** Holds a withdrawal's money, and has the bank asked to pay it out to this account after the commit. */
function acceptWithdrawal(
  { record: transfer, account, rail }: Extract<Spend, { type: 'withdrawal' }>,
  wallet: Wallet,
  now: Date,
  state: State,
  changes: Changes,
): null {
  const destination: Place = { wallet, place: 'held' };
  const hold: Movement = { ...firstMovement(transfer, wallet), kind: 'hold', destination };
  moveWithFee(transfer, hold, state, changes);
  transfer.status = 'PROCESSING';
  transfer.submittedAt = now;
  transfer.acceptedAt = now;
  transfer.updatedAt = now;
  placeOrder(transfer, account, rail, now, state, changes);
  return null;
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

function firstMovement({ id, amount, currency }: Payment | Transfer, from: Wallet) {
  const source: Place = { wallet: from, place: 'available' };
  return { transactionId: transactionIdOf(id), step: 1, source, amount, currency };
}
