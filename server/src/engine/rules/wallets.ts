import type { Id } from '../../lib/id.ts';
import { maxAmount } from '../../lib/money.ts';
import { addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import type { State, Wallet } from '../model/state.ts';

/** What a wallet may spend, in minor units. */
export function available(wallet: Wallet): bigint {
  return wallet.posted - wallet.held;
}

/** Could this much more be put into the wallet and still be an exact number in JSON? */
export function hasRoom(wallet: Wallet, amount: bigint): boolean {
  return wallet.posted + amount <= maxAmount;
}

/** The wallet of this id. Throws where it was not loaded: what moved money before knows its wallet. */
export function walletById(state: State, partyId: Id<'pty'>, currency: string, id: Id<'wal'> | null): Wallet {
  const wallet = walletsOf(state, partyId, currency).find((each) => each.id === id);
  if (!wallet) throw new Error('the wallet of a movement was not loaded');
  return wallet;
}

/**
 * The wallet a party pays from when none is named: its default one, else the oldest active one. A frozen wallet is
 * answered only where no other may be used, so that freezing the default cannot be walked around.
 */
export function payingWallet(state: State, partyId: Id<'pty'>, currency: string): Wallet | null {
  const wallets = openWallets(state, partyId, currency);
  return wallets.find((wallet) => wallet.isDefault) ?? wallets.find(isActive) ?? wallets[0] ?? null;
}

/**
 * The wallet in which a party receives, opened on demand under the id that the command brought, which is only then
 * looked at. A frozen wallet still takes money in.
 */
export function receivingWallet(
  state: State,
  changes: Changes,
  to: { partyId: Id<'pty'>; currency: string; newIds: { wallet: Id<'wal'> }; now: Date },
): Wallet {
  const found = payingWallet(state, to.partyId, to.currency);
  return found ?? open(state, changes, { ...to, owner: to.partyId, rail: null, newId: to.newIds.wallet });
}

/** The clearing account of a rail in a currency, opened when it is used first. */
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

/** Could this much more come in over the rail? Its clearing account owes what came, within the same bound. */
export function railHasRoom(state: State, rail: string, currency: string, amount: bigint): boolean {
  const owed = -(walletsOf(state, rail, currency)[0]?.posted ?? 0n);
  return owed + amount <= maxAmount;
}

/** What a party or rail has in a currency, oldest first. */
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
