import type { Queryable } from '../db/sql.ts';
import { recordEvent } from '../engine/record-event.ts';
import { newId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { insertAgent, markAgentRevoked } from './queries.ts';

/** Makes an agent of the party. `perTransaction` is in minor units of the party's default currency; null is no limit. */
export async function createAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  agent: {
    name: string;
    description: string | null;
    perTransaction: bigint | null;
    userId: Id<'usr'>;
    now: Date;
  },
): Promise<Id<'agt'>> {
  const id = newId('agt');
  await insertAgent(tx, partyId, { ...agent, id });
  await recordEvent(tx, { resource: 'agent', resourceId: id, from: null, to: 'ACTIVE', now: agent.now });
  return id;
}

/** Revokes an agent for good. Waits for its payments under way: none commits after the revocation has. */
export async function revokeAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'agt'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<boolean> {
  const revoked = await markAgentRevoked(tx, partyId, id, by);
  if (revoked)
    await recordEvent(tx, {
      resource: 'agent',
      resourceId: id,
      from: 'ACTIVE',
      to: 'REVOKED',
      now: by.now,
    });
  return revoked;
}
