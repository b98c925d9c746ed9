import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault } from '../../errors.ts';
import type { Id } from '../../lib/id.ts';
import { type AgentKeyRow, findAgentKey } from './queries.ts';

/** Returns a key of the agents of the actor's party. Throws `agent_key_not_found`. */
export async function getAgentKey(
  { actor, now }: Context,
  db: Queryable,
  id: Id<'agk'>,
): Promise<AgentKeyRow> {
  const key = await findAgentKey(db, actor.partyId, id, now);
  if (key) return key;
  throw fault('agent_key_not_found', 'Your party has no agent key of this id.', { parameter: 'agentKeyId' });
}
