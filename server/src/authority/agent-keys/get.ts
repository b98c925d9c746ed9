import { recorded } from '../../db/recorded.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault } from '../../errors.ts';
import type { Id } from '../../lib/id.ts';
import { agentKeyAsRecorded, type AgentKeyRow, findAgentKey } from './queries.ts';
import { agentKeyResource } from './view.ts';

/** Returns a key of the agents of the actor's party. Throws `agent_key_not_found`. */
export async function getAgentKey(
  { actor, askedAt: now }: Context,
  db: Queryable,
  id: Id<'agk'>,
): Promise<AgentKeyRow> {
  const key = await findAgentKey(db, { partyId: actor.partyId, id, now });
  if (key) return key;
  throw fault('agent_key_not_found', 'Your party has no agent key of this id.', { parameter: 'agentKeyId' });
}

/** An agent key as an event recorded it, without its secret. */
export const recordedAgentKey = recorded(agentKeyAsRecorded, agentKeyResource);
