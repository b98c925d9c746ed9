import type { AuthenticatedActor, Context } from '../context.ts';
import { recordAudit } from '../engine/plain-writes/record-audit.ts';
import { PurserError, fault } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import type { Endpoint } from './endpoint.ts';

/** Returns a 403 if the actor may not use this endpoint, or null. */
export function permissionError(
  endpoint: Endpoint,
  actor: AuthenticatedActor,
  headerAgentId: Id<'agt'> | null,
): PurserError | null {
  if (actor.kind === 'agentKey' && headerAgentId && headerAgentId !== actor.agentId) {
    return fault('forbidden', 'An agent key acts as its own agent only.', { header: 'X-Agent-ID' });
  }
  if (endpoint.agentsRefused && actor.agentId) {
    return fault('agent_not_allowed', 'Agents may not do this; it needs a person of the party.');
  }
  if (!actor.scopes.has(endpoint.scope)) {
    return fault('insufficient_scope', `This needs the scope ${endpoint.scope}.`, {
      header: 'Authorization',
    });
  }
  return null;
}

// Refusals because of authority or of the state of a resource. A malformed request depends on neither.
const auditedStatuses = new Set([401, 403, 404, 409]);

/** Records a write that was refused outside a transaction, for example because its target does not exist. */
export async function auditRefusedWrite(ctx: Context, route: string, error: unknown): Promise<void> {
  if (!(error instanceof PurserError) || error.isAudited || !auditedStatuses.has(error.status)) return;
  await auditRefusal(ctx, route, error);
}

/** Records a refused write in the audit log. Never throws: without a database, the response is still the refusal. */
export async function auditRefusal(ctx: Context, route: string, refusal: PurserError): Promise<void> {
  try {
    await recordAudit(ctx.db, {
      actor: ctx.actor,
      requestId: ctx.requestId,
      action: route,
      targetId: null,
      decision: 'refused',
      reason: refusal.faults[0].code,
      at: ctx.now,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    ctx.log.warn({ requestId: ctx.requestId, reason }, 'a refusal is missing in the audit log');
  }
}
