import type { Id } from '../../lib/id.ts';
import { needAccount, needActor, needNamedWallet, needWallet } from '../load/needs.ts';
import type { Needs } from '../load/needs.ts';
import type { RequestInfo } from '../model/actor.ts';
import { addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import { done, refuse } from '../model/outcomes.ts';
import type { Outcome } from '../model/outcomes.ts';
import type { Tags, Transfer } from '../model/records.ts';
import type { State } from '../model/state.ts';
import { placeOrder } from '../rules/accept.ts';
import type { RailTerms } from '../rules/accept.ts';
import { atBank, newTransfer } from '../rules/new-transfer.ts';
import { receivableAccount } from '../rules/receivable.ts';
import { cannotReceive, hasRoom, receivingWallet } from '../rules/wallets.ts';

/**
 * Draws money from the actor's own account at a bank into its wallet. A frozen party may: the money stays its own, and
 * may settle what it owes. No agent may do it, and no limit counts it: the party spends nothing.
 */
export type Draw = RequestInfo & {
  kind: 'draw';
  externalAccountId: Id<'eac'>;
  /** Minor units, 1 … 2^53 − 1. */
  amount: bigint;
  currency: string;
  /** The wallet that receives; null if the request names none. */
  walletId: Id<'wal'> | null;
  description: string | null;
  tags: Tags | null;
  rail: RailTerms;
  newIds: { transfer: Id<'trf'>; wallet: Id<'wal'>; receivable: Id<'wal'> };
  /** Returns the body of the response: the deposit as it was accepted. */
  render(transfer: Transfer): string;
};

export function drawNeeds(command: Draw, needs: Needs): void {
  const { actor, currency, externalAccountId, walletId } = command;
  needActor(needs, actor);
  needWallet(needs, actor.partyId, currency);
  needNamedWallet(needs, walletId);
  needAccount(needs, externalAccountId);
}

/** Decides one deposit: refuses it, or has the bank asked for the money. No money moves until the bank reports. */
export function decideDraw(command: Draw, state: State, changes: Changes): Outcome {
  const { actor, amount, currency, rail, newIds, now } = command;
  const { partyId } = actor;
  const account = state.accounts.get(command.externalAccountId);
  if (account?.partyId !== partyId) return refuse('external_account_unknown');
  if (account.status !== 'active') return refuse('external_account_unusable');
  const { walletId } = command;
  const refusal = cannotReceive(state, { partyId, currency, walletId });
  if (refusal) return refuse(refusal);
  const wallet = receivingWallet(state, changes, { partyId, currency, walletId, newIds, now });
  if (!hasRoom(wallet, amount)) return refuse('recipient_full');
  // Opened now, not when it is needed: a payment that waits for the wallets meanwhile would not see a new row.
  receivableAccount({ partyId, currency, newId: newIds.receivable, now }, state, changes);
  const terms = { amount, currency, description: command.description, tags: command.tags };
  const transfer = newTransfer(
    { id: newIds.transfer, type: 'deposit', walletId: wallet.id, partyId, ...terms, ...atBank(account) },
    actor,
    now,
  );
  placeOrder(transfer, account, rail, now, state, changes);
  changes.transfers.push(transfer);
  addEvent(changes, 'transfer', transfer.id, null, transfer.status, now);
  return done(transfer.id, { status: 200, body: command.render(transfer) });
}
