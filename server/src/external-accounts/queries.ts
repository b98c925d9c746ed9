import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

const insert = statement(
  'external_accounts_insert',
  `INSERT INTO external_accounts (id, party_id, bank_name, account_name, account_type, last_four, status, created_at, created_by)
   VALUES ($1, $2, $3, $4, 'checking', $5, 'active', $6, $7)`,
);

export async function insertExternalAccount(
  tx: Queryable,
  partyId: Id<'pty'>,
  row: {
    id: Id<'eac'>;
    bankName: string;
    accountName: string;
    lastFour: string;
    userId: Id<'usr'>;
    now: Date;
  },
): Promise<void> {
  const { id, bankName, accountName, lastFour, userId, now } = row;
  await rows(tx, insert, [id, partyId, bankName, accountName, lastFour, now.toISOString(), userId]);
}
