import type { Id } from '../../lib/id.ts';
import type { Payment, Target, Transfer } from './records.ts';
import type { State } from './state.ts';

/** What never changes of a payment or withdrawal: enough to load all that a decision about it looks at. */
export type TargetFacts = Target & {
  payerPartyId: Id<'pty'>;
  payeePartyId: Id<'pty'> | null;
  initiatorPartyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  currency: string;
};

/** The facts of a withdrawal: a party takes its own money out, and pays nobody. */
export function withdrawalFacts(withdrawal: {
  id: Id<'trf'>;
  partyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  currency: string;
}): TargetFacts {
  const { id, partyId, agentId, currency } = withdrawal;
  const parties = { payerPartyId: partyId, payeePartyId: null, initiatorPartyId: partyId };
  return { type: 'withdrawal', id, ...parties, agentId, currency };
}

/** A payment or a withdrawal, whichever it is. */
export type LoadedTarget = { type: 'payment'; it: Payment } | { type: 'withdrawal'; it: Transfer };

/** The target as it was loaded; null where it does not exist. */
export function findTarget({ type, id }: Target, state: State): LoadedTarget | null {
  if (type === 'payment') {
    const payment = state.payments.get(id);
    return payment ? { type, it: payment } : null;
  }
  const transfer = state.transfers.get(id);
  return transfer ? { type, it: transfer } : null;
}
