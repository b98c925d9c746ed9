import type { Id } from '../../lib/id.ts';
import { maxAmount } from '../../lib/money.ts';
import { addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import type { State, Wallet } from '../model/state.ts';

/** Returns what a wallet may spend, in minor units. */
export function available(wallet: Wallet): bigint {
  return wallet.posted - wallet.held;
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

/**
 * Returns the wallet that a party pays from: its default wallet, even if frozen, so that freezing the default cannot be
 * bypassed; otherwise the oldest active one; otherwise a frozen one. Null if there is none.
 */
export function payingWallet(state: State, partyId: Id<'pty'>, currency: string): Wallet | null {
  const wallets = openWallets(state, partyId, currency);
  return wallets.find((wallet) => wallet.isDefault) ?? wallets.find(isActive) ?? wallets[0] ?? null;
}

/**
 * Returns the wallet in which a party receives. If there is none, it is opened under the id that the command brings,
 * which is read only then. A frozen wallet still receives.
 */
export function receivingWallet(
  state: State,
  changes: Changes,
  to: { partyId: Id<'pty'>; currency: string; newIds: { wallet: Id<'wal'> }; now: Date },
): Wallet {
  const found = payingWallet(state, to.partyId, to.currency);
  return found ?? open(state, changes, { ...to, owner: to.partyId, rail: null, newId: to.newIds.wallet });
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

/** Returns the wallets of a party or rail in a currency, oldest first. */
export function walletsOf(state: State, owner: string, currency: string): Wallet[] {
  return (state.wallets.get(owner) ?? []).filter((wallet) => wallet.currency === currency);
}

function openWallets(state: State, partyId: Id<'pty'>, currency: string): Wallet[] {
  return walletsOf(state, partyId, currency).filter((wallet) => wallet.status !== 'closed');
}

function isActive(wallet: Wallet): boolean {
  return wallet.status === 'active';
}

function open(
  state: State,
  changes: Changes,
  by: Pick<Wallet, 'partyId' | 'rail' | 'currency'> & { owner: string; newId: Id<'wal'>; now: Date },
): Wallet {
  const { partyId, rail, currency } = by;
  const wallet: Wallet = {
    id: by.newId,
    partyId,
    rail,
    currency,
    status: 'active',
    isDefault: false,
    posted: 0n,
    held: 0n,
  };
  state.wallets.set(by.owner, [...(state.wallets.get(by.owner) ?? []), wallet]);
  changes.openedWallets.set(wallet, by.now);
  if (partyId) addEvent(changes, 'wallet', wallet.id, null, wallet.status, by.now);
  return wallet;
}
