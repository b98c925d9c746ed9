import type { Queryable } from '../db/sql.ts';
import { fault } from '../errors.ts';
import type { PurserError } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { findAgent, lockAgent } from './queries.ts';
import type { AgentRow } from './queries.ts';

/** Returns an agent of the party, revoked or not. Throws `agent_not_found` if the party has no such agent. */
export async function getAgent(db: Queryable, partyId: Id<'pty'>, id: Id<'agt'>): Promise<AgentRow> {
  const agent = await findAgent(db, partyId, id);
  if (!agent) throw notFound();
  return agent;
}

/**
 * Locks and returns an active agent of the party. The agent's payments wait until the transaction ends. Throws
 * `agent_not_found`, and `conflict` if the agent is revoked.
 */
export async function lockActiveAgent(tx: Queryable, partyId: Id<'pty'>, id: Id<'agt'>): Promise<AgentRow> {
  const agent = await lockAgent(tx, partyId, id);
  if (!agent) throw notFound();
  if (agent.status === 'REVOKED') {
    throw fault('conflict', 'The agent was revoked, which is for good.', { parameter: 'agentId' });
  }
  return agent;
}

function notFound(): PurserError {
  return fault('agent_not_found', 'Your party has no agent of this id.', { parameter: 'agentId' });
}
