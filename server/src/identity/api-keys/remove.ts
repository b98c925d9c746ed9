import type { WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { apiKeyNotFound } from './get.ts';
import { findApiKey, lockApiKeys, roleOf } from './queries.ts';
import { revokeApiKey } from './revoke.ts';
import { apiKeyResource } from './view.ts';

/**
 * Revokes an API key of the actor's party permanently, which may be the key of this request. Revoking it again returns
 * the same response. Throws `api_key_not_found`, and `forbidden` for the key of an owner unless the actor is one.
 */
export function removeApiKey(ctx: WriteContext, id: Id<'apy'>): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId, userId, credentialId } = actor;
  const lockFirst = (tx: Queryable) => lockApiKeys(tx, { partyId, userId, ids: [credentialId, id] });
  return write(ctx, { targetId: id, lockFirst }, async (tx, now) => {
    const known = await findApiKey(tx, { partyId, id, now });
    if (!known) throw apiKeyNotFound();
    if (actor.role !== 'OWNER' && (await roleOf(tx, partyId, known.createdBy)) === 'OWNER') {
      throw fault('forbidden', 'Only an owner may revoke the key of an owner.');
    }
    const key = await revokeApiKey(tx, partyId, id, { userId, now });
    if (!key) throw apiKeyNotFound();
    return { response: removed(apiKeyResource(key)) };
  });
}
