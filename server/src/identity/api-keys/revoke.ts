import type { Queryable } from '../../db/sql.ts';
import { recordEvent, recordEvents } from '../../engine/plain-writes/record-event.ts';
import type { Id } from '../../lib/id.ts';
import { type ApiKeyRow, findApiKey, markApiKeyRevoked, markApiKeysRevoked } from './queries.ts';

/**
 * Revokes a key of the party permanently, from the commit on, and returns it. Revoking it again changes nothing. Returns
 * null if the party has no such key. Without a user, the operator revokes.
 */
export async function revokeApiKey(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'apy'>,
  by: { userId: Id<'usr'> | null; now: Date },
): Promise<ApiKeyRow | null> {
  const { now } = by;
  const key = await findApiKey(tx, { partyId, id, now });
  if (!key) return null;
  const revoked = await markApiKeyRevoked(tx, { ...by, partyId, id });
  if (!revoked) return findApiKey(tx, { partyId, id, now });
  // A browser session has no events: its beginning had none.
  if (revoked.signedInAt) return revoked;
  await recordEvent(tx, { resource: 'apiKey', resourceId: id, from: key.status, to: 'REVOKED', now });
  return revoked;
}

/** Revokes all keys of the party that a user made, permanently. */
export async function revokeApiKeysOf(
  tx: Queryable,
  partyId: Id<'pty'>,
  userId: Id<'usr'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<void> {
  const keys = await markApiKeysRevoked(tx, partyId, userId, by);
  const { now } = by;
  await recordEvents(
    tx,
    keys.map(({ id, from }) => ({ resource: 'apiKey', resourceId: id, from, to: 'REVOKED', now })),
  );
}
