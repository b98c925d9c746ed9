import { value } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';

// The operator revokes the keys of all parties. A payment locks no key, and a plain write shares its lock.
export const lockPartyOfAgentKey = value<Id<'pty'>, [id: Id<'agk'>]>(
  'agent_keys_lock_party',
  'SELECT party_id FROM agent_keys WHERE id = $1 FOR NO KEY UPDATE',
);
