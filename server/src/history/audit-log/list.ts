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
 * one is named. To an actor that may not read payments only refusals have an outcome. Throws `agent_not_found`.
 */
export async function listActivity(
  ctx: Context,
  agentId: Id<'agt'>,
  query: ActivityQuery,
): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  await getAgent(ctx.db, partyId, agentId);
  const showsPayments = mayReadPayments(ctx.actor);
  return pageOf(
    ctx,
    'agentActivity',
    { ...query, agentId },
    async (before, count) => {
      if (!showsPayments && query.outcome && query.outcome !== 'REFUSED')
        return { rows: [], scannedTo: null };
      const { createdAfter = null, createdBefore = null } = query;
      const range = idsBetween(createdAfter, createdBefore, before, ctx.clockOffset_ms);
      return listStories(ctx.db, { ...query, ...range, partyId, agentId, count });
    },
    (row) => activityResource(row, showsPayments),
  );
}
