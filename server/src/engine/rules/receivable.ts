import { maxAmount } from '../../lib/money.ts';
import type { Id } from '../../lib/id.ts';
import { type Changes, move, type Movement } from '../model/changes.ts';
import type { Refusal } from '../model/outcomes.ts';
import type { State, Wallet } from '../model/state.ts';
import { available, open } from './wallets.ts';

/** Whose debt, in which currency, and what opens its account if there is none yet. */
export type Debtor = { partyId: Id<'pty'>; currency: string; newId: Id<'wal'>; now: Date };

/**
 * Moves money that arrives for a party into its wallet, and from there, as the next step of the transaction, what the
 * party owes in this currency.
 */
export function arrive(arrival: Movement, state: State, changes: Changes): void {
  move(changes, arrival);
  const { destination, amount, step, currency } = arrival;
  const account = receivableOf(state, destination.wallet.partyId, currency);
  if (!account || account.posted === 0n) return;
  move(changes, {
    ...arrival,
    step: step + 1,
    kind: 'recovery',
    source: destination,
    destination: { wallet: account, place: 'available' },
    amount: smaller(amount, -account.posted),
  });
}

/**
 * Takes back money that a party may have spent: from the wallet what is available there, and the rest as a debt. Returns
 * a refusal if the debt would exceed the largest amount. `taking` lacks what this function decides.
 */
export function takeBack(
  taking: Omit<Movement, 'source'>,
  from: { wallet: Wallet | undefined } & Debtor,
  state: State,
  changes: Changes,
): Refusal | null {
  const { wallet } = from;
  const inWallet = wallet ? smaller(available(wallet), taking.amount) : 0n;
  const missing = taking.amount - inWallet;
  const owed = -(receivableOf(state, from.partyId, from.currency)?.posted ?? 0n);
  if (owed + missing > maxAmount) return 'recipient_full';
  if (wallet && inWallet > 0n) {
    move(changes, { ...taking, source: { wallet, place: 'available' }, amount: inWallet });
  }
  if (missing > 0n) {
    const step = inWallet > 0n ? taking.step + 1 : taking.step;
    const account = receivableAccount(from, state, changes);
    move(changes, { ...taking, step, source: { wallet: account, place: 'available' }, amount: missing });
  }
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

/** Returns the account of what a party owes in a currency, if it has one. Looked for at each payment. */
function receivableOf(state: State, partyId: Id<'pty'> | null, currency: string): Wallet | undefined {
  if (partyId === null) return undefined;
  const all = state.wallets.get(partyId, currency);
  return all?.find((each) => each.isReceivable && each.currency === currency);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
