import type { Dated } from '../model/actor.ts';
import { type Id, transactionIdOf } from '../../lib/id.ts';
import { addEvent, type Changes } from '../model/changes.ts';
import {
  needAccount,
  needClearing,
  needNamedWallet,
  needParty,
  type Needs,
  needWallet,
} from '../load/needs.ts';
import { done, type Outcome, refuse } from '../model/outcomes.ts';
import type { Tags } from '../model/records.ts';
import type { State } from '../model/state.ts';
import { atBank, completedAt, newTransfer } from '../rules/new-transfer.ts';
import { arrive, receivableAccount } from '../rules/receivable.ts';
import { cannotReceive, clearingWallet, hasRoom, railHasRoom, receivingWallet } from '../rules/wallets.ts';

/** Takes in money that has arrived for a party over a rail. Sent by Purser itself, never by a client. */
export type Deposit = {
  kind: 'deposit';
  partyId: Id<'pty'>;
  externalAccountId: Id<'eac'>;
  rail: string;
  /** Minor units, 1 … 2^53 − 1. */
  amount: bigint;
  currency: string;
  description: string | null;
  tags?: Tags;
  /** The wallet that receives, if one is named. */
  walletId?: Id<'wal'> | null;
  /** Who deposits and why, for the audit log; absent if Purser does it automatically. */
  reason?: string;
  /** `receivable`: of the account of what the party owes, if the deposit may be taken back. */
  newIds: { transfer: Id<'trf'>; wallet: Id<'wal'>; clearing: Id<'wal'>; receivable?: Id<'wal'> };
};

export function depositNeeds(command: Deposit, needs: Needs): void {
  needParty(needs, command.partyId);
  needWallet(needs, command.partyId, command.currency);
  needClearing(needs, command.rail, command.currency);
  needAccount(needs, command.externalAccountId);
  needNamedWallet(needs, command.walletId ?? null);
}

/** Moves the money from the rail's clearing account into the party's wallet, or refuses if there is no room for it. */
export function decideDeposit(command: Dated<Deposit>, state: State, changes: Changes): Outcome {
  const { amount, currency, now, partyId, externalAccountId, newIds, rail, walletId = null } = command;
  if (!state.parties.has(partyId)) return refuse('recipient_party_unknown');
  const refusal = cannotReceive(state, { partyId, currency, walletId });
  if (refusal) return refuse(refusal);
  if (!railHasRoom(state, rail, currency, amount)) return refuse('recipient_full');
  const to = receivingWallet(state, changes, { partyId, currency, walletId, newIds, now });
  if (!hasRoom(to, amount)) return refuse('recipient_full');
  // Opened now, not when it is needed: see `draw`.
  if (newIds.receivable) receivableAccount({ ...command, newId: newIds.receivable }, state, changes);
  const from = clearingWallet(state, changes, { rail, currency, newId: newIds.clearing, now });
  const account = { id: externalAccountId, lastFour: state.accounts.get(externalAccountId)?.lastFour ?? '' };
  const terms = { amount, currency, description: command.description, tags: command.tags ?? null };
  const where = { partyId, walletId: to.id, ...atBank(account) };
  changes.transfers.push(
    newTransfer({ id: newIds.transfer, type: 'deposit', ...terms, ...where, ...completedAt(now) }, null, now),
  );
  arrive(
    {
      transactionId: transactionIdOf(newIds.transfer),
      step: 1,
      kind: 'deposit',
      source: { wallet: from, place: 'available' },
      destination: { wallet: to, place: 'available' },
      amount,
      currency,
    },
    now,
    state,
    changes,
  );
  addEvent(changes, 'transfer', newIds.transfer, null, 'COMPLETED', now);
  return done(newIds.transfer);
}
