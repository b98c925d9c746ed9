import type { Context } from '../context.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import { submit } from '../idempotency/submit.ts';
import { newId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { railTerms, requireRail } from '../gateways/rail.ts';
import { approvalNotFound } from './get.ts';
import { findDecisionFacts } from './queries.ts';
import { decidedApproval } from './view.ts';

/**
 * Says yes or no to what waits because it is over a limit of the caller's party. The last yes runs it, after another
 * look at funds, agent and delegation; where the funds are short it stays undecided (409). A no ends it.
 */
export async function decideApproval(
  ctx: Context,
  id: Id<'apr'>,
  decision: { verdict: 'approve' | 'deny'; reason: string | null },
  keyed: Keyed,
): Promise<HttpResponse> {
  // Read ahead of the decision, which is safe: none of it ever changes. What does is read again under the locks.
  const facts = await findDecisionFacts(ctx.db, ctx.actor.partyId, id);
  if (!facts) throw approvalNotFound();
  if (facts.target.type === 'withdrawal' && decision.verdict === 'approve') requireRail(ctx.rail);
  return submit(ctx, keyed, (request) => ({
    kind: 'decideApproval',
    ...request,
    ...decision,
    ...facts,
    approvalId: id,
    rail: railTerms(ctx.rail),
    newIds: { wallet: newId('wal'), approvals: [newId('apr'), newId('apr')] },
    render: (approval) => JSON.stringify({ data: decidedApproval(approval) }),
  }));
}
