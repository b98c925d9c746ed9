import type { Id } from '../../lib/id.ts';
import type { Payment } from '../model/records.ts';
import type { State } from '../model/state.ts';

/**
 * Returns whether a payment that waits is its payee's already: the payee had proved its address before the payment was due
 * to go back. Its money moves later; nothing else may happen to it.
 */
export function isClaimed({ id, status, dueAt }: Payment, state: State): boolean {
  const claim = state.claims.get(id);
  if (status !== 'PENDING_CLAIM' || !dueAt || !claim?.claimedAt) return false;
  return dueAt > claim.claimedAt && !claim.isLeftOut;
}

/** Makes a party the payee of a payment. The one in whose place it is paid stays known. */
export function setPayee(payment: Payment, partyId: Id<'pty'>): void {
  const { payeePartyId } = payment;
  if (payeePartyId !== null && payeePartyId !== partyId) payment.firstPayeePartyId = payeePartyId;
  payment.payeePartyId = partyId;
}

/** Returns whether a payment that waits is no part of what its payee has claimed: nobody can claim it any more. */
export function isLeftOut({ id, status }: Payment, state: State): boolean {
  return status === 'PENDING_CLAIM' && state.claims.get(id)?.isLeftOut === true;
}
