import type { Id } from '../../lib/id.ts';
import { maxAmount } from '../../lib/money.ts';
import { addEvent, type Changes } from '../model/changes.ts';
import { type Refusal, refuse, type Refused } from '../model/outcomes.ts';
import { newWallet, type State, type Wallet } from '../model/state.ts';

/** Returns what a wallet may spend, in minor units. */
export function available(wallet: Wallet): bigint {
  return wallet.posted - wallet.held;
}

/** Returns why an amount, with the fee beside it, cannot be taken from a wallet of a party; null if it can. */
export function cannotSpend(
  state: State,
  wallet: Wallet,
  amount: bigint,
  fee: bigint | null = null,
): Refusal | null {
  if (wallet.status === 'frozen') return 'wallet_frozen';
  if (owedBy(state, wallet.partyId, wallet.currency) > 0n) return 'amount_owed';
  if (available(wallet) < amount) return 'insufficient_funds';
  return fee !== null && available(wallet) < amount + fee ? 'fee_not_covered' : null;
}

/**
 * Returns the outcome of a command that a party cannot pay, from a wallet or for want of one: with what it owes, or with
 * what is there.
 */
export function refuseSpending(
  refusal: Refusal,
  {
    amount,
    fee,
    currency,
    partyId,
  }: { amount: bigint; fee: bigint | null; currency: string; partyId: Id<'pty'> },
  wallet: Wallet | Refusal,
  state: State,
): Refused {
  const refused = refuse(refusal);
  if (refusal === 'amount_owed') {
    return { ...refused, owed: { partyId, amount: owedBy(state, partyId, currency), currency } };
  }
  if (refusal !== 'insufficient_funds' && refusal !== 'fee_not_covered') return refused;
  const there = typeof wallet === 'string' ? 0n : available(wallet);
  return { ...refused, funds: { partyId, amount, fee, available: there, currency } };
}

/** Returns what a party owes in a currency, in minor units. While that is more than zero, none of its money leaves. */
export function owedBy(state: State, partyId: Id<'pty'> | null, currency: string): bigint {
  return -(receivableOf(state, partyId, currency)?.posted ?? 0n);
}

/** Returns the account of what a party owes in a currency, if it has one. Looked for at each payment. */
export function receivableOf(state: State, partyId: Id<'pty'> | null, currency: string): Wallet | undefined {
  if (partyId === null) return undefined;
  const all = state.wallets.get(partyId, currency);
  return all?.find((each) => each.isReceivable && each.currency === currency);
}

/**
 * Returns the wallets of a party from which money is taken back, in this order: the one that received it, the default one,
 * and the others by age; frozen ones too, since this is no payment of the party.
 */
export function walletsToTakeFrom(
  state: State,
  partyId: Id<'pty'>,
  currency: string,
  walletId: Id<'wal'>,
): Wallet[] {
  const place = ({ id, isDefault }: Wallet): number => (id === walletId ? 0 : isDefault ? 1 : 2);
  return openWallets(state, partyId, currency).toSorted((a, b) => place(a) - place(b));
}

/** Returns whether the wallet's sum would still be an exact number in JSON after adding the amount. */
export function hasRoom(wallet: Wallet, amount: bigint): boolean {
  return wallet.posted + amount <= maxAmount;
}

/** Returns the wallet in which a target has moved money before. Throws if it was not loaded, which would be a bug. */
export function walletById(state: State, partyId: Id<'pty'>, currency: string, id: Id<'wal'> | null): Wallet {
  const wallet = walletsOf(state, partyId, currency).find((each) => each.id === id);
  if (!wallet) throw new Error('the wallet of a movement was not loaded');
  return wallet;
}

/** Who pays in which currency, and what narrows down the wallet. */
export type Payer = {
  partyId: Id<'pty'>;
  currency: string;
  /** The acting agent, which may be bound to wallets of its party. */
  agentId: Id<'agt'> | null;
  /** The wallet that was named; null if none was. */
  walletId: Id<'wal'> | null;
};

/**
 * Returns the wallet that pays: the one that was named, or else the preferred one of those that the agent may spend from.
 * Returns a refusal if there is none. The wallet may be frozen.
 */
export function payingWallet(
  state: State,
  { partyId, currency, agentId, walletId }: Payer,
): Wallet | Refusal {
  const agent = agentId === null ? null : state.agents.get(agentId);
  if (agent === undefined) return 'wallet_not_allowed'; // what binds it is unknown
  const boundTo = agent?.walletIds ?? null;
  if (walletId !== null) {
    if (boundTo !== null && !boundTo.includes(walletId)) return 'wallet_not_allowed';
    return openWallet(state, partyId, currency, walletId) ?? 'wallet_closed';
  }
  const wallets = openWallets(state, partyId, currency);
  if (wallets.length === 0 && owedBy(state, partyId, currency) > 0n) return 'amount_owed';
  if (boundTo === null) return preferred(wallets) ?? 'insufficient_funds';
  return preferred(wallets.filter(({ id }) => boundTo.includes(id))) ?? 'wallet_not_allowed';
}

/**
 * Returns why a wallet that a request names is not the party's or not in the currency; null if it is both. The request's
 * command must have asked for the wallet with `needNamedWallet`.
 */
export function misnamedWallet(
  state: State,
  id: Id<'wal'>,
  { partyId, currency }: Pick<Payer, 'partyId' | 'currency'>,
): Refusal | null {
  const named = state.namedWallets.get(id);
  if (named?.partyId !== partyId) return 'wallet_unknown';
  return named.currency === currency ? null : 'wallet_in_other_currency';
}

/** Returns the wallet that pays a new request, as `payingWallet` does, or a refusal of the one that it names. */
export function requestedPayingWallet(state: State, payer: Payer): Wallet | Refusal {
  return (payer.walletId && misnamedWallet(state, payer.walletId, payer)) ?? payingWallet(state, payer);
}

/** Returns why the wallet that a new deposit names cannot receive it; null if it can, or if none is named. */
export function cannotReceive(
  state: State,
  { partyId, currency, walletId }: Pick<Payer, 'partyId' | 'currency' | 'walletId'>,
): Refusal | null {
  if (walletId === null) return null;
  const refusal = misnamedWallet(state, walletId, { partyId, currency });
  return refusal ?? (openWallet(state, partyId, currency, walletId) ? null : 'wallet_closed');
}

/**
 * Returns the wallet in which a party receives: the one that was named, unless it was closed since, or else the preferred
 * one. If there is none, it is opened under the id that the command brings, which is read only then. A frozen wallet
 * still receives.
 */
export function receivingWallet(
  state: State,
  changes: Changes,
  to: {
    partyId: Id<'pty'>;
    currency: string;
    walletId?: Id<'wal'> | null;
    newIds: { wallet: Id<'wal'> };
    now: Date;
  },
): Wallet {
  const { partyId, currency, walletId = null } = to;
  const named = walletId === null ? undefined : openWallet(state, partyId, currency, walletId);
  const found = named ?? preferred(openWallets(state, partyId, currency));
  return found ?? open(state, changes, { ...to, owner: to.partyId, rail: null, newId: to.newIds.wallet });
}

/** Supposes that a party owes nothing in a currency, for a preview that must not tell whether it does. */
export function supposeNoDebt(state: State, partyId: Id<'pty'>, currency: string): void {
  const account = receivableOf(state, partyId, currency);
  if (account) account.posted = 0n;
}

/**
 * Supposes that a party has more than anything costs, for a preview that must not tell what it has. Opens a wallet in the
 * state if it has none that could pay.
 */
export function supposeFunds(
  state: State,
  changes: Changes,
  { partyId, currency, newId, now }: { partyId: Id<'pty'>; currency: string; newId: Id<'wal'>; now: Date },
): void {
  const wallets = openWallets(state, partyId, currency);
  const supposed =
    wallets.length > 0
      ? wallets
      : [open(state, changes, { owner: partyId, partyId, rail: null, currency, newId, now })];
  for (const wallet of supposed) wallet.posted = wallet.held + 2n * maxAmount; // an amount and its fee
}

/**
 * Returns the default wallet, even if frozen, so that freezing the default cannot be bypassed; otherwise the oldest active
 * one; otherwise a frozen one.
 */
function preferred(wallets: readonly Wallet[]): Wallet | undefined {
  return wallets.find((wallet) => wallet.isDefault) ?? wallets.find(isActive) ?? wallets[0];
}

/** Returns the clearing account of a rail in a currency, opened on first use. */
export function clearingWallet(
  state: State,
  changes: Changes,
  to: { rail: string; currency: string; newId: Id<'wal'>; now: Date },
): Wallet {
  return (
    walletsOf(state, to.rail, to.currency)[0] ??
    open(state, changes, { ...to, owner: to.rail, partyId: null })
  );
}

/** Returns whether the rail's clearing account, which owes all that came in, stays within the same bound. */
export function railHasRoom(state: State, rail: string, currency: string, amount: bigint): boolean {
  const owed = -(walletsOf(state, rail, currency)[0]?.posted ?? 0n);
  return owed + amount <= maxAmount;
}

/** Returns a wallet of a party that is not closed, or undefined. */
export function openWallet(
  state: State,
  partyId: Id<'pty'>,
  currency: string,
  id: Id<'wal'>,
): Wallet | undefined {
  return openWallets(state, partyId, currency).find((wallet) => wallet.id === id);
}

/** Returns the wallets of a party or rail in a currency, oldest first. */
export function walletsOf(state: State, owner: string, currency: string): Wallet[] {
  return (state.wallets.get(owner, currency) ?? []).filter((wallet) => wallet.currency === currency);
}

function openWallets(state: State, partyId: Id<'pty'>, currency: string): Wallet[] {
  return walletsOf(state, partyId, currency).filter(isOpen);
}

function isOpen({ status, isReceivable }: Wallet): boolean {
  return status !== 'closed' && !isReceivable;
}

function isActive(wallet: Wallet): boolean {
  return wallet.status === 'active';
}

/** Opens a wallet, a clearing account or a receivable account, in the state and in the changes. */
export function open(
  state: State,
  changes: Changes,
  by: Pick<Wallet, 'partyId' | 'rail' | 'currency'> & {
    owner: string;
    isReceivable?: boolean;
    newId: Id<'wal'>;
    now: Date;
  },
): Wallet {
  const { partyId, rail, currency, isReceivable = false } = by;
  const wallet: Wallet = { ...newWallet, id: by.newId, partyId, rail, currency, isReceivable };
  state.wallets.set(by.owner, [...(state.wallets.get(by.owner, currency) ?? []), wallet]);
  changes.openedWallets.set(wallet, by.now);
  if (partyId && !isReceivable) addEvent(changes, 'wallet', wallet.id, null, wallet.status, by.now);
  return wallet;
}
