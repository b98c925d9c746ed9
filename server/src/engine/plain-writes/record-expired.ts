import type { Db } from '../../db/pool.ts';
import type { Queryable } from '../../db/sql.ts';
import { inTransaction } from '../../db/tx.ts';
import type { EventResource } from '../model/journal.ts';
import { recordAudits } from './record-audit.ts';
import { recordEvents } from './record-event.ts';

type Expiring = { resource: EventResource; from: string };

const chunk = 500;

/**
 * Ends some of what nobody answered in time, and answers how many; zero means that none is left. `mark` ends up to so
 * many rows and answers their ids. Several servers may do this at once.
 */
export function expireSome(
  db: Db,
  expiring: Expiring,
  now: Date,
  mark: (tx: Queryable, now: Date, count: number) => Promise<string[]>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ids = await mark(tx, now, chunk);
    await recordExpired(tx, expiring, ids, now);
    return ids.length;
  });
}

/** Notes that these have ended by themselves, in the transaction that ends them. Commands note their own. */
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
