import { getAgent } from '../../authority/agents/get.ts';
import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { pageOf } from '../../http/pages.ts';
import { type Id, idsBetween } from '../../lib/id.ts';
import { type LineFilters, type LinePosition, listLines, listStories } from './queries.ts';
import type { ActivityQuery, AuditLogQuery } from './schema.ts';
import { activityResource, auditLineResource } from './view.ts';

/**
 * Returns a page of the audit log of the actor's party, newest first. A page reads a bounded number of lines, so it can
 * be short, even empty, although another one follows.
 */
export function listAuditLog(ctx: Context, query: AuditLogQuery): Promise<HttpResponse> {
  const { agentId, instanceId, credentialId, decision, targetId, createdAfter, createdBefore } = query;
  const filters: LineFilters = {
    agentId: agentId ?? null,
    instanceId: instanceId ?? null,
    credentialId: credentialId ?? null,
    decision: decision ?? null,
    targetId: targetId ?? null,
    after: createdAfter ?? null,
    before: createdBefore ?? null,
  };
  return pageOf(
    ctx,
    'auditLog',
    query,
    (before, count) => listLines(ctx.db, ctx.actor.partyId, filters, positionOf(ctx, filters, before, count)),
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
  const { instanceId } = query;
  const others = { credentialId: null, decision: null, targetId: null, after: null, before: null };
  const filters = { ...others, agentId, instanceId: instanceId ?? null };
  return pageOf(
    ctx,
    'agentActivity',
    { ...query, agentId },
    (before, count) => listStories(ctx.db, partyId, filters, positionOf(ctx, filters, before, count)),
    activityResource,
  );
}

function positionOf(
  { clockOffset_ms }: Context,
  { after, before: end }: LineFilters,
  before: string,
  count: number,
): LinePosition {
  return { ...idsBetween(after, end, before, clockOffset_ms), count };
}
