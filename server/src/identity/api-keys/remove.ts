import type { WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { apiKeyNotFound } from './get.ts';
import { findApiKey } from './queries.ts';
import { lockToRevoke, requireOwnerFor, revokeApiKey } from './revoke.ts';
import { apiKeyResource } from './view.ts';

/**
 * Revokes an API key of the actor's party permanently, which may be the key of this request. Revoking it again returns
 * the same response. Throws `api_key_not_found`, and `forbidden` for the key of an owner unless the actor is one.
 */
export function removeApiKey(ctx: WriteContext, id: Id<'apy'>): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId, userId } = actor;
  const lockFirst = (tx: Queryable) => lockToRevoke(tx, actor, id);
  return write(ctx, { targetId: id, lockFirst }, async (tx, now) => {
    const known = await findApiKey(tx, { partyId, id, now });
    if (!known) throw apiKeyNotFound();
    await requireOwnerFor(tx, actor, known.createdBy, 'Only an owner may revoke the key of an owner.');
    const key = await revokeApiKey(tx, partyId, id, { userId, now });
    if (!key) throw apiKeyNotFound();
    return { response: removed(apiKeyResource(key)) };
  });
}
