import { type Id, transactionIdOf } from '../../lib/id.ts';
import { needActor, needPayment, type Needs, needWallet } from '../load/needs.ts';
import type { Dated, RequestInfo } from '../model/actor.ts';
import { addEvent, type Changes } from '../model/changes.ts';
import { done, type Outcome, type Refusal, refuse } from '../model/outcomes.ts';
import type { Payment, Refund } from '../model/records.ts';
import type { State, Wallet } from '../model/state.ts';
import { refusalIfFrozen } from '../rules/authority.ts';
import { setStatus } from '../rules/targets.ts';
import { arrive } from '../rules/receivable.ts';
import {
  cannotSpend,
  hasRoom,
  openWallet,
  payingWallet,
  receivingWallet,
  refuseSpending,
} from '../rules/wallets.ts';

/** Gives money of a completed payment back to its payer, in whole or in part. */
export type MakeRefund = RequestInfo & {
  kind: 'refund';
  paymentId: Id<'pay'>;
  payerPartyId: Id<'pty'>;
  /** Minor units; null means all that is left. */
  amount: bigint | null;
  currency: string;
  description: string | null;
  newIds: { refund: Id<'rfd'>; wallet: Id<'wal'> };
  /** Returns the body of the response. */
  render(refund: Refund): string;
};

export function refundNeeds({ actor, paymentId, payerPartyId, currency }: MakeRefund, needs: Needs): void {
  needActor(needs, actor);
  needWallet(needs, actor.partyId, currency);
  needWallet(needs, payerPartyId, currency);
  needPayment(needs, paymentId);
}

/**
 * Moves money from the wallet that received the payment back to the one that paid, or to the wallets that stand for them
 * if they were closed. No limit counts a refund, and none gets anything back.
 */
export function decideRefund(command: Dated<MakeRefund>, state: State, changes: Changes): Outcome {
  const { actor, paymentId, payerPartyId, currency, newIds, now } = command;
  const payment = state.payments.get(paymentId);
  if (payment?.payeePartyId !== actor.partyId) return refuse('not_the_payee');
  const frozen = refusalIfFrozen(actor, actor.partyId, state);
  if (frozen) return frozen;
  if (payment.status !== 'COMPLETED') return refuse('payment_not_refundable');
  const left = payment.amount - (payment.refundedAmount ?? 0n);
  const amount = command.amount ?? left;
  if (amount > left) return { ...refuse('refund_too_large'), refund: { asked: amount, left, currency } };
  const from = refundingWallet(payment, actor.partyId, amount, state);
  if (typeof from === 'string')
    return refuseSpending(from, { amount, currency, fee: null, partyId: actor.partyId }, from, state);
  const payer = { partyId: payerPartyId, currency, walletId: payment.payerWalletId };
  const to = receivingWallet(state, changes, { ...payer, newIds, now });
  if (!hasRoom(to, amount)) return refuse('recipient_full');
  const refund = newRefund(command, payment, amount, { from, to });
  changes.refunds.push(refund);
  addEvent(changes, 'refund', refund.id, null, 'COMPLETED', now);
  arrive(
    {
      transactionId: transactionIdOf(refund.id),
      step: 1,
      kind: 'refund',
      source: { wallet: from, place: 'available' },
      destination: { wallet: to, place: 'available' },
      amount,
      currency,
    },
    now,
    state,
    changes,
  );
  payment.refundedAmount = payment.amount - left + amount;
  payment.updatedAt = now;
  changes.changedPayments.add(payment);
  if (amount === left) setStatus({ type: 'payment', record: payment }, 'RETURNED', now, state, changes);
  return done(refund.id, { status: 201, body: command.render(refund) });
}

/** Returns the wallet that received the payment or, if it was closed, the one that the party pays from; or a refusal. */
function refundingWallet(
  { payeeWalletId, currency }: Payment,
  partyId: Id<'pty'>,
  amount: bigint,
  state: State,
): Wallet | Refusal {
  const received = payeeWalletId ? openWallet(state, partyId, currency, payeeWalletId) : undefined;
  const wallet = received ?? payingWallet(state, { partyId, currency, agentId: null, walletId: null });
  return typeof wallet === 'string' ? wallet : (cannotSpend(state, wallet, amount) ?? wallet);
}

function newRefund(
  command: Dated<MakeRefund>,
  { agentId: paymentAgentId }: Payment,
  amount: bigint,
  { from, to }: { from: Wallet; to: Wallet },
): Refund {
  const { actor, paymentId, payerPartyId, currency, description, newIds, now } = command;
  return {
    id: newIds.refund,
    paymentId,
    amount,
    currency,
    description,
    partyId: actor.partyId,
    receiverPartyId: payerPartyId,
    sourceWalletId: from.id,
    destinationWalletId: to.id,
    paymentAgentId,
    credentialId: actor.credentialId,
    userId: actor.userId,
    instanceId: actor.instanceId,
    createdAt: now,
  };
}
