import { transactionIdOf } from '../../lib/id.ts';
import type { Id } from '../../lib/id.ts';
import { move } from '../model/changes.ts';
import type { Changes, Place } from '../model/changes.ts';
import { needClearing, needRailOrder } from '../load/needs.ts';
import type { Needs } from '../load/needs.ts';
import { done, doneBefore, refuse } from '../model/outcomes.ts';
import type { Outcome } from '../model/outcomes.ts';
import type { Transfer } from '../model/records.ts';
import type { State, Wallet } from '../model/state.ts';
import { setStatus } from '../rules/targets.ts';
import { needTarget } from '../load/needs.ts';
import { withdrawalFacts } from '../model/targets.ts';
import { clearingWallet, hasRoom, railHasRoom, walletById } from '../rules/wallets.ts';
import { undo } from '../rules/undo.ts';

/** The outcome of a withdrawal as the bank reports it. `code` is a NACHA code if the rail is ACH-like. */
export type RailOutcome =
  | { kind: 'completed' | 'canceled' }
  | { kind: 'failed' | 'returned'; code: string; reason: string };

/** Applies the bank's report about a withdrawal. Sent by Purser itself. The same report twice has one effect. */
export type Settle = {
  kind: 'settle';
  now: Date;
  transferId: Id<'trf'>;
  partyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  currency: string;
  rail: string;
  outcome: RailOutcome;
  newIds: { clearing: Id<'wal'> };
};

export function settleNeeds(command: Settle, needs: Needs): void {
  const { transferId, currency, rail } = command;
  needTarget(needs, withdrawalFacts({ ...command, id: transferId }));
  needClearing(needs, rail, currency);
  needRailOrder(needs, transferId);
}

/** Moves a withdrawal's held money out, makes it available again, or takes it back after it had left. */
export function decideSettle(command: Settle, state: State, changes: Changes): Outcome {
  const { transferId, outcome, now } = command;
  const transfer = state.transfers.get(transferId);
  if (!transfer) return refuse('transfer_ended');
  const before = transfer.status;
  const wallet = walletById(state, transfer.partyId, transfer.currency, transfer.walletId);
  if (outcome.kind === 'returned') {
    if (transfer.status === 'COMPLETED' && !canReturn(command, transfer, wallet, state)) {
      return refuse('recipient_full');
    }
    // The report of completion may have been lost: a return is applied all the same.
    if (transfer.status === 'PROCESSING') complete(command, transfer, wallet, state, changes);
    if (transfer.status === 'COMPLETED') returnMoney(command, transfer, wallet, state, changes);
  } else if (transfer.status === 'PROCESSING') {
    if (outcome.kind === 'completed') complete(command, transfer, wallet, state, changes);
    else {
      if (outcome.kind === 'failed') transfer.failure = { code: outcome.code, reason: outcome.reason };
      const status = outcome.kind === 'failed' ? 'FAILED' : 'CANCELED';
      undo({ type: 'withdrawal', record: transfer }, status, now, state, changes);
    }
  }
  if (transfer.status === before) return doneBefore();
  const order = state.railOrders.get(transferId);
  if (order) {
    order.state = 'ended';
    order.dueAt = null;
    changes.changedRailOrders.add(order);
  }
  return done(transferId);
}

/**
 * Returns whether the wallet and the rail have room for money that comes back. Other money may have arrived since it
 * left. (Money that is still held counts in its wallet, and needs no new room.)
 */
function canReturn({ rail }: Settle, { amount, currency }: Transfer, wallet: Wallet, state: State): boolean {
  return hasRoom(wallet, amount) && railHasRoom(state, rail, currency, amount);
}

function complete(command: Settle, transfer: Transfer, wallet: Wallet, state: State, changes: Changes): void {
  const clearing = clearingPlace(command, state, changes);
  moveAmount(transfer, 2, 'withdrawal', { wallet, place: 'held' }, clearing, command.now, changes);
  transfer.settledAt = command.now;
  setStatus({ type: 'withdrawal', record: transfer }, 'COMPLETED', command.now, changes);
}

function returnMoney(
  command: Settle,
  transfer: Transfer,
  wallet: Wallet,
  state: State,
  changes: Changes,
): void {
  const { outcome, now } = command;
  if (outcome.kind !== 'returned') return;
  const clearing = clearingPlace(command, state, changes);
  moveAmount(transfer, 3, 'return', clearing, { wallet, place: 'available' }, now, changes);
  transfer.returned = { code: outcome.code, reason: outcome.reason, at: now };
  setStatus({ type: 'withdrawal', record: transfer }, 'RETURNED', now, changes);
}

function clearingPlace({ rail, currency, newIds, now }: Settle, state: State, changes: Changes): Place {
  const wallet = clearingWallet(state, changes, { rail, currency, newId: newIds.clearing, now });
  return { wallet, place: 'available' };
}

function moveAmount(
  { id, amount, currency }: Transfer,
  step: number,
  kind: 'withdrawal' | 'return',
  source: Place,
  destination: Place,
  createdAt: Date,
  changes: Changes,
): void {
  const transactionId = transactionIdOf(id);
  move(changes, { transactionId, step, kind, source, destination, amount, currency, createdAt });
}
