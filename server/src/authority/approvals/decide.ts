import type { WriteContext } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { runCommand } from '../../idempotency/run-command.ts';
import { type Id, newId } from '../../lib/id.ts';
import { railTerms } from '../../gateways/rail.ts';
import { rolesWith } from '../../http/roles.ts';
import { requireFreshSignIn } from '../../http/require-fresh.ts';
import { isSignedIn } from '../../identity/sign-in/open-session.ts';
import { approvalNotFound, getApproval } from './get.ts';
import { findDecisionFacts } from './queries.ts';
import { decidedApproval } from './view.ts';

/**
 * Approves or denies a payment or withdrawal that exceeds a limit or breaks a rule of the actor's party. The last approval checks agent,
 * delegation, limits and funds again, then runs it; if that is refused (409), the approval stays pending. So it does when
 * the first of two approves. A denial closes it. Throws `sign_in_required` if a browser session approves a large amount
 * without a recent sign-in.
 */
export async function decideApproval(
  ctx: WriteContext,
  id: Id<'apr'>,
  decision: { verdict: 'approve' | 'deny'; reason: string | null },
): Promise<HttpResponse> {
  // Safe to read before the decision, because these facts never change. Everything else is loaded under the locks.
  const found = await findDecisionFacts(ctx.db, ctx.actor.partyId, id);
  if (!found) throw approvalNotFound();
  const { fee, invitedByMaker, ...facts } = found;
  if (decision.verdict === 'approve') requireFreshSignIn(ctx, facts.amount);
  const { acquaintance } = await getApproval(ctx, id);
  return runCommand(ctx, (request) => ({
    kind: 'decideApproval',
    ...request,
    ...decision,
    ...facts,
    approvalId: id,
    isSignedIn: isSignedIn(ctx.actor),
    decidingRoles: rolesWith('approvals.decide'),
    rail: railTerms(ctx.rail),
    newIds: { wallet: newId('wal'), approvals: [newId('apr'), newId('apr')] },
    render: (approval) =>
      JSON.stringify({
        data: decidedApproval(approval, { fee, invitedByMaker, acquaintance }, ctx.actor),
      }),
  }));
}
