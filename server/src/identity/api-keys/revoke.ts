import type { AuthenticatedActor } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Actor } from '../../engine/model/actor.ts';
import { recordEvent, recordEvents } from '../../engine/plain-writes/record-event.ts';
import { fault } from '../../errors.ts';
import type { Id } from '../../lib/id.ts';
import {
  type ApiKeyRow,
  findApiKey,
  lockApiKeys,
  markApiKeyRevoked,
  markApiKeysRevoked,
  roleOf,
} from './queries.ts';

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

/** Locks the members who made keys, and the keys, before one of them is revoked or replaced. */
export function lockToRevoke(
  tx: Queryable,
  { partyId, userId, credentialId }: Actor,
  id: string,
): Promise<unknown> {
  return lockApiKeys(tx, { partyId, userId, ids: [credentialId, id] });
}

/** Throws `forbidden` with these words if what acts as an owner is to end, and the actor is none. */
export async function requireOwnerFor(
  tx: Queryable,
  actor: AuthenticatedActor,
  createdBy: Id<'usr'>,
  detail: string,
): Promise<void> {
  if (actor.role === 'OWNER' || (await roleOf(tx, actor.partyId, createdBy)) !== 'OWNER') return;
  throw fault('forbidden', detail);
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
