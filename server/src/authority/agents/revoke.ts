import type { Queryable } from '../../db/sql.ts';
import { recordEvents } from '../../engine/plain-writes/record-event.ts';
import type { Id } from '../../lib/id.ts';
import { revokeGrantsOfAgent } from '../delegations/revoke.ts';
import { agentNotFound } from './get.ts';
import {
  type AgentRow,
  cancelInvitationsOfAgent,
  changeAgentStatus,
  lockAgent,
  revokeKeysOfAgent,
} from './queries.ts';

/**
 * Revokes an agent permanently, with its keys, its grants and its pending invitations. Waits for its payments in
 * progress, so that none commits after the revocation. Returns the agent, and whether it was revoked now: revoking it
 * again changes nothing. Throws `agent_not_found`.
 */
export async function revokeAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'agt'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<{ agent: AgentRow; isNew: boolean }> {
  const agent = await lockAgent(tx, partyId, id);
  if (!agent) throw agentNotFound();
  const { status: from } = agent;
  if (from === 'REVOKED') return { agent, isNew: false };
  const { now } = by;
  const to = 'REVOKED';
  await changeAgentStatus(tx, { ...by, partyId, id, from, to });
  const keys = await revokeKeysOfAgent(tx, { ...by, partyId, id });
  // The end of an OAuth grant has no event: its beginning had none.
  const listed = keys.filter(({ isGrant }) => !isGrant);
  await revokeGrantsOfAgent(tx, partyId, id, now);
  const invitations = await cancelInvitationsOfAgent(tx, { partyId, id, now });
  await recordEvents(tx, [
    { resource: 'agent', resourceId: id, from, to, now },
    ...listed.map((key) => ({ resource: 'agentKey' as const, resourceId: key.id, from: key.from, to, now })),
    ...invitations.map((resourceId) => ({
      resource: 'customerInvitation' as const,
      resourceId,
      from: 'PENDING',
      to: 'CANCELED',
      now,
    })),
  ]);
  return { agent: { ...agent, status: to, updatedAt: now, updatedBy: by.userId }, isNew: true };
}
