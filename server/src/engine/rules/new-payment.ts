import type { Id } from '../../lib/id.ts';
import type { RequestInfo } from '../model/actor.ts';
import { approvalsMadeWith, type AskedApproval } from '../model/asked-approvals.ts';
import { addEvent, type Changes } from '../model/changes.ts';
import type { Counterparty } from '../model/counterparty.ts';
import { feeFor } from '../model/fees.ts';
import { implyingColumns } from '../model/implied-rows.ts';
import type { Payment, PaymentTerms, Viewer } from '../model/records.ts';
import type { State } from '../model/state.ts';
import { followPayment, type Fulfilment } from './payment-request.ts';
import { payeeOf, type Recipient } from './recipient.ts';

export type AskedPayment = RequestInfo & {
  /** The customer that pays. Null or the actor's own party means the actor's own wallet. */
  customerPartyId: Id<'pty'> | null;
  /** The payer's wallet that pays; null if the request names none. */
  walletId: Id<'wal'> | null;
  counterparty: Counterparty;
  terms: PaymentTerms;
  /** The payment request that it fulfils, whose terms and requester it has; null for any other payment. */
  fulfils: Fulfilment | null;
  /** Whether the client says that this is no accidental repetition of an earlier payment. */
  intendedRepeat: boolean;
  /** Every id that the decision may need. They stay the same if the decision is repeated: it draws none at random. */
  newIds: { payment: Id<'pay'>; wallet: Id<'wal'>; approvals: [Id<'apr'>, Id<'apr'>] };
  /** Returns the body of the response: the payment as it was created, with its approvals, also at any later time. */
  render(payment: Payment, approvals: readonly AskedApproval[]): string;
};

export function payerOf({
  customerPartyId,
  actor,
}: Pick<AskedPayment, 'customerPartyId' | 'actor'>): Id<'pty'> {
  return customerPartyId ?? actor.partyId;
}

/** Returns the payment that is asked for: PROCESSING and without effect yet. */
export function newPayment(asked: AskedPayment, recipient: Recipient, now: Date, state: State): Payment {
  const { actor, counterparty, terms, newIds } = asked;
  return {
    id: newIds.payment,
    status: 'PROCESSING',
    ...terms,
    fee: feeFor(state.fees, 'payment', terms.amount, terms.currency),
    payerPartyId: payerOf(asked),
    payeePartyId: payeeOf(recipient).partyId,
    firstPayeePartyId: null,
    recipientAddress: null,
    initiatorPartyId: actor.partyId,
    payerWalletId: asked.walletId,
    payeeWalletId: null,
    agentId: actor.agentId,
    recipientAgentId: counterparty.type === 'agent_id' ? counterparty.agentId : null,
    paymentRequestId: asked.fulfils?.paymentRequestId ?? null,
    credentialId: actor.credentialId,
    userId: actor.userId,
    instanceId: actor.instanceId,
    ...implyingColumns(asked, newIds.payment, state),
    reviewed: false,
    refundedAmount: null,
    createdAt: now,
    updatedAt: now,
    acceptedAt: null,
    dueAt: null,
  };
}

/**
 * Adds a new payment to what the batch will store, and returns the approvals for which it waits, as the viewer sees them. A payment request that it
 * fulfils follows it.
 */
export function addPayment(
  payment: Payment,
  viewer: Viewer,
  state: State,
  changes: Changes,
): readonly AskedApproval[] {
  const { id, status, createdAt } = payment;
  changes.payments.push(payment);
  addEvent(changes, 'payment', id, null, status, createdAt);
  followPayment(payment, createdAt, state, changes);
  return approvalsMadeWith(payment, changes.approvals, viewer);
}
