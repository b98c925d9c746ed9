import { recorded } from '../../db/recorded.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Actor } from '../../engine/model/actor.ts';
import { type ErrorSource, fault, type PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import type { Id } from '../../lib/id.ts';
import { agentAsRecorded, type AgentRow, findAgent, lockAgent } from './queries.ts';
import { agentResource } from './view.ts';

const inPath = { parameter: 'agentId' };

/** Responds with an agent of the actor's party, revoked or not. Throws `agent_not_found`, also to another agent. */
export async function readAgent({ db, actor }: Context, named: Id<'agt'> | 'me'): Promise<HttpResponse> {
  return single(agentResource(await getAgent(db, actor.partyId, readableAgent(actor, named))));
}

/** Returns the agent that a path names. Throws `agent_not_found` to another agent, and for `me` if no agent acts. */
export function readableAgent({ agentId }: Pick<Actor, 'agentId'>, named: Id<'agt'> | 'me'): Id<'agt'> {
  if (agentId !== null && named !== 'me' && named !== agentId) throw agentNotFound();
  const id = named === 'me' ? agentId : named;
  if (id === null) throw fault('agent_not_found', 'No agent acts here, so `me` is none.', inPath);
  return id;
}

/** Returns an agent of the party, revoked or not. Throws `agent_not_found` if the party has no such agent. */
export async function getAgent(db: Queryable, partyId: Id<'pty'>, id: Id<'agt'>): Promise<AgentRow> {
  const agent = await findAgent(db, partyId, id);
  if (!agent) throw agentNotFound();
  return agent;
}

/**
 * Locks and returns an agent of the party that is not revoked: a suspended one can be managed like any other. The
 * agent's payments wait until the transaction ends. Throws `agent_not_found`, and `conflict` if it is revoked.
 */
export async function lockKnownAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'agt'>,
  source: ErrorSource = inPath,
): Promise<AgentRow> {
  const agent = await lockAgent(tx, partyId, id);
  if (!agent) throw agentNotFound(source);
  if (agent.status === 'REVOKED') {
    throw fault('conflict', 'The agent was revoked, which is for good.', source);
  }
  return agent;
}

/** Returns the 404 for an agent, which is named in the path unless `source` is another place. */
export function agentNotFound(source: ErrorSource = inPath): PurserError {
  return fault('agent_not_found', 'Your party has no agent of this id.', source);
}

export const recordedAgent = recorded(agentAsRecorded, agentResource);
