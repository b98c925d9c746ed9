import { type Recorded, recordedRow } from '../../db/recorded.ts';
import { type FilterOf, rowFilters } from '../../db/filters.ts';
import { firstRow, type Queryable, rows, statement } from '../../db/sql.ts';
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

const columns = `id, party_id AS "partyId", currency, status, is_default AS "isDefault", display_name AS "displayName",
  tags, posted, held, created_at AS "createdAt", coalesce(updated_at, created_at) AS "updatedAt",
  coalesce((SELECT -r.posted FROM wallets r WHERE r.party_id = w.party_id AND r.currency = w.currency AND r.is_receivable), 0)
    AS receivable`;
const byId = `SELECT ${columns} FROM wallets w WHERE party_id = $1 AND id = $2 AND NOT is_receivable`;

const find = statement<WalletRow>('wallets_find', byId);

/** Returns a wallet of the party, or null. */
export function findWallet(db: Queryable, partyId: Id<'pty'>, id: Id<'wal'>): Promise<WalletRow | null> {
  return firstRow(db, find, [partyId, id]);
}

const lock = statement<WalletRow>('wallets_lock', `${byId} FOR NO KEY UPDATE`);

/** Returns a wallet of the party, with the same row lock that a payment takes. */
export function lockWallet(tx: Queryable, partyId: Id<'pty'>, id: Id<'wal'>): Promise<WalletRow | null> {
  return firstRow(tx, lock, [partyId, id]);
}

const lockWithDefault = statement<WalletRow>(
  'wallets_lock_with_default',
  `SELECT ${columns} FROM wallets w
   WHERE party_id = $1 AND (id = $2 OR is_default) AND status <> 'closed' AND NOT is_receivable
   ORDER BY currency, id FOR NO KEY UPDATE`,
);

/** Locks a wallet of the party and its default wallet, and returns those of the two that are not closed. */
export function lockWalletAndDefault(tx: Queryable, partyId: Id<'pty'>, id: Id<'wal'>): Promise<WalletRow[]> {
  return rows(tx, lockWithDefault, [partyId, id]);
}

/** What a list of wallets shows. */
export type WalletFilter = Pick<WalletsQuery, FilterOf<WalletsQuery>>;

const filters = rowFilters<keyof WalletFilter>(4, {
  status: ['text', (status) => `status = ${status}`],
  currency: ['text', (currency) => `currency = ${currency}`],
});

const list = statement<WalletRow>(
  'wallets_list',
  `SELECT ${columns} FROM wallets w
   WHERE party_id = $1 AND id < $2 AND NOT is_receivable AND ${filters.wanted}
   ORDER BY id DESC LIMIT $3`,
);

/** Returns up to `count` wallets of the party that pass the filter, below an id, newest first. */
export function listWalletsBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  query: WalletFilter,
  before: string,
  count: number,
): Promise<WalletRow[]> {
  return rows(db, list, [partyId, before, count, ...filters.values(query)]);
}

const counts = statement<{ open: number; all: number }>(
  'wallets_count',
  `SELECT count(*) FILTER (WHERE currency = $2 AND status <> 'closed')::int AS open, count(*)::int AS all
   FROM wallets WHERE party_id = $1 AND NOT is_receivable`,
);

/** Returns how many wallets the party has: in a currency those that are not closed, and all. */
export async function countWallets(
  tx: Queryable,
  partyId: Id<'pty'>,
  currency: string,
): Promise<{ open: number; all: number }> {
  return (await firstRow(tx, counts, [partyId, currency])) ?? { open: 0, all: 0 };
}

const update = statement(
  'wallets_update',
  'UPDATE wallets SET display_name = $3, tags = $4, updated_at = $5 WHERE party_id = $1 AND id = $2',
);

/** Stores the name and the tags of a wallet. The transaction must have locked it. */
export async function updateWalletRow(tx: Queryable, partyId: Id<'pty'>, wallet: WalletRow): Promise<void> {
  const { id, displayName, tags, updatedAt } = wallet;
  await rows(tx, update, [partyId, id, displayName, tags, updatedAt.toISOString()]);
}

const changeStatus = statement(
  'wallets_change_status',
  `UPDATE wallets SET status = $4, updated_at = $5
   WHERE party_id = $1 AND id = $2 AND status = $3 AND status <> 'closed'`,
);

/** Changes the status of a wallet. The transaction must have locked it and read the status `from`. */
export async function changeWalletStatus(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'wal'>,
  { from, to }: { from: Wallet['status']; to: Wallet['status'] },
  now: Date,
): Promise<void> {
  await rows(tx, changeStatus, [partyId, id, from, to, now.toISOString()]);
}

const setDefault = statement(
  'wallets_set_default',
  'UPDATE wallets SET is_default = $3, updated_at = $4 WHERE party_id = $1 AND id = $2',
);

/** Makes a wallet the default one, or no longer. The transaction must have locked the party and the wallet. */
export async function setDefaultWallet(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'wal'>,
  isDefault: boolean,
  now: Date,
): Promise<void> {
  await rows(tx, setDefault, [partyId, id, isDefault, now.toISOString()]);
}

const recordedWallet = statement<WalletRow>(
  'wallets_as_recorded',
  `SELECT ${columns} FROM ${recordedRow('wallets')} w WHERE party_id = $1 AND NOT is_receivable`,
);

/** Returns a wallet as an event recorded it, or null. */
export function findWalletAsRecorded(
  db: Queryable,
  partyId: Id<'pty'>,
  recorded: Recorded,
): Promise<WalletRow | null> {
  return firstRow(db, recordedWallet, [partyId, recorded.id, recorded.snapshot]);
}
