import { value } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';

// The operator stops the agents of all parties.
export const findPartyOfAgent = value<Id<'pty'>, [agentId: Id<'agt'>]>(
  'agents_find_party',
  'SELECT party_id FROM agents WHERE id = $1',
);
