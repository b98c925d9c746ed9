import type { Queryable } from '../../db/sql.ts';
import type { CancelReview } from '../../engine/commands/cancel-review.ts';
import type { RequestInfo } from '../../engine/model/actor.ts';
import { runWithin } from '../../engine/queue/within.ts';
import type { Id } from '../../lib/id.ts';
import { listOverdue, listReviewedUnder, listReviewsOfAgent } from './queries.ts';
import type { Program } from '../../context.ts';
import { expireTargets } from '../../engine/queue/expire-targets.ts';

const chunk = 200; // bounds each statement, however much waits

/**
 * Cancels all payments and withdrawals of an agent that are in review, with their approvals. The transaction must hold
 * the agent's lock, for which every other decision about them waits.
 */
export async function cancelReviewsOfAgent(
  tx: Queryable,
  agentId: Id<'agt'>,
  request: RequestInfo,
): Promise<void> {
  const targets = await listReviewsOfAgent(tx, request.actor.partyId, agentId);
  for (let start = 0; start < targets.length; start += chunk) {
    const commands: CancelReview[] = [];
    for (const target of targets.slice(start, start + chunk))
      commands.push({ kind: 'cancelReview', ...request, target });
    await runWithin(tx, commands);
  }
}

/**
 * Cancels up to 200 payments of a customer that wait for an approval under the grant of an agent, or were requested by
 * its party without an agent, with their approvals. The engine cancels no payment whose authority still exists. Returns
 * how many it canceled, and whether none is left.
 */
export async function cancelRevokedReviews(
  { db, engine }: { db: Queryable; engine: Program['engine'] },
  under: { customerId: Id<'pty'>; delegateId: Id<'pty'>; agentId: Id<'agt'> },
): Promise<{ canceled: number; isComplete: boolean }> {
  const targets = await listReviewedUnder(db, under, chunk);
  const canceled = await expireTargets(engine, targets);
  return { canceled, isComplete: targets.length < chunk };
}

/** Cancels payments and withdrawals that were not decided in time, with their approvals. Returns how many. */
export async function expireApprovals({ db, engine }: Program, now: Date): Promise<number> {
  return expireTargets(engine, await listOverdue(db, now, chunk));
}
