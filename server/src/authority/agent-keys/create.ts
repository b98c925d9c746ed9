import { lockKnownAgent } from '../agents/get.ts';
import type { WriteContext } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import { requireLifetime } from '../../identity/api-keys/lifetime.ts';
import { mintAgentKey } from './mint.ts';
import { requireKeyMaker } from './require-maker.ts';
import type { CreateAgentKeyAttributes } from './schema.ts';
import { agentKeyResource, newAgentKeyResource } from './view.ts';

/**
 * Creates a key for an agent of the actor's party that is not revoked. Only this response shows the key: a replay does
 * not. Throws `insufficient_scope`, `agent_not_found`, `conflict`, and `invalid_value` if no agent is named, or if
 * `expiresAt` is in the past or later than the actor's own key expires.
 */
export async function createAgentKey(
  ctx: WriteContext,
  { agentId, expiresAt }: CreateAgentKeyAttributes,
): Promise<HttpResponse> {
  const { actor, config } = ctx;
  requireKeyMaker(actor);
  const source = { pointer: '/data/attributes/agentId' };
  if (!agentId)
    throw fault('invalid_value', '`agentId` is required, unless the agent is a relationship.', source);
  return write(ctx, { targetId: null }, async (tx, now) => {
    const { partyId, userId } = actor;
    await lockKnownAgent(tx, partyId, agentId, source);
    requireLifetime(actor, expiresAt, now);
    const { environment } = config;
    const key = await mintAgentKey(tx, partyId, { agentId, userId, environment, expiresAt, now });
    return {
      response: single(newAgentKeyResource(key), 201),
      targetId: key.id,
      stored: { data: agentKeyResource(key) },
    };
  });
}
