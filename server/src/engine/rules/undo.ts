import { transactionIdOf } from '../../lib/id.ts';
import { move } from '../model/changes.ts';
import type { Changes, Movement } from '../model/changes.ts';
import type { Payment, Transfer } from '../model/records.ts';
import type { State, Wallet } from '../model/state.ts';
import type { LoadedTarget } from '../model/targets.ts';
import { giveBackSpending, setStatus } from './targets.ts';
import { walletById } from './wallets.ts';

/** Ends a payment or withdrawal without effect: what it held is free again, what it counted is given back. */
export function undo(
  loaded: LoadedTarget,
  status: 'CANCELED' | 'FAILED' | 'RETURNED',
  now: Date,
  state: State,
  changes: Changes,
): void {
  const { type, it } = loaded;
  if (it.acceptedAt) {
    const [partyId, walletId] =
      type === 'payment' ? [it.payerPartyId, it.payerWalletId] : [it.partyId, it.walletId];
    move(changes, release(it, walletById(state, partyId, it.currency, walletId), now));
    // A claim that nobody made is like a refund: it gives nothing back.
    if (status !== 'RETURNED') giveBackSpending(loaded, now, state, changes);
  }
  if (type === 'payment') it.dueAt = null;
  setStatus(loaded, status, now, changes);
}

/** What was held goes back to where it came from. The second movement of its transaction. */
function release({ id, amount, currency }: Payment | Transfer, wallet: Wallet, now: Date): Movement {
  return {
    transactionId: transactionIdOf(id),
    step: 2,
    kind: 'release',
    source: { wallet, place: 'held' },
    destination: { wallet, place: 'available' },
    amount,
    currency,
    createdAt: now,
  };
}
