import type { Queryable } from '../db/sql.ts';
import { recordEvent } from '../engine/plain-writes/record-event.ts';
import { newId } from '../lib/id.ts';
import type { Tags } from '../engine/model/records.ts';
import type { Id } from '../lib/id.ts';
import { insertAgent } from './queries.ts';

/** Creates an agent. `perTransaction` is in minor units of the party's default currency; null means no limit. */
export async function createAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  agent: {
    name: string;
    description: string | null;
    perTransaction: bigint | null;
    tags: Tags | null;
    userId: Id<'usr'>;
    now: Date;
  },
): Promise<Id<'agt'>> {
  const id = newId('agt');
  await insertAgent(tx, partyId, { ...agent, id });
  await recordEvent(tx, { resource: 'agent', resourceId: id, from: null, to: 'ACTIVE', now: agent.now });
  return id;
}
