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

/** Returns whether a payment that waits is no part of what its payee has claimed: nobody can claim it any more. */
export function isLeftOut({ id, status }: Payment, state: State): boolean {
  return status === 'PENDING_CLAIM' && state.claims.get(id)?.isLeftOut === true;
}
