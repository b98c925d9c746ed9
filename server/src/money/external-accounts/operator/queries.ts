import { many, run, value } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';
import type { SecretsRow } from '../queries.ts';

// The operator's commands work on the accounts of all parties.

/** Returns the party that an account belongs to, or null. */
export const findOwner = value<Id<'pty'>, [id: Id<'eac'>]>(
  'external_accounts_find_owner',
  'SELECT party_id FROM external_accounts WHERE id = $1',
);

/** An account with a number. */
export type SealedRow = SecretsRow & { partyId: Id<'pty'> };

/**
 * Locks and returns up to `count` accounts with a number above an id. Waits for batches of the engine that may copy a
 * number to an order.
 */
export const lockSealedAfter = many<SealedRow, [after: string, count: number]>(
  'external_accounts_lock_sealed',
  `SELECT id, party_id, secret_id, sealed_number, sealed_amounts
   FROM external_accounts WHERE secret_id IS NOT NULL AND id > $1 ORDER BY id LIMIT $2 FOR UPDATE`,
);

/** Replaces the encrypted values of an account that is locked, and the digest of its number. */
export const updateSealed = run<SecretsRow & { digest: Buffer }>(
  'external_accounts_reseal',
  `UPDATE external_accounts SET secret_id = $secretId, sealed_number = $sealedNumber, sealed_amounts = $sealedAmounts,
     number_digest = $digest
   WHERE id = $id`,
);
