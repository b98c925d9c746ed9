import type { Queryable } from '../../../db/sql.ts';
import { recordOperatorAct } from '../../../engine/plain-writes/record-audit.ts';
import { fault } from '../../../errors.ts';
import type { Id } from '../../../lib/id.ts';
import { changesBetween } from '../../../terms/changes.ts';
import { findAgentKey, type AgentKeyRow } from '../queries.ts';
import { revokeAgentKey } from '../remove.ts';
import { lockPartyOfAgentKey } from './queries.ts';

/**
 * Revokes an agent key for the operator, permanently, with a line in the audit log of its party. Returns the key, and
 * whether it was not revoked before. Throws `agent_key_not_found`. In the caller's transaction.
 */
export async function revokeAgentKeyByOperator(
  tx: Queryable,
  { id, operator, because, now }: { id: Id<'agk'>; operator: string; because: string | undefined; now: Date },
): Promise<{ key: AgentKeyRow; isNew: boolean }> {
  const partyId = await lockPartyOfAgentKey(tx, id);
  const before = partyId && (await findAgentKey(tx, { partyId, id, now }));
  if (!before) throw fault('agent_key_not_found', 'There is no agent key of this id.');
  const key = await revokeAgentKey(tx, before, { userId: null, now });
  const changes = changesBetween({ status: before.status }, { status: key.status });
  const act = { partyId: before.partyId, operator, because, now, targetId: id, changes };
  await recordOperatorAct(tx, { ...act, action: 'revoke key' });
  return { key, isNew: changes.length > 0 };
}
