import type { Program } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { expireTargets } from '../../engine/queue/expire-targets.ts';
import type { Id } from '../../lib/id.ts';
import { listReviewedUnder } from './queries.ts';

const chunk = 200;

/**
 * Cancels up to 200 payments of a customer that wait for an approval under the grant of an agent, or were requested by
 * its party without an agent, with their approvals. The engine leaves out those whose authority still exists. Returns
 * how many, and whether these were all.
 */
export async function cancelRevokedReviews(
  { db, engine }: { db: Queryable; engine: Program['engine'] },
  under: { customerId: Id<'pty'>; delegateId: Id<'pty'>; agentId: Id<'agt'> },
  now: Date,
): Promise<{ canceled: number; isComplete: boolean }> {
  const targets = await listReviewedUnder(db, under, chunk);
  const canceled = await expireTargets(engine, targets, now);
  return { canceled, isComplete: targets.length < chunk };
}
