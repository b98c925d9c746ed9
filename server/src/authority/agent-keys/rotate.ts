import { lockKnownAgent } from '../agents/get.ts';
import type { Context, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { getAgentKey } from './get.ts';
import { mintAgentKey } from './mint.ts';
import { type AgentKeyRow, markAgentKeyExpiring } from './queries.ts';
import { revokeAgentKey } from './remove.ts';
import { requireKeyMaker } from './require-maker.ts';
import type { RotateAgentKeyAttributes } from './schema.ts';
import { rotatedAgentKeyResource } from './view.ts';

/**
 * Replaces an active agent key by a new one for the same agent. The previous key works for `expiresInSeconds` more, or
 * is revoked at once if that is zero. Only this response shows the new key. Throws `insufficient_scope`,
 * `forbidden` if the actor's own key expires, `agent_key_not_found`, and `conflict` if the key is not active, was
 * rotated before, or its agent is revoked.
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
    const previous = await retire(ctx, tx, await getAgentKey(ctx, tx, id), { expiresInSeconds, now });
    const { environment } = config;
    const key = await mintAgentKey(tx, actor.partyId, { agentId, userId: actor.userId, environment, now });
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
  if (key.status !== 'ACTIVE') throw fault('conflict', 'The key is not active: create a new one.');
  if (key.expiresAt) throw fault('conflict', 'The key was rotated already: rotate the key that replaced it.');
  if (expiresInSeconds === 0) return revokeAgentKey(ctx, tx, key, now);
  const expiresAt = new Date(now.getTime() + expiresInSeconds * 1000);
  const until = await markAgentKeyExpiring(tx, {
    partyId: ctx.actor.partyId,
    id: key.id,
    expiresAt,
    now,
  });
  if (!until) throw fault('conflict', 'The key was revoked in the meantime.');
  return until;
}
