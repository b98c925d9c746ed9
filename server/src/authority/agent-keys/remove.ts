import type { WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { getAgentKey } from './get.ts';
import { type AgentKeyRow, markAgentKeyRevoked } from './queries.ts';
import { agentKeyResource } from './view.ts';

/**
 * Revokes an agent key of the actor's party permanently. Revoking it again returns the same response. Throws
 * `agent_key_not_found`.
 */
export function removeAgentKey(ctx: WriteContext, id: Id<'agk'>): Promise<HttpResponse> {
  return write(ctx, { targetId: id }, async (tx, now) => {
    const by = { userId: ctx.actor.userId, now };
    const key = await revokeAgentKey(tx, await getAgentKey(ctx, tx, id), by);
    return { response: removed(agentKeyResource(key)) };
  });
}

/** Revokes a key from the commit on, and returns it; as it is if it was revoked before. No user: the operator does. */
export async function revokeAgentKey(
  tx: Queryable,
  key: AgentKeyRow,
  by: { userId: Id<'usr'> | null; now: Date },
): Promise<AgentKeyRow> {
  const { id, partyId, status: from } = key;
  const { now } = by;
  const revoked = await markAgentKeyRevoked(tx, { ...by, partyId, id });
  if (revoked) await recordEvent(tx, { resource: 'agentKey', resourceId: id, from, to: 'REVOKED', now });
  return revoked ?? key;
}
