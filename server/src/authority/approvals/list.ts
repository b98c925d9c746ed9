import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { listApprovalsBefore } from './queries.ts';
import type { ApprovalsQuery } from './schema.ts';
import { approvalResource } from './view.ts';

/** Returns a page of approvals of the actor's withdrawals and of payments it would pay or initiated, newest first. */
export function listApprovals(ctx: Context, query: ApprovalsQuery): Promise<HttpResponse> {
  return page(
    ctx,
    'approvals',
    query,
    (before, count) => listApprovalsBefore(ctx.db, ctx.actor.partyId, query.status, before, count),
    approvalResource,
  );
}
