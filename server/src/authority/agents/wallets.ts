import type { Queryable } from '../../db/sql.ts';
import { findOpenWallets } from '../../engine/plain-writes/named-wallets.ts';
import type { Id } from '../../lib/id.ts';

/**
 * Throws unless an agent of the party can be bound to these wallets: `wallet_not_found` if one is not the party's,
 * `conflict` if one is closed. Null leaves the agent free to spend from any wallet.
 */
export async function requireOwnWallets(
  tx: Queryable,
  partyId: Id<'pty'>,
  walletIds: ReadonlyArray<Id<'wal'>> | null,
): Promise<void> {
  const named = (walletIds ?? []).map((id, index) => ({
    id,
    source: { pointer: `/data/attributes/walletIds/${index}` },
  }));
  if (named.length > 0) await findOpenWallets(tx, partyId, named);
}
