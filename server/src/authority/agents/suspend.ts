import type { AuthenticatedActor, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single, singleWith } from '../../http/envelope.ts';
import { requireFreshSignIn } from '../../http/require-fresh.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { readUnderWay } from '../../identity/under-way/list.ts';
import { lockKnownAgent } from './get.ts';
import { type AgentRow, changeAgentStatus } from './queries.ts';
import { agentResource } from './view.ts';

/**
 * Suspends an agent of the actor's party, or resumes it. Waits for the agent's payments in progress: none commits after
 * the suspension, on any server, and the response lists what is under way. What is in that state already stays as it is.
 * Throws `agent_not_found`, `conflict` if the agent is revoked, and `sign_in_required` if a browser session of long ago
 * would resume it.
 */
export function setAgentStatus(
  ctx: WriteContext,
  id: Id<'agt'>,
  to: 'ACTIVE' | 'SUSPENDED',
): Promise<HttpResponse> {
  const { actor } = ctx;
  return write(ctx, { targetId: id }, async (tx, now) => {
    if (to === 'ACTIVE') requireFreshSignIn(ctx, null);
    const agent = await lockKnownAgent(tx, actor.partyId, id);
    const from = agent.status;
    if (from === to) return { response: await responseTo(tx, actor, agent) };
    const by = { userId: actor.userId, now };
    await changeAgentStatus(tx, { ...by, partyId: actor.partyId, id, from, to });
    await recordEvent(tx, { resource: 'agent', resourceId: id, from, to, now });
    const changed = { ...agent, status: to, updatedAt: now, updatedBy: actor.userId };
    return { response: await responseTo(tx, actor, changed) };
  });
}

async function responseTo(tx: Queryable, actor: AuthenticatedActor, agent: AgentRow): Promise<HttpResponse> {
  if (agent.status === 'ACTIVE') return single(agentResource(agent));
  const underWay = await readUnderWay(tx, actor, { partyId: agent.partyId, agentId: agent.id });
  return singleWith(agentResource(agent), { underWay });
}
