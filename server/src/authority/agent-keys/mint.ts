import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { type Id, newId } from '../../lib/id.ts';
import { newKey } from '../../lib/secret.ts';
import { type AgentKeyRow, insertAgentKey } from './queries.ts';

/** A key with its secret, which exists only here and in the response to its creation. */
export type NewAgentKey = AgentKeyRow & { secret: string };

/** Creates a key for an agent. The transaction has already checked that the actor may create it. */
export async function mintAgentKey(
  tx: Queryable,
  partyId: Id<'pty'>,
  key: {
    agentId: Id<'agt'>;
    userId: Id<'usr'>;
    environment: 'sandbox' | 'prod';
    expiresAt?: Date | null;
    now: Date;
  },
): Promise<NewAgentKey> {
  const { agentId, userId, now } = key;
  const { secret, prefix, hash } = newKey('ak', key.environment);
  const row: AgentKeyRow = {
    id: newId('agk'),
    partyId,
    agentId,
    prefix,
    status: 'ACTIVE',
    createdAt: now,
    createdBy: userId,
    expiresAt: key.expiresAt ?? null,
    lastUsedAt: null,
    rotatedAt: null,
    revokedAt: null,
    revokedBy: null,
  };
  await insertAgentKey(tx, { ...row, hash });
  await recordEvent(tx, { resource: 'agentKey', resourceId: row.id, from: null, to: 'ACTIVE', now });
  return { ...row, secret };
}
