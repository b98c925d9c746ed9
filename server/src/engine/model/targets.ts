import type { Id } from '../../lib/id.ts';
import type { Payment, Target, Transfer } from './records.ts';
import type { State } from './state.ts';

/** What never changes about a payment or transfer. It is enough to load everything that a decision needs. */
export type TargetFacts = (Target | { type: 'deposit'; id: Id<'trf'> }) & {
  payerPartyId: Id<'pty'>;
  /** Null for a transfer, and for a payment with a `recipientAddress`. */
  payeePartyId: Id<'pty'> | null;
  recipientAddress: string | null;
  initiatorPartyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  /** The payment request that a payment fulfils. */
  paymentRequestId: Id<'prq'> | null;
  currency: string;
};

export type PaymentFacts = Extract<TargetFacts, { type: 'payment' }>;
export type TransferFacts = Exclude<TargetFacts, PaymentFacts>;

/** What is in review, with the payment request that it fulfils. */
export type ReviewedTarget = Target & Pick<TargetFacts, 'paymentRequestId'>;

/** Returns the facts of a withdrawal or deposit: a party moves its own money, so there is no payee. */
export function transferFacts(
  type: 'withdrawal' | 'deposit',
  transfer: { id: Id<'trf'>; partyId: Id<'pty'>; agentId: Id<'agt'> | null; currency: string },
): TransferFacts {
  const { id, partyId, agentId, currency } = transfer;
  const parties = { payerPartyId: partyId, payeePartyId: null, initiatorPartyId: partyId };
  const none = { recipientAddress: null, paymentRequestId: null };
  return { type, id, ...parties, ...none, agentId, currency };
}

/** The payment or transfer as it was loaded. Commands change it in place. */
export type LoadedTarget =
  | { type: 'payment'; record: Payment }
  | { type: 'withdrawal' | 'deposit'; record: Transfer };

export function findTarget(
  { type, id }: Pick<TargetFacts, 'type' | 'id'>,
  state: State,
): LoadedTarget | null {
  if (type === 'payment') {
    const payment = state.payments.get(id);
    return payment ? { type, record: payment } : null;
  }
  const transfer = state.transfers.get(id);
  return transfer ? { type, record: transfer } : null;
}
