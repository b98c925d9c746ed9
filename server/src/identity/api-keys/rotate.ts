import { changesBetween } from '../../terms/changes.ts';
import type { WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { requireHeld } from '../../http/permission.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import type { Scope } from '../../scopes.ts';
import { type Role, scopesOfRole } from '../../http/roles.ts';
import { apiKeyNotFound } from './get.ts';
import { overlapEnd, requireReplaceable, requireRotatable } from './lifetime.ts';
import { mintApiKey } from './mint.ts';
import { type ApiKeyRow, findApiKey, lockApiKeys, markApiKeyRotated, roleOf } from './queries.ts';
import { revokeApiKey } from './revoke.ts';
import type { RotateApiKeyAttributes } from './schema.ts';
import { rotatedApiKeyResource } from './view.ts';

/**
 * Replaces an active API key, which may be the key of this request, by a new one with its name, scopes, tags and time of
 * expiry. The previous key works for `expiresInSeconds` more, or is revoked at once if that is zero. The new one is the
 * actor's user's: whoever has seen a key may act with it. Only this response shows it. Throws `api_key_not_found`,
 * `insufficient_scope` if the actor lacks what the key may do, or may not end it, `forbidden` for the key of an owner
 * unless the actor is one, and if the actor's own key expires earlier, and `conflict` if the key is not active, was rotated
 * before, or is a browser session.
 */
export function rotateApiKey(
  ctx: WriteContext,
  id: Id<'apy'>,
  { expiresInSeconds }: RotateApiKeyAttributes,
): Promise<HttpResponse> {
  const { actor, config } = ctx;
  const { partyId, userId, credentialId } = actor;
  if (id !== credentialId) requireHeld(actor, ['api_keys.delete']);
  const lockFirst = (tx: Queryable) => lockApiKeys(tx, { partyId, userId, ids: [credentialId, id] });
  return write(ctx, { targetId: id, lockFirst }, async (tx, now) => {
    const known = await findApiKey(tx, { partyId, id, now });
    if (!known) throw apiKeyNotFound();
    const role = await roleOf(tx, partyId, known.createdBy);
    if (role === 'OWNER' && actor.role !== 'OWNER') {
      throw fault('forbidden', 'Only an owner may rotate the key of an owner.');
    }
    if (known.signedInAt) throw fault('conflict', 'A browser session cannot be rotated: sign in again.');
    requireReplaceable(known);
    const usable = usableScopes(known, role);
    requireHeld(actor, usable);
    requireRotatable(actor, known.expiresAt);
    const scopes = known.createdBy === userId ? known.scopes : usable;
    const { name, tags, expiresAt } = known;
    const previous = await retire(tx, known, { userId, expiresInSeconds, now });
    const { environment } = config;
    const key = await mintApiKey(tx, { partyId, userId, name, scopes, environment, tags, expiresAt, now });
    const { secret: _secret, ...stored } = key;
    return {
      response: single(rotatedApiKeyResource(key, previous)),
      targetId: key.id,
      stored: { data: rotatedApiKeyResource(stored, previous) },
      changes: changesBetween({ scopes: known.scopes }, { scopes }),
    };
  });
}

/** Returns what a key may do now. If somebody else rotates it, the new key may do this much, and not what its role adds. */
function usableScopes({ scopes }: ApiKeyRow, role: Role | null): Scope[] {
  const allowed = role ? scopesOfRole(role) : [];
  const usable = scopes.filter((scope) => allowed.includes(scope));
  if (usable.length > 0) return usable;
  throw fault('conflict', 'The key can do nothing with the role of its user: create a new one.');
}

/** Lets the replaced key end: at once, or after a time. */
async function retire(
  tx: Queryable,
  { id, partyId, expiresAt: end }: ApiKeyRow,
  { userId, expiresInSeconds, now }: { userId: Id<'usr'>; expiresInSeconds: number; now: Date },
): Promise<ApiKeyRow> {
  const expiresAt = overlapEnd(end, expiresInSeconds, now);
  const rotated = await markApiKeyRotated(tx, { partyId, id, expiresAt, now });
  const previous =
    rotated && expiresInSeconds === 0 ? await revokeApiKey(tx, partyId, id, { userId, now }) : rotated;
  if (!previous) throw fault('conflict', 'The key was revoked in the meantime.');
  return previous;
}
