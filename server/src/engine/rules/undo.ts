import { transactionIdOf } from '../../lib/id.ts';
import type { Changes, Movement } from '../model/changes.ts';
import type { Payment, Transfer } from '../model/records.ts';
import type { State, Wallet } from '../model/state.ts';
import type { LoadedTarget } from '../model/targets.ts';
import { moveWithFee } from './fees.ts';
import { recover } from './receivable.ts';
import { giveBackSpending, setStatus } from './targets.ts';
import { walletById } from './wallets.ts';

/** Ends a payment or withdrawal without effect: releases what it held, and takes it out of the limit counters. */
export function undo(
  loaded: LoadedTarget,
  status: 'CANCELED' | 'FAILED' | 'RETURNED',
  now: Date,
  state: State,
  changes: Changes,
): void {
  const { type, record } = loaded;
  if (record.acceptedAt) {
    const [partyId, walletId] =
      type === 'payment' ? [record.payerPartyId, record.payerWalletId] : [record.partyId, record.walletId];
    const wallet = walletById(state, partyId, record.currency, walletId);
    const released = release(record, wallet);
    moveWithFee(record, released, state, changes);
    recover(released, now, state, changes);
    // Returning an unclaimed payment is like a refund: it still counts as spent.
    if (status !== 'RETURNED') giveBackSpending(loaded, now, state, changes);
  }
  if (type === 'payment') record.dueAt = null;
  setStatus(loaded, status, now, state, changes);
}

/** The second movement of a transaction: held money becomes available again in the same wallet. */
function release({ id, amount, currency }: Payment | Transfer, wallet: Wallet): Movement {
  return {
    transactionId: transactionIdOf(id),
    step: 2,
    kind: 'release',
    source: { wallet, place: 'held' },
    destination: { wallet, place: 'available' },
    amount,
    currency,
  };
}
