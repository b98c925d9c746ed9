import type { Dated } from '../model/actor.ts';
import { type Id, transactionIdOf } from '../../lib/id.ts';
import { needClearing, type Needs } from '../load/needs.ts';
import { type Changes, move } from '../model/changes.ts';
import { done, type Outcome, refuse } from '../model/outcomes.ts';
import type { State } from '../model/state.ts';
import { feeAccount } from '../rules/fees.ts';
import { clearingWallet } from '../rules/wallets.ts';

/** Pays collected fees out to the operator: the money leaves over a rail. Sent by the operator, one at a time. */
export type PayOutFees = {
  kind: 'payOutFees';
  /** Minor units, 1 … 2^53 − 1. */
  amount: bigint;
  currency: string;
  rail: string;
  reference: string;
  operator: string;
  /** Who pays out and under which reference, for the audit log. */
  reason: string;
  newIds: { payout: Id<'fpo'>; clearing: Id<'wal'> };
};

export function payOutFeesNeeds({ rail, currency }: PayOutFees, needs: Needs): void {
  needClearing(needs, rail, currency);
  needs.collectedFees.add(currency);
}

/** Moves collected fees to the rail's clearing account, or refuses if less was collected. */
export function decidePayOutFees(command: Dated<PayOutFees>, state: State, changes: Changes): Outcome {
  const { now, amount, currency, rail, reference, operator, newIds } = command;
  // Not locked: until the commit it only grows, since payouts follow each other.
  const collected = state.collectedFees.get(currency) ?? 0n;
  if (collected < amount) return refuse('fees_not_collected');
  const wallet = clearingWallet(state, changes, { rail, currency, newId: newIds.clearing, now });
  move(changes, {
    transactionId: transactionIdOf(newIds.payout),
    step: 1,
    kind: 'payout',
    source: { wallet: feeAccount(state, currency), place: 'available' },
    destination: { wallet, place: 'available' },
    amount,
    currency,
  });
  state.collectedFees.set(currency, collected - amount);
  changes.feePayouts.push({ id: newIds.payout, amount, currency, reference, operator, createdAt: now });
  return done(newIds.payout);
}
