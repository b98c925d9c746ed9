import { getAgent } from '../../authority/agents/get.ts';
import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { mayReadPayments } from '../../http/permission.ts';
import { pageOf } from '../../http/pages.ts';
import { type Id, idsBetween } from '../../lib/id.ts';
import { listLines, listStories } from './queries.ts';
import type { ActivityQuery, AuditLogQuery } from './schema.ts';
import { activityResource, auditLineResource } from './view.ts';

/**
 * Returns a page of the audit log of the actor's party, newest first. A page reads a bounded number of lines, so it can
 * be short, even empty, although another one follows.
 */
export function listAuditLog(ctx: Context, query: AuditLogQuery): Promise<HttpResponse> {
  return pageOf(
    ctx,
    'auditLog',
    query,
    (before, count) => {
      const range = idsBetween(
        query.createdAfter ?? null,
        query.createdBefore ?? null,
        before,
        ctx.clockOffset_ms,
      );
      return listLines(ctx.db, { ...query, ...range, partyId: ctx.actor.partyId, count });
    },
    auditLineResource,
  );
}

/**
 * Returns a page of what an agent of the actor's party did, newest first, each with its outcome; in one conversation if
 * one is named. Throws `agent_not_found`.
 */
export async function listActivity(
  ctx: Context,
  agentId: Id<'agt'>,
  query: ActivityQuery,
): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  await getAgent(ctx.db, partyId, agentId);
  return pageOf(
    ctx,
    'agentActivity',
    { ...query, agentId },
    (before, count) => {
      const range = idsBetween(null, null, before, ctx.clockOffset_ms);
      return listStories(ctx.db, { ...query, ...range, partyId, agentId, count });
    },
    (row) => activityResource(row, mayReadPayments(ctx.actor)),
  );
}
