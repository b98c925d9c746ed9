import type { Queryable } from '../db/sql.ts';
import { recordEvent } from '../engine/plain-writes/record-event.ts';
import type { Id } from '../lib/id.ts';
import { markAgentRevoked } from './queries.ts';

/**
 * Revokes an agent permanently. Returns false if the agent is not active. Waits for its payments in progress, so that
 * none commits after the revocation.
 */
export async function revokeAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'agt'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<boolean> {
  const revoked = await markAgentRevoked(tx, partyId, id, by);
  if (!revoked) return false;
  await recordEvent(tx, { resource: 'agent', resourceId: id, from: 'ACTIVE', to: 'REVOKED', now: by.now });
  return true;
}
