import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

const insert = statement(
  'external_accounts_insert',
  `INSERT INTO external_accounts (id, party_id, bank_name, account_name, account_type, last_four, status, created_at, created_by)
   VALUES ($1, $2, $3, $4, 'checking', $5, $6, $7, $8)`,
);

export async function insertExternalAccount(
  tx: Queryable,
  partyId: Id<'pty'>,
  row: {
    id: Id<'eac'>;
    bankName: string;
    accountName: string;
    lastFour: string;
    status: 'active' | 'disabled';
    userId: Id<'usr'>;
    now: Date;
  },
): Promise<void> {
  const { id, bankName, accountName, lastFour, status, userId, now } = row;
  await rows(tx, insert, [id, partyId, bankName, accountName, lastFour, status, now.toISOString(), userId]);
}

// Of a disabled account at a bank, the names are deleted: only the operator's has one.
const operatorAccount = statement<{ id: Id<'eac'> }>(
  'external_accounts_find_operator',
  `SELECT id FROM external_accounts WHERE party_id = $1 AND status = 'disabled' AND bank_name IS NOT NULL LIMIT 1`,
);

/** Returns the account from which the operator's deposits to a party come, or null. */
export function findOperatorAccount(tx: Queryable, partyId: Id<'pty'>): Promise<{ id: Id<'eac'> } | null> {
  return firstRow(tx, operatorAccount, [partyId]);
}

export type ExternalAccountRow = {
  id: Id<'eac'>;
  partyId: Id<'pty'>;
  bankName: string | null;
  accountName: string | null;
  accountType: 'checking' | 'savings' | null;
  lastFour: string;
  status: 'pending' | 'active' | 'disabled';
  createdAt: Date;
};

const columns = `id, party_id AS "partyId", bank_name AS "bankName", account_name AS "accountName",
  account_type AS "accountType", last_four AS "lastFour", status, created_at AS "createdAt"`;

const lock = statement<ExternalAccountRow>(
  'external_accounts_lock',
  `SELECT ${columns} FROM external_accounts WHERE party_id = $1 AND id = $2 FOR NO KEY UPDATE`,
);

/** Locks and returns an account of the party, or null. */
export function lockExternalAccount(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'eac'>,
): Promise<ExternalAccountRow | null> {
  return firstRow(tx, lock, [partyId, id]);
}

const disable = statement<ExternalAccountRow>(
  'external_accounts_disable',
  `UPDATE external_accounts
   SET status = 'disabled', bank_name = NULL, account_name = NULL, account_type = NULL, last_four = ''
   WHERE party_id = $1 AND id = $2 AND status = $3 RETURNING ${columns}`,
);

/** Disables an account that is in the state `from`, and deletes its names and digits. Returns null if it is not. */
export function disableExternalAccount(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'eac'>,
  from: 'pending' | 'active',
): Promise<ExternalAccountRow | null> {
  return firstRow(tx, disable, [partyId, id, from]);
}
