import type { Queryable } from '../db/sql.ts';
import { recordEvent } from '../engine/plain-writes/record-event.ts';
import type { Id } from '../lib/id.ts';
import { markApiKeyRevoked } from './queries.ts';

/** Revokes a key permanently, from the commit on. Returns false if the party has no active key with this id. */
export async function revokeApiKey(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'apy'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<boolean> {
  const revoked = await markApiKeyRevoked(tx, partyId, id, by);
  if (revoked) {
    await recordEvent(tx, {
      resource: 'apiKey',
      resourceId: id,
      from: 'ACTIVE',
      to: 'REVOKED',
      now: by.now,
    });
  }
  return revoked;
}
