import { asRecorded } from '../../db/recorded.ts';
import { type FilterOf, type ListPage, rowFilters } from '../../db/filters.ts';
import { many, one, type Queryable, run, value } from '../../db/sql.ts';
import type { Tags } from '../../engine/model/records.ts';
import type { Wallet } from '../../engine/model/state.ts';
import type { Id } from '../../lib/id.ts';
import type { WalletsQuery } from './schema.ts';

/** A wallet of a party. Its sums are in minor units; `available` is posted − held. */
export type WalletRow = {
  id: Id<'wal'>;
  partyId: Id<'pty'>;
  currency: string;
  status: Wallet['status'];
  isDefault: boolean;
  /** Null for a wallet that Purser opened and nobody has named. */
  displayName: string | null;
  tags: Tags | null;
  posted: bigint;
  held: bigint;
  /** What the party owes in the wallet's currency, in minor units. */
  receivable: bigint;
  createdAt: Date;
  updatedAt: Date;
};

const columns = `id, party_id, currency, status, is_default, display_name,
  tags, posted, held, created_at, coalesce(updated_at, created_at) AS updated_at,
  coalesce((SELECT -r.posted FROM wallets r WHERE r.party_id = w.party_id AND r.currency = w.currency AND r.is_receivable), 0)
    AS receivable`;
const byId = `SELECT ${columns} FROM wallets w WHERE party_id = $1 AND id = $2 AND NOT is_receivable`;

export const findWallet = one<WalletRow, [partyId: Id<'pty'>, id: Id<'wal'>]>('wallets_find', byId);

/** Returns a wallet of the party, with the same row lock that a payment takes. */
export const lockWallet = one<WalletRow, [partyId: Id<'pty'>, id: Id<'wal'>]>(
  'wallets_lock',
  `${byId} FOR NO KEY UPDATE`,
);

/** Returns what the party owes in a currency, in minor units. A wallet of it that is locked keeps it from changing. */
export const owed = value<bigint, [partyId: Id<'pty'>, currency: string]>(
  'wallets_owed',
  'SELECT -posted FROM wallets WHERE party_id = $1 AND currency = $2 AND is_receivable AND posted < 0',
);

/** Locks a wallet of the party and its default wallet. Returns each of the two unless it is closed. */
export const lockWalletAndDefault = many<WalletRow, [partyId: Id<'pty'>, id: Id<'wal'>]>(
  'wallets_lock_with_default',
  `SELECT ${columns} FROM wallets w
   WHERE party_id = $1 AND (id = $2 OR is_default) AND status <> 'closed' AND NOT is_receivable
   ORDER BY currency, id FOR NO KEY UPDATE`,
);

/** What a list of wallets shows. */
export type WalletFilter = Pick<WalletsQuery, FilterOf<WalletsQuery>>;

const filters = rowFilters<keyof WalletFilter>({
  status: ['text', (status) => `status = ${status}`],
  currency: ['text', (currency) => `currency = ${currency}`],
});

/** Returns up to `count` wallets of the party that pass the filter, below an id, newest first. */
export const listWalletsBefore = many<WalletRow, ListPage & WalletFilter>(
  'wallets_list',
  `SELECT ${columns} FROM wallets w
   WHERE party_id = $partyId AND id < $before AND NOT is_receivable AND ${filters}
   ORDER BY id DESC LIMIT $count`,
);

const counts = one<{ open: number; all: number }, [partyId: Id<'pty'>, currency: string]>(
  'wallets_count',
  `SELECT count(*) FILTER (WHERE currency = $2 AND status <> 'closed')::int AS open, count(*)::int AS all
   FROM wallets WHERE party_id = $1 AND NOT is_receivable`,
);

/** Returns how many wallets the party has: `open` counts those of a currency that are not closed, `all` every one. */
export async function countWallets(
  tx: Queryable,
  partyId: Id<'pty'>,
  currency: string,
): Promise<{ open: number; all: number }> {
  return (await counts(tx, partyId, currency)) ?? { open: 0, all: 0 };
}

/** Stores the name and the tags of a wallet. The transaction must have locked it. */
export const updateWalletRow = run<WalletRow>(
  'wallets_update',
  `UPDATE wallets SET display_name = $displayName, tags = $tags, updated_at = $updatedAt WHERE party_id = $partyId
   AND id = $id`,
);

/** Changes the status of a wallet. The transaction must have locked it and read the status `from`. */
export const changeWalletStatus = run<{
  partyId: Id<'pty'>;
  id: Id<'wal'>;
  from: Wallet['status'];
  to: Wallet['status'];
  now: Date;
}>(
  'wallets_change_status',
  `UPDATE wallets SET status = $to, updated_at = $now
   WHERE party_id = $partyId AND id = $id AND status = $from AND status <> 'closed'`,
);

/** Makes a wallet the default one, or no longer. The transaction must have locked the party and the wallet. */
export const setDefaultWallet = run<{ partyId: Id<'pty'>; id: Id<'wal'>; isDefault: boolean; now: Date }>(
  'wallets_set_default',
  'UPDATE wallets SET is_default = $isDefault, updated_at = $now WHERE party_id = $partyId AND id = $id',
);

export const walletAsRecorded = asRecorded<WalletRow>(
  'wallets_as_recorded',
  'wallets',
  (row) => `SELECT ${columns} FROM ${row} w WHERE party_id = $partyId AND NOT is_receivable`,
);

/** What a party owes in a currency, in minor units, as an event recorded it. */
export type DebtRow = {
  id: Id<'dbt'>;
  partyId: Id<'pty'>;
  currency: string;
  amount: bigint;
  createdAt: Date;
};

export const debtAsRecorded = asRecorded<DebtRow>(
  'wallets_debt_as_recorded',
  'wallets',
  (row) => `SELECT id, party_id, currency, -posted AS amount, $now::timestamptz AS created_at
    FROM ${row} w WHERE party_id = $partyId AND is_receivable`,
);

/** Returns what was written off, in minor units. */
export const findWriteOffAmount = value<bigint, [id: Id<'wof'>]>(
  'wallets_write_off_amount',
  'SELECT amount FROM write_offs WHERE id = $1',
);
