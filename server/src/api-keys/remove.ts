import type { Context } from '../context.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import { removed } from '../http/envelope.ts';
import { write } from '../idempotency/write.ts';
import type { Id } from '../lib/id.ts';
import { apiKeyNotFound } from './get.ts';
import { revokeApiKey } from './revoke.ts';
import { apiKeyResource } from './view.ts';

/**
 * Revokes an API key of the actor's party permanently, which may be the key of this request. Revoking it again returns
 * the same response. Throws `api_key_not_found`.
 */
export function removeApiKey(ctx: Context, id: Id<'apy'>, keyed: Keyed): Promise<HttpResponse> {
  const { actor, now } = ctx;
  return write(ctx, { ...keyed, targetId: id, revokes: id }, async (tx) => {
    const key = await revokeApiKey(tx, actor.partyId, id, { userId: actor.userId, now });
    if (!key) throw apiKeyNotFound();
    return { response: removed(apiKeyResource(key)) };
  });
}
