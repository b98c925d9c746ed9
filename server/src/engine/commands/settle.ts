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

/** How a bank says that a withdrawal went. `code` is NACHA's where the rail is ACH-like. */
export type RailOutcome =
  | { kind: 'completed' | 'canceled' }
  | { kind: 'failed' | 'returned'; code: string; reason: string };

/** What the bank has reported of a withdrawal. Sent by Purser itself; the same report twice has one effect. */
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

/** Brings a withdrawal to its end: the held money leaves, or is free again, or comes back after it had left. */
export function decideSettle(command: Settle, state: State, changes: Changes): Outcome {
  const { transferId, outcome, now } = command;
  const transfer = state.transfers.get(transferId);
  if (!transfer) return refuse('transfer_ended');
  const before = transfer.status;
  const wallet = walletById(state, transfer.partyId, transfer.currency, transfer.walletId);
  if (outcome.kind === 'returned') {
    if (transfer.status === 'COMPLETED' && !mayComeBack(command, transfer, wallet, state)) {
      return refuse('recipient_full');
    }
    // A report that was lost does not keep the next one from being true.
    if (transfer.status === 'PROCESSING') complete(command, transfer, wallet, state, changes);
    if (transfer.status === 'COMPLETED') takeBack(command, transfer, wallet, state, changes);
  } else if (transfer.status === 'PROCESSING') {
    if (outcome.kind === 'completed') complete(command, transfer, wallet, state, changes);
    else {
      if (outcome.kind === 'failed') transfer.failure = { code: outcome.code, reason: outcome.reason };
      const status = outcome.kind === 'failed' ? 'FAILED' : 'CANCELED';
      undo({ type: 'withdrawal', it: transfer }, status, now, state, changes);
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

/** What left may have been replaced since; money under way still counts in its wallet, and needs no room. */
function mayComeBack(
  { rail }: Settle,
  { amount, currency }: Transfer,
  wallet: Wallet,
  state: State,
): boolean {
  return hasRoom(wallet, amount) && railHasRoom(state, rail, currency, amount);
}

function complete(command: Settle, transfer: Transfer, wallet: Wallet, state: State, changes: Changes): void {
  const outside = clearing(command, state, changes);
  between(transfer, 2, 'withdrawal', { wallet, place: 'held' }, outside, command.now, changes);
  transfer.settledAt = command.now;
  setStatus({ type: 'withdrawal', it: transfer }, 'COMPLETED', command.now, changes);
}

function takeBack(command: Settle, transfer: Transfer, wallet: Wallet, state: State, changes: Changes): void {
  const { outcome, now } = command;
  if (outcome.kind !== 'returned') return;
  const outside = clearing(command, state, changes);
  between(transfer, 3, 'return', outside, { wallet, place: 'available' }, now, changes);
  transfer.returned = { code: outcome.code, reason: outcome.reason, at: now };
  setStatus({ type: 'withdrawal', it: transfer }, 'RETURNED', now, changes);
}

function clearing({ rail, currency, newIds, now }: Settle, state: State, changes: Changes): Place {
  const wallet = clearingWallet(state, changes, { rail, currency, newId: newIds.clearing, now });
  return { wallet, place: 'available' };
}

function between(
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
