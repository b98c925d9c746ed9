import { transactionIdOf } from '../../lib/id.ts';
import type { Id } from '../../lib/id.ts';
import { move, addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import { needAccount, needClearing, needParty, needWallet } from '../load/needs.ts';
import type { Needs } from '../load/needs.ts';
import { done, refuse } from '../model/outcomes.ts';
import type { Outcome } from '../model/outcomes.ts';
import type { Tags, Transfer } from '../model/records.ts';
import type { State, Wallet } from '../model/state.ts';
import { clearingWallet, hasRoom, railHasRoom, receivingWallet } from '../rules/wallets.ts';

/** Takes in money that has arrived for a party over a rail. Sent by Purser itself, never by a client. */
export type Deposit = {
  kind: 'deposit';
  now: Date;
  partyId: Id<'pty'>;
  externalAccountId: Id<'eac'>;
  rail: string;
  /** Minor units, 1 … 2^53 − 1. */
  amount: bigint;
  currency: string;
  description: string | null;
  tags?: Tags;
  /** Who deposits and why, for the audit log; absent if Purser does it automatically. */
  reason?: string;
  newIds: { transfer: Id<'trf'>; wallet: Id<'wal'>; clearing: Id<'wal'> };
};

export function depositNeeds(command: Deposit, needs: Needs): void {
  needParty(needs, command.partyId);
  needWallet(needs, command.partyId, command.currency);
  needClearing(needs, command.rail, command.currency);
  needAccount(needs, command.externalAccountId);
}

/** Moves the money from the rail's clearing account into the party's wallet, or refuses if there is no room for it. */
export function decideDeposit(command: Deposit, state: State, changes: Changes): Outcome {
  const { amount, currency, now, partyId, newIds, rail } = command;
  if (!state.parties.has(partyId)) return refuse('recipient_party_unknown');
  if (!railHasRoom(state, rail, currency, amount)) return refuse('recipient_full');
  const to = receivingWallet(state, changes, { partyId, currency, newIds, now });
  if (!hasRoom(to, amount)) return refuse('recipient_full');
  const from = clearingWallet(state, changes, { rail, currency, newId: newIds.clearing, now });
  changes.transfers.push(newDeposit(command, to, state));
  move(changes, {
    transactionId: transactionIdOf(newIds.transfer),
    step: 1,
    kind: 'deposit',
    source: { wallet: from, place: 'available' },
    destination: { wallet: to, place: 'available' },
    amount,
    currency,
    createdAt: now,
  });
  addEvent(changes, 'transfer', newIds.transfer, null, 'COMPLETED', now);
  return done(newIds.transfer);
}

function newDeposit(command: Deposit, wallet: Wallet, state: State): Transfer {
  const { amount, currency, description, now, partyId, externalAccountId } = command;
  return {
    id: command.newIds.transfer,
    type: 'deposit',
    status: 'COMPLETED',
    amount,
    currency,
    tags: command.tags ?? null,
    description,
    partyId,
    walletId: wallet.id,
    externalAccountId,
    externalAccountMask: `****${state.accounts.get(externalAccountId)?.lastFour ?? ''}`,
    expectedAvailableAt: null,
    failure: null,
    returned: null,
    submittedAt: now,
    settledAt: now,
    agentId: null,
    credentialId: null,
    userId: null,
    instanceId: null,
    createdAt: now,
    updatedAt: now,
    acceptedAt: now,
  };
}
