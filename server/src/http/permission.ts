import type { AuthenticatedActor } from '../context.ts';
import { fault, type PurserError } from '../errors.ts';
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
  if (endpoint.scope && !actor.scopes.has(endpoint.scope)) {
    return fault('insufficient_scope', `This needs the scope ${endpoint.scope}.`, {
      header: 'Authorization',
    });
  }
  return null;
}
