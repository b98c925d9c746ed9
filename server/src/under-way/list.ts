import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';
import { listUnderWayOfAgent, listUnderWayOfDelegate, listUnderWayOfParty } from './queries.ts';
import type { UnderWay } from './resource.ts';
import { underWayOf } from './view.ts';

const bounds = { shown: 20, most: 1_000 };

/** Returns what a party has under way: all of its own, and what it requested from customers and is in review. */
export async function partyUnderWay(tx: Queryable, partyId: Id<'pty'>): Promise<UnderWay> {
  return underWayOf(await listUnderWayOfParty(tx, partyId, bounds));
}

/** Returns what an agent of the party has under way, among the newest 10 000 of each kind of its party's. */
export async function agentUnderWay(
  tx: Queryable,
  partyId: Id<'pty'>,
  agentId: Id<'agt'>,
): Promise<UnderWay> {
  return underWayOf(await listUnderWayOfAgent(tx, partyId, agentId, bounds));
}

/** Returns what is under way under a delegation, among the newest 10 000 of each kind of the customer's. */
export async function delegationUnderWay(
  tx: Queryable,
  { customerId, delegateId }: { customerId: Id<'pty'>; delegateId: Id<'pty'> },
): Promise<UnderWay> {
  return underWayOf(await listUnderWayOfDelegate(tx, customerId, delegateId, bounds));
}
