import type { Db } from '../../db/pool.ts';
import type { Queryable } from '../../db/sql.ts';
import { inTransaction } from '../../db/tx.ts';
import type { EventResource } from '../model/journal.ts';
import { recordAudits } from './record-audit.ts';
import { recordEvents } from './record-event.ts';

/** The kind of resource that expires, and the state from which it does. */
type Expiring = { resource: EventResource; from: string };

const chunkSize = 500;

/**
 * Expires some of the rows that are due, and returns how many; zero means that no more are due. `expireRows` expires
 * up to `count` rows and returns their ids. Several servers may do this at the same time.
 */
export function expireSome(
  db: Db,
  expiring: Expiring,
  now: Date,
  expireRows: (tx: Queryable, now: Date, count: number) => Promise<string[]>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ids = await expireRows(tx, now, chunkSize);
    await recordExpired(tx, expiring, ids, now);
    return ids.length;
  });
}

/** Records that these resources have expired, in the transaction that expires them. Commands record their own. */
export async function recordExpired(
  tx: Queryable,
  { resource, from }: Expiring,
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
