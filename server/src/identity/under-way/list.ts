import type { AuthenticatedActor } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { mayReadPayments } from '../../http/permission.ts';
import { listUnderWay, type UnderWayScope } from './queries.ts';
import type { UnderWay } from './resource.ts';
import { underWayOf } from './view.ts';

/**
 * Returns what is under way: of a party all of its own, and what it requested from customers and is in review; of an
 * agent or a delegate what it requested, among the newest 10 000 of each kind of the party. Returns null if the actor's
 * key may not read payments.
 */
export async function readUnderWay(
  tx: Queryable,
  actor: AuthenticatedActor,
  scope: UnderWayScope,
): Promise<UnderWay | null> {
  return mayReadPayments(actor) ? underWayNow(tx, scope) : null;
}

/** Returns the same for the operator, who reads everything. */
export async function underWayNow(tx: Queryable, scope: UnderWayScope): Promise<UnderWay> {
  return underWayOf(await listUnderWay(tx, scope, { shown: 20, most: 1_000 }));
}
