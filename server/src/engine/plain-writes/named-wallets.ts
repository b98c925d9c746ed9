import { many, type Queryable } from '../../db/sql.ts';
import { type ErrorSource, fault, type Fault, PurserError } from '../../errors.ts';
import type { Id } from '../../lib/id.ts';
import type { Wallet } from '../model/state.ts';

/** A wallet that a request names, and where. */
export type NamedWallet = { id: Id<'wal'>; source: ErrorSource };

type WalletFacts = Pick<Wallet, 'id' | 'currency' | 'status'>;

const find = many<WalletFacts, [partyId: Id<'pty'>, ids: ReadonlyArray<Id<'wal'>>]>(
  'engine_find_wallets',
  'SELECT id, currency, status FROM wallets WHERE party_id = $1 AND id = ANY ($2::uuid[]) AND NOT is_receivable',
);

/** Returns the wallets of the party that a request names, in that order. Throws `wallet_not_found` for each other one. */
export async function findNamedWallets(
  db: Queryable,
  partyId: Id<'pty'>,
  named: readonly NamedWallet[],
): Promise<WalletFacts[]> {
  const ids = named.map(({ id }) => id);
  const found = await find(db, partyId, ids);
  const byId = new Map(found.map((wallet) => [wallet.id, wallet]));
  const [first, ...others] = named
    .filter(({ id }) => !byId.has(id))
    .map(({ source }): Fault => ({
      code: 'wallet_not_found',
      detail: 'Your party has no wallet of this id.',
      source,
    }));
  if (first) throw new PurserError([first, ...others]);
  return named.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * Returns the same wallets. Throws `conflict` if one is closed. Locks nothing: what names a wallet that is closed a moment
 * later has to bear it, as it has to when the wallet is closed a year later.
 */
export async function findOpenWallets(
  db: Queryable,
  partyId: Id<'pty'>,
  named: readonly NamedWallet[],
): Promise<WalletFacts[]> {
  const wallets = await findNamedWallets(db, partyId, named);
  const index = wallets.findIndex(({ status }) => status === 'closed');
  const closed = named[index];
  if (closed) throw fault('conflict', 'The wallet is closed, which is for good.', closed.source);
  return wallets;
}
