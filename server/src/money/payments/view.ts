import type { AskedApproval } from '../../engine/model/asked-approvals.ts';
import type { Payment, Refund, Viewer } from '../../engine/model/records.ts';
import type { changingPayment } from '../../engine/model/tables.ts';
import type { SeenPayment } from '../../engine/model/viewers.ts';
import { related } from '../../http/envelope.ts';
import { tagsToJson } from '../../http/tags.ts';
import { type Id, provisionalPartyIdOf, publicId, transactionIdOf } from '../../lib/id.ts';
import { askedToJson } from '../../terms/asked-approvals.ts';
import { feeToJson } from '../../terms/fee.ts';
import { amountToJson } from '../../lib/money.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { PaymentResource, RefundResource } from './resource.ts';
import { sharedToJson } from '../../terms/payment-terms.ts';

/**
 * Returns a payment in its current state. `sender` is the payer, even if another party initiated the payment. While it
 * is in review, an address that led to no party is shown under the id that its party gets, unless the address leads to
 * another party when the payment is approved. `viewer` may read it on behalf of another party.
 */
export function paymentResource(payment: SeenPayment, viewer: Viewer): PaymentResource {
  return {
    type: 'payment',
    id: publicId('pay', payment.id),
    attributes: {
      amount: amountToJson(payment.amount),
      currency: payment.currency,
      status: payment.status,
      ...sharedToJson(payment),
      ...feeToJson(payment),
      refundedAmount: amountToJson(payment.refundedAmount ?? 0n),
      tags: tagsToJson(payment.tags),
      approvals: askedToJson(payment.approvals, viewer),
      expiresAt: payment.status === 'PENDING_CLAIM' && payment.dueAt ? isoSeconds(payment.dueAt) : null,
      createdAt: isoSeconds(payment.createdAt),
      updatedAt: isoSeconds(payment.updatedAt),
    },
    relationships: {
      sender: related('party', 'pty', payment.payerPartyId),
      initiatorAgent: related('agent', 'agt', payment.agentId),
      senderAgent: related('agent', 'agt', payment.agentId),
      recipient: related('party', 'pty', payment.payeePartyId ?? provisionalPartyIdOf(payment.id)),
      recipientAgent: related('agent', 'agt', payment.recipientAgentId),
      transaction: related('transaction', 'txn', transactionIdOf(payment.id)),
      paymentRequest: related('paymentRequest', 'prq', payment.paymentRequestId),
    },
  };
}

/** The attributes that a resource shows and that change later. */
type Changing = Extract<(typeof changingPayment)[number], keyof SeenPayment>;

/**
 * Returns the attributes of a payment that change later, as they were when it was made, in a status in which nothing has
 * followed yet. No resource shows the wallets.
 */
export function asMade(
  { createdAt, payeePartyId, payerWalletId, payeeWalletId }: Pick<SeenPayment, Changing | 'createdAt'>,
  status: 'IN_REVIEW' | 'PROCESSING' | 'COMPLETED',
): Pick<SeenPayment, Changing> {
  const wallets = { payerWalletId, payeeWalletId };
  return { status, payeePartyId, ...wallets, updatedAt: createdAt, dueAt: null, refundedAmount: null };
}

/**
 * Returns a payment as the response to its creation shows it, with the approvals that were made with it, whatever state it
 * has reached since, and whoever is paid in the place of its payee. The engine has left out of the approvals what the
 * acting agent may not be told.
 */
export function acceptedPayment(
  payment: Payment,
  approvals: readonly AskedApproval[],
  partyId: Id<'pty'>,
): PaymentResource {
  const then = asMade(payment, payment.reviewed ? 'IN_REVIEW' : 'PROCESSING');
  const { recipientAddress, firstPayeePartyId } = payment;
  const payeePartyId = recipientAddress === null ? (firstPayeePartyId ?? payment.payeePartyId) : null;
  const shown = { ...payment, ...then, payeePartyId, approvals };
  return paymentResource(shown, { partyId, readsOwn: false });
}

export function refundResource(refund: Refund): RefundResource {
  return {
    type: 'refund',
    id: publicId('rfd', refund.id),
    attributes: {
      amount: amountToJson(refund.amount),
      currency: refund.currency,
      status: 'COMPLETED',
      description: refund.description,
      createdAt: isoSeconds(refund.createdAt),
    },
    relationships: {
      payment: related('payment', 'pay', refund.paymentId),
      transaction: related('transaction', 'txn', transactionIdOf(refund.id)),
    },
  };
}
