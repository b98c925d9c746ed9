import type { Queryable } from '../../db/sql.ts';
import type { CancelReview } from '../../engine/commands/cancel-review.ts';
import type { RequestInfo } from '../../engine/model/actor.ts';
import { runWithin } from '../../engine/queue/within.ts';
import type { Id } from '../../lib/id.ts';
import { listReviewsOfAgent } from './queries.ts';

const chunkSize = 200; // bounds each statement, however much waits

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
  for (let start = 0; start < targets.length; start += chunkSize) {
    const commands: CancelReview[] = [];
    for (const target of targets.slice(start, start + chunkSize))
      commands.push({ kind: 'cancelReview', ...request, target });
    await runWithin(tx, commands);
  }
}
