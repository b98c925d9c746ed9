import type { WriteContext } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { requireHeld } from '../../http/permission.ts';
import { write } from '../../idempotency/write.ts';
import { mintApiKey } from './mint.ts';
import type { CreateApiKeyAttributes } from './schema.ts';
import { newApiKeyResource } from './view.ts';

/**
 * Creates an API key for the actor's party, with the actor's user as its creator. Only this response shows the key.
 * Throws `insufficient_scope`, pointing at each scope that the actor's own key lacks, and `invalid_value` if
 * `expiresAt` is in the past, or the new key would outlive the actor's own.
 */
export function createApiKey(ctx: WriteContext, attributes: CreateApiKeyAttributes): Promise<HttpResponse> {
  const { actor, config } = ctx;
  return write(ctx, { targetId: null }, async (tx, now) => {
    requireHeld(actor, attributes.scopes, (place) => ({ pointer: `/data/attributes/scopes/${place}` }));
    refusePast(attributes.expiresAt, now);
    refuseLongerLife(attributes.expiresAt, actor.expiresAt);
    const { partyId, userId } = actor;
    const { environment } = config;
    const key = await mintApiKey(tx, { ...attributes, partyId, userId, environment, now });
    return { response: single(newApiKeyResource(key), 201), targetId: key.id };
  });
}

const source = { pointer: '/data/attributes/expiresAt' };

function refusePast(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return;
  throw fault('invalid_value', '`expiresAt` must be in the future.', source);
}

function refuseLongerLife(expiresAt: Date | null, ownEnd: Date | null): void {
  if (ownEnd === null || (expiresAt !== null && expiresAt <= ownEnd)) return;
  const detail =
    '`expiresAt` must be set, and no later than the time at which the key of this request expires.';
  throw fault('invalid_value', detail, source);
}
