import type { Dated } from '../model/actor.ts';
import { type Id, transactionIdOf } from '../../lib/id.ts';
import { needClearing, type Needs, needWallet } from '../load/needs.ts';
import { addEvent, type Changes, move } from '../model/changes.ts';
import { done, type Outcome, refuse } from '../model/outcomes.ts';
import type { State } from '../model/state.ts';
import { lossRail } from '../model/fees.ts';
import { clearingWallet, receivableOf } from '../rules/wallets.ts';

/** Writes off all that a party owes in a currency: the operator bears the loss. Sent by the operator. */
export type WriteOffDebt = {
  kind: 'writeOff';
  partyId: Id<'pty'>;
  currency: string;
  operator: string;
  /** Why, as the operator says it. */
  because: string;
  /** Who writes off and why, for the audit log. */
  reason: string;
  newIds: { writeOff: Id<'wof'>; losses: Id<'wal'> };
};

export function writeOffNeeds({ partyId, currency }: WriteOffDebt, needs: Needs): void {
  needWallet(needs, partyId, currency);
  needClearing(needs, lossRail, currency);
}

/** Moves what the party owes to the account of losses, or refuses if it owes nothing. */
export function decideWriteOff(command: Dated<WriteOffDebt>, state: State, changes: Changes): Outcome {
  const { partyId, currency, operator, because, newIds, now } = command;
  const account = receivableOf(state, partyId, currency);
  if (!account || account.posted === 0n) return refuse('nothing_owed');
  const amount = -account.posted;
  const losses = clearingWallet(state, changes, { rail: lossRail, currency, newId: newIds.losses, now });
  move(changes, {
    transactionId: transactionIdOf(newIds.writeOff),
    step: 1,
    kind: 'write_off',
    source: { wallet: losses, place: 'available' },
    destination: { wallet: account, place: 'available' },
    amount,
    currency,
  });
  const id = newIds.writeOff;
  changes.writeOffs.push({ id, partyId, amount, currency, reason: because, operator, createdAt: now });
  addEvent(changes, 'debt', account.id, 'OPEN', 'CLOSED', now);
  return done(id);
}
