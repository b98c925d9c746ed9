import type { Dated } from '../model/actor.ts';
import type { Changes, Place } from '../model/changes.ts';
import type { Refusal } from '../model/outcomes.ts';
import type { Transfer } from '../model/records.ts';
import type { State } from '../model/state.ts';
import { arrive, takeBack } from './receivable.ts';
import { clearingPlace, endReturned, endWithoutEffect, movementOf, type Report } from './settling.ts';
import { setStatus } from './targets.ts';
import { hasRoom, railHasRoom, receivingWallet } from './wallets.ts';

/** Takes in the money of a deposit, ends the deposit without any, or gives back what had arrived. */
export function settleDeposit(
  report: Dated<Report>,
  transfer: Transfer,
  state: State,
  changes: Changes,
): Refusal | null {
  if (transfer.status === 'PROCESSING') {
    if (endWithoutEffect('deposit', report, transfer, state, changes)) return null;
    // The report of completion may have been lost: a return is applied all the same.
    const refusal = complete(report, transfer, state, changes);
    if (refusal) return refusal;
  }
  if (transfer.status !== 'COMPLETED') return null;
  return giveBack(report, transfer, state, changes);
}

/**
 * Moves the money into the wallet that the deposit names or, if that was closed since, into the one in which the party
 * receives. Returns a refusal if the wallet or the rail has no room for it.
 */
function complete(report: Dated<Report>, transfer: Transfer, state: State, changes: Changes): Refusal | null {
  const { now, rail, newIds } = report;
  const { partyId, currency, walletId, amount } = transfer;
  if (!railHasRoom(state, rail, currency, amount)) return 'recipient_full';
  const wallet = receivingWallet(state, changes, { partyId, currency, walletId, newIds, now });
  if (!hasRoom(wallet, amount)) return 'recipient_full';
  const source = clearingPlace(report, state, changes);
  const destination: Place = { wallet, place: 'available' };
  arrive({ ...movementOf(transfer), step: 1, kind: 'deposit', source, destination }, now, state, changes);
  transfer.walletId = wallet.id;
  transfer.acceptedAt = now;
  transfer.settledAt = now;
  setStatus({ type: 'deposit', record: transfer }, 'COMPLETED', now, state, changes);
  return null;
}

/**
 * Gives a deposit back to the bank: from its wallet, then from the others of the party, and the rest as a debt. Its
 * movements begin at step 3, because step 2 may have settled an earlier debt.
 */
function giveBack(report: Dated<Report>, transfer: Transfer, state: State, changes: Changes): Refusal | null {
  const { outcome, now, newIds } = report;
  if (outcome.kind !== 'returned') return null;
  const { partyId, currency, walletId } = transfer;
  const destination = clearingPlace(report, state, changes);
  const refusal = takeBack(
    { ...movementOf(transfer), step: 3, kind: 'return', destination },
    { walletId, partyId, currency, newId: newIds.receivable, now },
    state,
    changes,
  );
  if (refusal) return refusal;
  endReturned('deposit', outcome, transfer, now, state, changes);
  return null;
}
