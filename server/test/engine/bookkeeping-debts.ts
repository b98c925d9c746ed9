import type { Movement } from '../../src/engine/model/changes.ts';
import type { Payment, Transfer } from '../../src/engine/model/records.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { walletsOf } from './bookkeeping.ts';
import { isPayment } from './commands.ts';

/** Returns what a party owes in a currency. */
export function debtOf(state: LoadedState, partyId: string | null, currency: string): bigint {
  const accounts = walletsOf(state).filter(
    (each) => each.isReceivable && each.partyId === partyId && each.currency === currency,
  );
  return accounts.reduce((sum, { posted }) => sum - posted, 0n);
}

/** Returns what movements take from a party for what it owes. */
export function recoveredIn(
  movements: readonly Movement[],
  partyId: string | null,
  currency: string,
): bigint {
  const own = movements.filter(
    ({ destination: { wallet }, currency: each }) =>
      wallet.isReceivable && wallet.partyId === partyId && each === currency,
  );
  return own.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Returns what movements give back to a bank for a party that does not have it any more. */
export function lentIn(movements: readonly Movement[], partyId: string | null, currency: string): bigint {
  const own = movements.filter(
    ({ source, currency: each }) =>
      source.wallet.isReceivable && source.wallet.partyId === partyId && each === currency,
  );
  return own.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Returns whether the money of a payment or withdrawal, and so its fee, has left the wallet that paid. */
export function hasLeft(it: Payment | Transfer): boolean {
  if (isPayment(it)) return it.status === 'COMPLETED' || it.refundedAmount !== null;
  return it.status === 'COMPLETED' || it.status === 'RETURNED';
}
