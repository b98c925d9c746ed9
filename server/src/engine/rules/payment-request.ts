import type { Id } from '../../lib/id.ts';
import type { Actor } from '../model/actor.ts';
import { addEvent, type Changes } from '../model/changes.ts';
import type { Refusal } from '../model/outcomes.ts';
import type { Payment, PaymentTerms } from '../model/records.ts';
import type { PaymentRequest } from '../model/payment-request.ts';
import { type Contact, contactKey, contactOf } from '../model/counterparty.ts';
import { contactOwner, type State } from '../model/state.ts';

/** A payment request that a payment fulfils, as it was read before, and what the client expects it to ask for. */
export type Fulfilment = {
  paymentRequestId: Id<'prq'>;
  /** The address that the request names as its payer; null if it names a party or an agent. */
  payerAddress: Contact | null;
  /** Minor units; null if the client did not say. */
  expectedAmount: bigint | null;
  expectedCurrency: string | null;
};

/** Returns why the actor may not pay the request now; null if it may. */
export function refuseToFulfil(
  { paymentRequestId, expectedAmount, expectedCurrency }: Fulfilment,
  { actor, terms, now }: { actor: Actor; terms: PaymentTerms; now: Date },
  state: State,
): Refusal | null {
  const request = state.paymentRequests.get(paymentRequestId);
  if (!request || !isPayer(request, actor.partyId, state)) return 'not_the_payer';
  if (!isPayingAgent(request, actor.agentId)) return 'not_the_paying_agent';
  if (request.status !== 'OPEN' || request.expiresAt <= now) return 'request_closed';
  if (expectedAmount !== null && expectedAmount !== terms.amount) return 'amount_differs';
  if (expectedCurrency !== null && expectedCurrency !== terms.currency) return 'currency_differs';
  return null;
}

/** An address leads to the party that has verified it by now. Nobody pays their own request. */
function isPayer(
  { partyId: requesterId, payerIdentifierType: type, addressee }: PaymentRequest,
  partyId: Id<'pty'>,
  state: State,
): boolean {
  if (requesterId === partyId) return false;
  if (type === 'party_id' || type === 'agent_id') return addressee === partyId;
  const owner = contactOwner(state, contactKey(contactOf(addressee)));
  return owner?.active === true && owner.partyId === partyId;
}

/** Returns whether an acting agent may answer the request: if it names an agent, no other one of the party may. */
export function isPayingAgent(
  { payerIdentifierType, payerIdentifier }: Pick<PaymentRequest, 'payerIdentifierType' | 'payerIdentifier'>,
  agentId: Id<'agt'> | null,
): boolean {
  return payerIdentifierType !== 'agent_id' || agentId === null || agentId === payerIdentifier;
}

/**
 * Gives the request that a payment fulfils the state that follows from the payment's: PROCESSING in review and while its
 * money is drawn, COMPLETED once the money has moved, and OPEN again if it never did.
 */
export function followPayment(payment: Payment, now: Date, state: State, changes: Changes): void {
  if (payment.paymentRequestId === null) return;
  const request = state.paymentRequests.get(payment.paymentRequestId);
  if (!request) throw new Error('the payment request of a payment was not loaded');
  const from = request.status;
  const isUnderWay = payment.status === 'IN_REVIEW' || payment.status === 'PROCESSING';
  request.status = payment.acceptedAt ? 'COMPLETED' : isUnderWay ? 'PROCESSING' : 'OPEN';
  request.paymentId = request.status === 'OPEN' ? null : payment.id;
  request.payerPartyId = request.status === 'OPEN' ? null : payment.payerPartyId;
  request.updatedAt = now;
  changes.changedPaymentRequests.add(request);
  addEvent(changes, 'paymentRequest', request.id, from, request.status, now);
}
