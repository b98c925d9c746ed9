import type { Queryable } from '../db/sql.ts';
import { recordEvent } from '../engine/plain-writes/record-event.ts';
import { newId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { newKey } from '../lib/secret.ts';
import { insertAgentKey } from './queries.ts';

/** Creates a key for an agent and returns its secret, which is not stored. */
export async function mintAgentKey(
  tx: Queryable,
  partyId: Id<'pty'>,
  key: { agentId: Id<'agt'>; userId: Id<'usr'>; environment: 'sandbox' | 'prod'; now: Date },
): Promise<string> {
  const id = newId('agk');
  const { secret, prefix, hash } = newKey('ak', key.environment);
  await insertAgentKey(tx, partyId, { ...key, id, prefix, hash });
  await recordEvent(tx, {
    resource: 'agentKey',
    resourceId: id,
    from: null,
    to: 'ACTIVE',
    now: key.now,
  });
  return secret;
}
