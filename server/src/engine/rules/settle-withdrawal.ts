import type { Dated } from '../model/actor.ts';
import type { Changes, Place } from '../model/changes.ts';
import type { Refusal } from '../model/outcomes.ts';
import type { Transfer } from '../model/records.ts';
import type { State } from '../model/state.ts';
import { moveWithFee } from './fees.ts';
import { arrive } from './receivable.ts';
import { clearingPlace, endReturned, endWithoutEffect, movementOf, type Report } from './settling.ts';
import { setStatus } from './targets.ts';
import { hasRoom, railHasRoom, receivingWallet, walletById } from './wallets.ts';

/** Moves a withdrawal's held money out, makes it available again, or takes it back after it had left. */
export function settleWithdrawal(
  report: Dated<Report>,
  transfer: Transfer,
  state: State,
  changes: Changes,
): Refusal | null {
  if (transfer.status === 'PROCESSING') {
    if (endWithoutEffect('withdrawal', report, transfer, state, changes)) return null;
    // The report of completion may have been lost: a return is applied all the same.
    complete(report, transfer, state, changes);
  }
  if (transfer.status !== 'COMPLETED') return null;
  return returnMoney(report, transfer, state, changes);
}

function complete(report: Dated<Report>, transfer: Transfer, state: State, changes: Changes): void {
  const wallet = walletById(state, transfer.partyId, transfer.currency, transfer.walletId);
  const destination = clearingPlace(report, state, changes);
  const source: Place = { wallet, place: 'held' };
  const leaving = {
    ...movementOf(transfer),
    step: 2,
    kind: 'withdrawal',
    source,
    destination,
  } as const;
  moveWithFee(transfer, leaving, state, changes);
  transfer.settledAt = report.now;
  setStatus({ type: 'withdrawal', record: transfer }, 'COMPLETED', report.now, state, changes);
}

/**
 * Takes money back into the wallet that it left or, if that was closed since, into the one in which the party receives.
 * Returns a refusal if the wallet or the rail has no room for it: other money may have arrived since it left.
 */
function returnMoney(
  report: Dated<Report>,
  transfer: Transfer,
  state: State,
  changes: Changes,
): Refusal | null {
  const { outcome, now, rail, newIds } = report;
  if (outcome.kind !== 'returned') return null;
  const { partyId, currency, walletId, amount } = transfer;
  if (!railHasRoom(state, rail, currency, amount)) return 'recipient_full';
  const wallet = receivingWallet(state, changes, { partyId, currency, walletId, newIds, now });
  if (!hasRoom(wallet, amount)) return 'recipient_full';
  const source = clearingPlace(report, state, changes);
  const destination: Place = { wallet, place: 'available' };
  arrive({ ...movementOf(transfer), step: 3, kind: 'return', source, destination }, now, state, changes);
  endReturned('withdrawal', outcome, transfer, now, state, changes);
  return null;
}
