import { currentTime } from '../../../db/clock.ts';
import type { Queryable } from '../../../db/sql.ts';
import { recordOperatorAct } from '../../../engine/plain-writes/record-audit.ts';
import { underWayNow } from '../../../identity/under-way/list.ts';
import type { UnderWay } from '../../../identity/under-way/resource.ts';
import type { Id } from '../../../lib/id.ts';
import { agentNotFound, lockKnownAgent } from '../get.ts';
import type { AgentRow } from '../queries.ts';
import { changeStatus, statusChange } from '../suspend.ts';
import { findPartyOfAgent } from './queries.ts';

/** Which agent the operator suspends, who says so, and why. */
export type OperatorSuspension = {
  agentId: Id<'agt'>;
  operator: string;
  because: string | undefined;
};

/**
 * Suspends an agent for the operator, with a line in the audit log of its party, whose people may resume it. Waits for the
 * agent's payments in progress. Returns the agent, and what it has under way. Throws `agent_not_found`, and `conflict` if
 * the agent is revoked. In the caller's transaction.
 */
export async function suspendByOperator(
  tx: Queryable,
  { agentId, operator, because }: OperatorSuspension,
): Promise<{ agent: AgentRow; isNew: boolean; underWay: UnderWay }> {
  const partyId = await findPartyOfAgent(tx, agentId);
  if (!partyId) throw agentNotFound();
  const before = await lockKnownAgent(tx, partyId, agentId);
  const now = await currentTime(tx); // once its payments have ended
  // The operator is no user: who changed the agent last stays who it was.
  const agent = await changeStatus(tx, before, 'SUSPENDED', { userId: before.updatedBy, now });
  const changes = statusChange(before, agent);
  const act = { partyId, operator, because, now, targetId: agentId, changes };
  await recordOperatorAct(tx, { ...act, action: 'suspend agent' });
  return { agent, isNew: changes.length > 0, underWay: await underWayNow(tx, { partyId, agentId }) };
}
