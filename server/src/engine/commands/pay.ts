import type { Id } from '../../lib/id.ts';
import { acceptPayment } from '../rules/carry-out.ts';
import { isFrozen, payerAuthority } from '../rules/authority.ts';
import { addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import { countAccepted, exceededBounds, refusingReasons, spendingTime } from '../rules/judge.ts';
import {
  needAccount,
  needActor,
  needContact,
  needCounters,
  needDelegation,
  needNamedWallet,
  needParty,
  needPayee,
  needPaymentRequest,
  needWallet,
} from '../load/needs.ts';
import { needRules } from '../load/need-rules.ts';
import type { Needs } from '../load/needs.ts';
import { feeFor } from '../model/fees.ts';
import { done, refuse, refuseBroken } from '../model/outcomes.ts';
import type { Outcome } from '../model/outcomes.ts';
import type { Ruled } from '../rules/broken-rules.ts';
import { contentOf } from '../model/rule-history.ts';
import type { DrawFrom } from '../rules/draw.ts';
import { refuseSpending } from '../rules/fees.ts';
import { drawForPayment } from '../rules/funded-payment.ts';
import { followPayment, refuseToFulfil } from '../rules/payment-request.ts';
import type { Fulfilment } from '../rules/payment-request.ts';
import { recordPayee, recordPurchase } from '../rules/rule-history.ts';
import { findRecipient, payeeOf, register } from '../rules/recipient.ts';
import type { Recipient } from '../rules/recipient.ts';
import type { Payment, PaymentTerms } from '../model/records.ts';
import type { Counterparty, Payee } from '../model/counterparty.ts';
import type { State } from '../model/state.ts';
import type { RequestInfo } from '../model/actor.ts';
import { requestApprovals } from '../rules/targets.ts';
import { requestedPayingWallet } from '../rules/wallets.ts';

/** The route whose payments keep their idempotency key in their row. The same key on another route is another key. */
export const payRoute = 'POST /payments';

/** Pays from the actor's own wallet, or from the wallet of a customer that delegated to its party. */
export type Pay = RequestInfo & {
  kind: 'pay';
  /** The customer that pays. Null or the actor's own party means the actor's own wallet. */
  customerPartyId: Id<'pty'> | null;
  /** The payer's wallet that pays; null if the request names none. */
  walletId: Id<'wal'> | null;
  counterparty: Counterparty;
  terms: PaymentTerms;
  /** The payment request that it fulfils, whose terms and requester it has; null for any other payment. */
  fulfils: Fulfilment | null;
  /** Where the money is drawn from first; null if the wallet has it. Only a party without an agent may. */
  drawFrom: DrawFrom | null;
  /** Whether the client says that this is no accidental repetition of an earlier payment. */
  intendedRepeat: boolean;
  /** Every id that the decision may need. They stay the same if the decision is repeated: it draws none at random. */
  newIds: { payment: Id<'pay'>; wallet: Id<'wal'>; approvals: [Id<'apr'>, Id<'apr'>] };
  /** Returns the body of the response: the payment as it was created, also at any later time. */
  render(payment: Payment): string;
};

export function payNeeds(command: Pay, needs: Needs): void {
  const { actor, counterparty, fulfils } = command;
  const { currency } = command.terms;
  needActor(needs, actor);
  if (fulfils) {
    needPaymentRequest(needs, fulfils.paymentRequestId);
    if (fulfils.payerAddress) needContact(needs, fulfils.payerAddress, currency);
  }
  if (command.drawFrom) needAccount(needs, command.drawFrom.externalAccountId);
  const payer = payerOf(command);
  needParty(needs, payer);
  needWallet(needs, payer, currency);
  needNamedWallet(needs, command.walletId);
  needCounters(needs, [actor.agentId, actor.partyId, payer]);
  if (payer !== actor.partyId) needDelegation(needs, payer, actor.partyId, actor.agentId);
  if (actor.agentId) {
    const agent = { id: actor.agentId, partyId: actor.partyId, payer };
    needRules(needs, agent, counterparty, () => contentOf(agent.id, payer, command.terms));
  }
  needPayee(needs, counterparty, currency);
}

/** Decides one payment: refuses it in the documented order, sends it to review, or accepts it and moves the money. */
export function decidePay(command: Pay, state: State, changes: Changes): Outcome {
  const { actor, newIds } = command;
  const { amount, currency } = command.terms;
  const payer = payerOf(command);
  const unfulfillable = command.fulfils && refuseToFulfil(command.fulfils, command, state);
  if (unfulfillable) return refuse(unfulfillable);
  const authority = payerAuthority(actor, payer, state);
  if (typeof authority === 'string') return refuse(authority);
  if (isFrozen(actor, payer, state)) return refuse('party_frozen');
  const recipient = findRecipient(command.counterparty, newIds.payment, state);
  if (typeof recipient === 'string') return refuse(recipient);
  if (recipient.partyId === payer) return refuse('pays_itself');
  const { walletId } = command;
  const from = requestedPayingWallet(state, { partyId: payer, currency, agentId: actor.agentId, walletId });
  if (typeof from === 'string' && from !== 'insufficient_funds') return refuse(from); // limits precede funds

  const now = spendingTime(authority, command.now, state);
  const spending = { amount, currency, now };
  const payment = newPayment(command, payer, recipient, now, state);
  const payee = payeeOf(recipient);
  const ruled = (): Ruled => ruledPayment(command, payer, payee, now);
  const exceeded = exceededBounds(authority, spending, ruled, state);
  const refusing = refusingReasons(exceeded);
  if (refusing) return refuseBroken(refusing);
  if (command.drawFrom) {
    const refusal =
      exceeded.length > 0
        ? 'needs_approval'
        : drawForPayment(payment, command.drawFrom, from, now, state, changes);
    if (refusal) return refuse(refusal);
  } else if (exceeded.length === 0) {
    const refusal = acceptPayment(payment, from, { ...recipient, newIds }, now, state, changes);
    if (refusal) return refuseSpending(refusal, payment, from);
    countAccepted(authority, spending, state, changes);
    register(recipient, now, state, changes);
    recordPayee(authority.ruleSets, payment, recipient.partyId, state, changes);
    recordPurchase(authority.ruleSets, payment, recipient, now, state, changes);
  } else {
    payment.status = 'IN_REVIEW';
    payment.reviewed = true;
    payment.recipientAddress = recipient.newContact?.value ?? null; // registered when it is approved
    requestApprovals({ type: 'payment', ...payment }, exceeded, newIds.approvals, now, changes);
    recordPurchase(authority.ruleSets, payment, payee, now, state, changes);
  }
  changes.payments.push(payment);
  addEvent(changes, 'payment', payment.id, null, payment.status, now);
  followPayment(payment, now, state, changes);
  return done(payment.id, { status: command.fulfils ? 200 : 201, payment });
}

function payerOf(command: Pay): Id<'pty'> {
  return command.customerPartyId ?? command.actor.partyId;
}

function ruledPayment(command: Pay, payer: Id<'pty'>, payee: Payee, now: Date): Ruled {
  const { actor, terms, intendedRepeat } = command;
  const content = actor.agentId ? contentOf(actor.agentId, payer, terms) : '';
  return { currency: terms.currency, now, payee, isApproved: false, purchase: { content, intendedRepeat } };
}

function newPayment(
  command: Pay,
  payer: Id<'pty'>,
  recipient: Recipient,
  now: Date,
  { announcedTo, fees }: State,
): Payment {
  const { actor, newIds, idempotency } = command;
  // The part of the audit log in which this payment would be a line may be sealed: then it gets a line of its own. So
  // does one that fulfils a request, since the line of a row says that the route is POST /payments.
  const isLate = announcedTo !== null && newIds.payment <= announcedTo;
  const hasOwnLine = isLate || command.fulfils !== null;
  const storedKey = idempotency?.route === payRoute ? idempotency : null;
  return {
    id: newIds.payment,
    status: 'PROCESSING',
    ...command.terms,
    fee: feeFor(fees, 'payment', command.terms.amount, command.terms.currency),
    payerPartyId: payer,
    payeePartyId: recipient.newContact ? null : recipient.partyId,
    recipientAddress: null,
    initiatorPartyId: actor.partyId,
    payerWalletId: command.walletId,
    payeeWalletId: null,
    agentId: actor.agentId,
    recipientAgentId: command.counterparty.type === 'agent_id' ? command.counterparty.agentId : null,
    paymentRequestId: command.fulfils?.paymentRequestId ?? null,
    credentialId: actor.credentialId,
    userId: actor.userId,
    instanceId: actor.instanceId,
    requestId: hasOwnLine ? null : command.requestId,
    keyDigest: storedKey?.digest ?? null,
    fingerprint: storedKey?.fingerprint ?? null,
    reviewed: false,
    refundedAmount: null,
    createdAt: now,
    updatedAt: now,
    acceptedAt: null,
    dueAt: null,
  };
}
