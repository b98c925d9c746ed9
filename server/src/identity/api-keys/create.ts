import { isoSeconds } from '../../lib/time.ts';
import { changesBetween } from '../../terms/changes.ts';
import type { WriteContext } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { requireHeld } from '../../http/permission.ts';
import { write } from '../../idempotency/write.ts';
import { requireFreshSignIn } from '../../http/require-fresh.ts';
import { requireLifetime } from './lifetime.ts';
import { mintApiKey } from './mint.ts';
import type { CreateApiKeyAttributes } from './schema.ts';
import { newApiKeyResource } from './view.ts';

/**
 * Creates an API key for the actor's party, with the actor's user as its creator. Only this response shows the key.
 * Throws `insufficient_scope`, pointing at each scope that the actor's own key lacks, `invalid_value` if `expiresAt` is
 * in the past, or the new key would outlive the actor's own, and `sign_in_required` in a browser session of long ago.
 */
export function createApiKey(ctx: WriteContext, attributes: CreateApiKeyAttributes): Promise<HttpResponse> {
  const { actor, config } = ctx;
  requireFreshSignIn(ctx, null);
  return write(ctx, { targetId: null }, async (tx, now) => {
    requireHeld(actor, attributes.scopes, (place) => ({ pointer: `/data/attributes/scopes/${place}` }));
    requireLifetime(actor, attributes.expiresAt, now);
    const { partyId, userId } = actor;
    const { environment } = config;
    const key = await mintApiKey(tx, { ...attributes, partyId, userId, environment, now });
    const { scopes, expiresAt } = attributes;
    const changes = changesBetween({}, { scopes, expiresAt: expiresAt && isoSeconds(expiresAt) });
    return { response: single(newApiKeyResource(key), 201), targetId: key.id, changes };
  });
}
