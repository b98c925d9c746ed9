import { transactionIdOf } from '../../lib/id.ts';
import type { Id } from '../../lib/id.ts';
import { move, record } from '../changes.ts';
import type { Changes, Deposit as DepositRow } from '../changes.ts';
import { needClearing, needParty, needWallet } from '../needs.ts';
import type { Needs } from '../needs.ts';
import { refuse } from '../outcomes.ts';
import type { Outcome } from '../outcomes.ts';
import type { State } from '../state.ts';
import { clearingWallet, hasRoom, railHasRoom, receivingWallet } from '../wallets.ts';

/** Money that has arrived from outside over a rail, for a party. Sent by Purser itself, never by a caller. */
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
  newIds: { transfer: Id<'trf'>; wallet: Id<'wal'>; clearing: Id<'wal'> };
};

export function depositNeeds(command: Deposit, needs: Needs): void {
  needParty(needs, command.partyId);
  needWallet(needs, command.partyId, command.currency);
  needClearing(needs, command.rail, command.currency);
}

/** Takes the money in: from the clearing account of its rail into the party’s wallet. */
export function decideDeposit(command: Deposit, state: State, changes: Changes): Outcome {
  const { amount, currency, now, partyId, newIds, rail } = command;
  if (!state.parties.has(partyId)) return refuse('recipient_party_unknown');
  if (!railHasRoom(state, rail, currency, amount)) return refuse('recipient_full');
  const to = receivingWallet(state, changes, { partyId, currency, newId: newIds.wallet, now });
  if (!hasRoom(to, amount)) return refuse('recipient_full');
  const from = clearingWallet(state, changes, { rail, currency, newId: newIds.clearing, now });
  const deposit: DepositRow = {
    id: newIds.transfer,
    amount,
    currency,
    description: command.description,
    partyId,
    walletId: to.id,
    externalAccountId: command.externalAccountId,
    createdAt: now,
  };
  changes.deposits.push(deposit);
  move(changes, {
    transactionId: transactionIdOf(deposit.id),
    step: 1,
    kind: 'deposit',
    source: { wallet: from, place: 'available' },
    destination: { wallet: to, place: 'available' },
    amount,
    currency,
    createdAt: now,
  });
  record(changes, 'transfer', deposit.id, null, 'COMPLETED', now);
  return { done: true, replayed: false, answer: { status: 201, body: '' } };
}
