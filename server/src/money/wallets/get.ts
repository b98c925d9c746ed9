import { recorded } from '../../db/recorded.ts';
import { readableParty } from '../../authority/customers/readable.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { Id } from '../../lib/id.ts';
import { findWallet, lockWallet, walletAsRecorded, type WalletRow } from './queries.ts';
import { walletResource } from './view.ts';

/**
 * Returns a wallet of the actor's party or, with `customerId`, of a customer who delegated `wallets.read`. Throws
 * `wallet_not_found` if there is none that the actor may see.
 */
export async function getWallet(
  ctx: Context,
  id: Id<'wal'>,
  customerId: Id<'pty'> | null,
): Promise<WalletRow> {
  const partyId = await readableParty(ctx, customerId, 'wallets.read');
  const wallet = partyId && (await findWallet(ctx.db, partyId, id));
  if (!wallet) throw walletNotFound();
  return wallet;
}

/** Locks and returns a wallet of the party, closed or not. Throws `wallet_not_found`. */
export async function lockKnownWallet(tx: Queryable, partyId: Id<'pty'>, id: Id<'wal'>): Promise<WalletRow> {
  const wallet = await lockWallet(tx, partyId, id);
  if (!wallet) throw walletNotFound();
  return wallet;
}

/** Locks and returns a wallet of the party. Throws `wallet_not_found`, and `conflict` if it is closed. */
export async function lockOpenWallet(tx: Queryable, partyId: Id<'pty'>, id: Id<'wal'>): Promise<WalletRow> {
  const wallet = await lockKnownWallet(tx, partyId, id);
  if (wallet.status === 'closed') throw walletClosed();
  return wallet;
}

function walletNotFound(): PurserError {
  return fault('wallet_not_found', 'There is no such wallet.', { parameter: 'walletId' });
}

export function walletClosed(): PurserError {
  return fault('conflict', 'The wallet is closed, which is for good.', { parameter: 'walletId' });
}

export const recordedWallet = recorded(walletAsRecorded, walletResource);
