import type { Id } from '../../lib/id.ts';
import type { Payment, Target, Transfer } from './records.ts';
import type { State } from './state.ts';

/** What never changes about a payment or withdrawal. It is enough to load everything that a decision needs. */
export type TargetFacts = Target & {
  payerPartyId: Id<'pty'>;
  /** Null for a withdrawal, and for a payment with a `recipientAddress`. */
  payeePartyId: Id<'pty'> | null;
  recipientAddress: string | null;
  initiatorPartyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  currency: string;
};

/** Returns the facts of a withdrawal: a party takes out its own money, so there is no payee. */
export function withdrawalFacts(withdrawal: {
  id: Id<'trf'>;
  partyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  currency: string;
}): TargetFacts {
  const { id, partyId, agentId, currency } = withdrawal;
  const parties = { payerPartyId: partyId, payeePartyId: null, initiatorPartyId: partyId };
  return { type: 'withdrawal', id, ...parties, recipientAddress: null, agentId, currency };
}

/** The payment or withdrawal as it was loaded. Commands change it in place. */
export type LoadedTarget = { type: 'payment'; record: Payment } | { type: 'withdrawal'; record: Transfer };

/** Returns the target as it was loaded, or null if it does not exist. */
export function findTarget({ type, id }: Target, state: State): LoadedTarget | null {
  if (type === 'payment') {
    const payment = state.payments.get(id);
    return payment ? { type, record: payment } : null;
  }
  const transfer = state.transfers.get(id);
  return transfer ? { type, record: transfer } : null;
}
