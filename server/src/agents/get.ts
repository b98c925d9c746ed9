import type { Queryable } from '../db/sql.ts';
import { fault } from '../errors.ts';
import type { PurserError } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { findAgent, lockAgent } from './queries.ts';
import type { AgentRow } from './queries.ts';

/** An agent of the party, revoked or not. Throws `agent_not_found` for all others, as for those that do not exist. */
export async function getAgent(db: Queryable, partyId: Id<'pty'>, id: Id<'agt'>): Promise<AgentRow> {
  const agent = await findAgent(db, partyId, id);
  if (!agent) throw notFound();
  return agent;
}

/**
 * An active agent of the party, which stays as it is until the transaction ends; its payments wait that long. Throws
 * `agent_not_found`, and `conflict` for one that was revoked.
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
