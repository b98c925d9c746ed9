import { one } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';

// The operator revokes the keys of all parties.
export const findKeyOwner = one<{ partyId: Id<'pty'>; userId: Id<'usr'> }, [id: Id<'apy'>]>(
  'api_keys_find_owner',
  'SELECT party_id, created_by AS user_id FROM api_keys WHERE id = $1',
);

/** What the mail about a key says of it. */
export type KeyForMail = { prefix: string; partyName: string; userName: string; createdAt: Date };

/** Returns a key for the mail about it, also if it has ended: whoever rotates or revokes it does not keep the mail from the owners. */
export const findKeyForMail = one<KeyForMail, [id: string]>(
  'api_keys_find_for_mail',
  `SELECT k.prefix, p.name AS party_name, u.name AS user_name, k.created_at
   FROM api_keys k JOIN parties p ON p.id = k.party_id JOIN users u ON u.id = k.created_by
   WHERE k.id = $1`,
);
