import type { Dated } from '../model/actor.ts';
import { type Id, transactionIdOf } from '../../lib/id.ts';
import type { Changes, Movement, Place } from '../model/changes.ts';
import type { Transfer } from '../model/records.ts';
import type { State } from '../model/state.ts';
import { setStatus } from './targets.ts';
import { undo } from './undo.ts';
import { clearingWallet } from './wallets.ts';

/** The outcome of a transfer as the bank reports it. `code` is a NACHA code if the rail is ACH-like. */
export type RailOutcome =
  | { kind: 'completed' | 'canceled' }
  | { kind: 'failed' | 'returned'; code: string; reason: string };

/** What a rail reports about a transfer, and the ids of the accounts that this may open. */
export type Report = {
  currency: string;
  rail: string;
  outcome: RailOutcome;
  newIds: { clearing: Id<'wal'>; wallet: Id<'wal'>; receivable: Id<'wal'>; payeeWallet: Id<'wal'> };
};

/** Ends a transfer that the bank did not carry out. Returns false if the bank reports that it did. */
export function endWithoutEffect(
  type: 'withdrawal' | 'deposit',
  { outcome, now }: Dated<Report>,
  record: Transfer,
  state: State,
  changes: Changes,
): boolean {
  if (outcome.kind === 'completed' || outcome.kind === 'returned') return false;
  if (outcome.kind === 'failed') record.failure = { code: outcome.code, reason: outcome.reason };
  const status = outcome.kind === 'failed' ? 'FAILED' : 'CANCELED';
  undo({ type, record }, status, now, state, changes);
  return true;
}

/** Ends a completed transfer whose money went back, for the reason that the bank reports. */
export function endReturned(
  type: 'withdrawal' | 'deposit',
  { code, reason }: Extract<RailOutcome, { code: string }>,
  record: Transfer,
  now: Date,
  state: State,
  changes: Changes,
): void {
  record.returned = { code, reason, at: now };
  setStatus({ type, record }, 'RETURNED', now, state, changes);
}

export function clearingPlace(
  { rail, currency, newIds, now }: Dated<Report>,
  state: State,
  changes: Changes,
): Place {
  const wallet = clearingWallet(state, changes, { rail, currency, newId: newIds.clearing, now });
  return { wallet, place: 'available' };
}

/** Returns what every movement of a transfer has. */
export function movementOf({
  id,
  amount,
  currency,
}: Transfer): Pick<Movement, 'transactionId' | 'amount' | 'currency'> {
  return { transactionId: transactionIdOf(id), amount, currency };
}
