import { firstRow, type Queryable, rows, statement } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';
import type { SecretsRow } from '../queries.ts';

// The operator's commands work on the accounts of all parties.

const owner = statement<{ partyId: Id<'pty'> }>(
  'external_accounts_find_owner',
  'SELECT party_id AS "partyId" FROM external_accounts WHERE id = $1',
);

/** Returns the party that an account belongs to, or null. */
export async function findOwner(tx: Queryable, id: Id<'eac'>): Promise<Id<'pty'> | null> {
  return (await firstRow(tx, owner, [id]))?.partyId ?? null;
}

/** An account with a number. */
export type SealedRow = SecretsRow & { partyId: Id<'pty'> };

const sealed = statement<SealedRow>(
  'external_accounts_lock_sealed',
  `SELECT id, party_id AS "partyId", secret_id AS "secretId", sealed_number AS "sealedNumber",
     sealed_amounts AS "sealedAmounts"
   FROM external_accounts WHERE secret_id IS NOT NULL AND id > $1 ORDER BY id LIMIT $2 FOR UPDATE`,
);

/**
 * Locks and returns up to `count` accounts with a number above an id. Waits for batches of the engine that may copy a
 * number to an order.
 */
export function lockSealedAfter(tx: Queryable, after: string, count: number): Promise<SealedRow[]> {
  return rows(tx, sealed, [after, count]);
}

const reseal = statement(
  'external_accounts_reseal',
  `UPDATE external_accounts SET secret_id = $2, sealed_number = $3, sealed_amounts = $4, number_digest = $5
   WHERE id = $1`,
);

/** Replaces the encrypted values of an account that is locked, and the digest of its number. */
export async function updateSealed(
  tx: Queryable,
  { id, secretId, sealedNumber, sealedAmounts }: SecretsRow,
  digest: Buffer,
): Promise<void> {
  await rows(tx, reseal, [id, secretId, sealedNumber, sealedAmounts, digest]);
}
