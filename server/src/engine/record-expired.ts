import type { Queryable } from '../db/sql.ts';
import type { EventResource } from './changes.ts';
import { recordAudits } from './record-audit.ts';
import { recordEvents } from './record-event.ts';

/** Notes that these have ended by themselves, in the transaction that ends them. Commands note their own. */
export async function recordExpired(
  tx: Queryable,
  { resource, from }: { resource: EventResource; from: string },
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await recordEvents(
    tx,
    ids.map((resourceId) => ({ resource, resourceId, from, to: 'EXPIRED', now })),
  );
  const action = `expire ${resource}`;
  const decision = 'accepted';
  await recordAudits(
    tx,
    ids.map((targetId) => ({
      actor: null,
      requestId: null,
      action,
      targetId,
      decision,
      reason: null,
      at: now,
    })),
  );
}
