import { type Id, transactionIdOf } from '../../lib/id.ts';
import { refusalIfFrozen } from '../rules/authority.ts';
import { addEvent, type Changes, move } from '../model/changes.ts';
import { needActor, needNamedWallet, type Needs, needWallet } from '../load/needs.ts';
import { done, type Outcome, type Refusal, refuse } from '../model/outcomes.ts';
import type { Transfer, TransferTerms } from '../model/records.ts';
import type { State, Wallet } from '../model/state.ts';
import type { Dated, RequestInfo } from '../model/actor.ts';
import { completedAt, newTransfer } from '../rules/new-transfer.ts';
import { cannotSpend, hasRoom, misnamedWallet, openWallet, refuseSpending } from '../rules/wallets.ts';

/**
 * Moves money between two wallets of the actor's party in one currency. It leaves the party no poorer, so it counts
 * against no limit. No agent may do it: it would undo that an agent is bound to wallets.
 */
export type TransferInternally = RequestInfo &
  TransferTerms & {
    kind: 'transferInternally';
    sourceWalletId: Id<'wal'>;
    destinationWalletId: Id<'wal'>;
    newIds: { transfer: Id<'trf'> };
    /** Returns the body of the response. */
    render(transfer: Transfer): string;
  };

export function transferInternallyNeeds(command: TransferInternally, needs: Needs): void {
  const { actor, currency, destinationWalletId } = command;
  needActor(needs, actor);
  needWallet(needs, actor.partyId, currency);
  needNamedWallet(needs, destinationWalletId);
}

/** Decides one internal transfer: refuses it, or moves the money at once. */
export function decideTransferInternally(
  command: Dated<TransferInternally>,
  state: State,
  changes: Changes,
): Outcome {
  const { actor, amount, currency, now, newIds } = command;
  const { partyId } = actor;
  const frozen = refusalIfFrozen(actor, partyId, state);
  if (frozen) return frozen;
  const wallets = walletsOf(command, state);
  if (typeof wallets === 'string') return refuse(wallets);
  const { source, destination } = wallets;
  const refusal = cannotSpend(state, source, amount);
  if (refusal) return refuseSpending(refusal, { amount, currency, fee: null, partyId }, source, state);
  if (!hasRoom(destination, amount)) return refuse('recipient_full');
  const { description, tags, destinationWalletId } = command;
  const terms = { amount, currency, description, tags };
  const where = { partyId, walletId: source.id, destinationWalletId };
  const transfer = newTransfer(
    { id: newIds.transfer, type: 'internal', ...terms, ...where, ...completedAt(now) },
    actor,
    now,
  );
  changes.transfers.push(transfer);
  move(changes, {
    transactionId: transactionIdOf(newIds.transfer),
    step: 1,
    kind: 'internal',
    source: { wallet: source, place: 'available' },
    destination: { wallet: destination, place: 'available' },
    amount,
    currency,
  });
  addEvent(changes, 'transfer', transfer.id, null, transfer.status, now);
  return done(transfer.id, { status: 200, body: command.render(transfer) });
}

function walletsOf(
  { actor: { partyId }, currency, sourceWalletId, destinationWalletId }: TransferInternally,
  state: State,
): { source: Wallet; destination: Wallet } | Refusal {
  const refusal = misnamedWallet(state, destinationWalletId, { partyId, currency });
  if (refusal) return refusal === 'wallet_unknown' ? 'destination_unknown' : 'destination_in_other_currency';
  if (sourceWalletId === destinationWalletId) return 'moves_nowhere';
  const source = openWallet(state, partyId, currency, sourceWalletId);
  const destination = openWallet(state, partyId, currency, destinationWalletId);
  if (!source) return 'source_closed';
  return destination ? { source, destination } : 'destination_closed';
}
