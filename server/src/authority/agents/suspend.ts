import type { AuthenticatedActor, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Change } from '../../engine/model/journal.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single, singleWith } from '../../http/envelope.ts';
import { requireFreshSignIn } from '../../http/require-fresh.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { readUnderWay } from '../../identity/under-way/list.ts';
import { changesBetween } from '../../terms/changes.ts';
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
    const changed = await changeStatus(tx, agent, to, { userId: actor.userId, now });
    return { response: await responseTo(tx, actor, changed), changes: statusChange(agent, changed) };
  });
}

/** Changes the status of an agent that is locked and not revoked, with its event, and returns the agent. */
export async function changeStatus(
  tx: Queryable,
  agent: AgentRow,
  to: 'ACTIVE' | 'SUSPENDED',
  by: { userId: Id<'usr'>; now: Date },
): Promise<AgentRow> {
  const { id, partyId, status: from } = agent;
  if (from === to) return agent;
  const { userId, now } = by;
  await changeAgentStatus(tx, { ...by, partyId, id, from, to });
  await recordEvent(tx, { resource: 'agent', resourceId: id, from, to, now });
  return { ...agent, status: to, updatedAt: now, updatedBy: userId };
}

/** Returns what the audit log says of a change of status; nothing if there was none. */
export function statusChange({ status: from }: AgentRow, { status: to }: AgentRow): Change[] {
  return changesBetween({ status: from }, { status: to });
}

async function responseTo(tx: Queryable, actor: AuthenticatedActor, agent: AgentRow): Promise<HttpResponse> {
  if (agent.status === 'ACTIVE') return single(agentResource(agent));
  const underWay = await readUnderWay(tx, actor, { partyId: agent.partyId, agentId: agent.id });
  return singleWith(agentResource(agent), { underWay });
}
