import { lockKnownAgent } from '../agents/get.ts';
import type { Context, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { overlapEnd, requireReplaceable, requireRotatable } from '../../identity/api-keys/lifetime.ts';
import { getAgentKey } from './get.ts';
import { mintAgentKey } from './mint.ts';
import { type AgentKeyRow, markAgentKeyRotated } from './queries.ts';
import { revokeAgentKey } from './remove.ts';
import { requireKeyMaker } from './require-maker.ts';
import type { RotateAgentKeyAttributes } from './schema.ts';
import { rotatedAgentKeyResource } from './view.ts';

/**
 * Replaces an active agent key by a new one for the same agent. The previous key works for `expiresInSeconds` more, or
 * is revoked at once if that is zero. The new one expires when the previous one would have. Only this response shows the
 * new key. Throws `insufficient_scope`, `forbidden` if the actor's own key expires earlier, `agent_key_not_found`, and
 * `conflict` if the key is not active, was rotated before, or its agent is revoked.
 */
export async function rotateAgentKey(
  ctx: WriteContext,
  id: Id<'agk'>,
  { expiresInSeconds }: RotateAgentKeyAttributes,
): Promise<HttpResponse> {
  const { actor, config } = ctx;
  requireKeyMaker(actor);
  return write(ctx, { targetId: id }, async (tx, now) => {
    const { agentId } = await getAgentKey(ctx, tx, id);
    await lockKnownAgent(tx, actor.partyId, agentId); // holds off another rotation of the key
    const known = await getAgentKey(ctx, tx, id);
    const { expiresAt } = known;
    const previous = await retire(ctx, tx, known, { expiresInSeconds, now });
    const of = { agentId, userId: actor.userId, environment: config.environment };
    const key = await mintAgentKey(tx, actor.partyId, { ...of, expiresAt, now });
    const { secret: _secret, ...stored } = key;
    return {
      response: single(rotatedAgentKeyResource(key, previous)),
      targetId: key.id,
      stored: { data: rotatedAgentKeyResource(stored, previous) },
    };
  });
}

/** Lets the replaced key end: at once, or after a time. */
async function retire(
  ctx: Context,
  tx: Queryable,
  key: AgentKeyRow,
  { expiresInSeconds, now }: { expiresInSeconds: number; now: Date },
): Promise<AgentKeyRow> {
  requireReplaceable(key);
  requireRotatable(ctx.actor, key.expiresAt);
  const { id, expiresAt: end } = key;
  const expiresAt = overlapEnd(end, expiresInSeconds, now);
  const until = await markAgentKeyRotated(tx, { partyId: ctx.actor.partyId, id, expiresAt, now });
  if (!until) throw fault('conflict', 'The key was revoked in the meantime.');
  return expiresInSeconds === 0 ? revokeAgentKey(tx, until, { userId: ctx.actor.userId, now }) : until;
}
