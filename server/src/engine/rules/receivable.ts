import { maxAmount } from '../../lib/money.ts';
import type { Id } from '../../lib/id.ts';
import { addEvent, type Changes, move, type Movement } from '../model/changes.ts';
import type { Refusal } from '../model/outcomes.ts';
import type { State, Wallet } from '../model/state.ts';
import { available, open, owedBy, receivableOf, walletsToTakeFrom } from './wallets.ts';

/** Whose debt, in which currency, and what opens its account if there is none yet. */
export type Debtor = { partyId: Id<'pty'>; currency: string; newId: Id<'wal'>; now: Date };

/** Moves money that arrives for a party into its wallet, and from there what the party owes in this currency. */
export function arrive(arrival: Movement, now: Date, state: State, changes: Changes): void {
  move(changes, arrival);
  recover(arrival, now, state, changes);
}

/**
 * Takes what a party owes from a wallet of it in which money has just become available, as the next step of the
 * transaction. While it owes anything, nothing else is available in the currency.
 */
export function recover(
  { transactionId, step, currency, destination: { wallet } }: Movement,
  now: Date,
  state: State,
  changes: Changes,
): void {
  const account = receivableOf(state, wallet.partyId, currency);
  if (!account || account.posted === 0n) return;
  move(changes, {
    transactionId,
    step: step + 1,
    kind: 'recovery',
    source: { wallet, place: 'available' },
    destination: { wallet: account, place: 'available' },
    amount: smaller(available(wallet), -account.posted),
    currency,
  });
  if (account.posted === 0n) addEvent(changes, 'debt', account.id, 'OPEN', 'CLOSED', now);
}

/**
 * Takes back money that a party may have spent: what is available in its wallets, first in the one that `walletId` names,
 * and the rest as a debt. Each wallet is a step. Returns a refusal if the debt would exceed the largest amount. `taking`
 * lacks what this function decides.
 */
export function takeBack(
  taking: Omit<Movement, 'source'>,
  from: { walletId: Id<'wal'> } & Debtor,
  state: State,
  changes: Changes,
): Refusal | null {
  const { partyId, currency, walletId, now } = from;
  const wallets = walletsToTakeFrom(state, partyId, currency, walletId);
  const owed = owedBy(state, partyId, currency);
  const inWallets = wallets.reduce((sum, wallet) => sum + available(wallet), 0n);
  if (owed + taking.amount - inWallets > maxAmount) return 'recipient_full';
  let { amount: missing, step } = taking;
  const take = (wallet: Wallet, amount: bigint): void => {
    if (amount === 0n) return;
    move(changes, { ...taking, step, source: { wallet, place: 'available' }, amount });
    step += 1;
    missing -= amount;
  };
  for (const wallet of wallets) take(wallet, smaller(available(wallet), missing));
  if (missing === 0n) return null;
  const account = receivableAccount(from, state, changes);
  take(account, missing);
  if (owed === 0n) addEvent(changes, 'debt', account.id, null, 'OPEN', now);
  return null;
}

/** Returns the account of what a party owes in a currency, opened on first use. */
export function receivableAccount(debtor: Debtor, state: State, changes: Changes): Wallet {
  const { partyId, currency } = debtor;
  return (
    receivableOf(state, partyId, currency) ??
    open(state, changes, { ...debtor, owner: partyId, rail: null, isReceivable: true })
  );
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
