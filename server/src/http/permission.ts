import type { AuthenticatedActor } from '../context.ts';
import { type ErrorSource, type Fault, fault, PurserError } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { namesAgents } from '../scopes.ts';
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
  if (actor.kind === 'apiKey' && actor.agentId && actor.grant && !namesAgents(actor.grant.scopes)) {
    return fault('insufficient_scope', 'This needs the scope agents:operate.', { header: 'X-Agent-ID' });
  }
  if (endpoint.agentsRefused && actor.agentId) {
    return fault('agent_not_allowed', 'Agents may not do this; it needs a person of the party.');
  }
  if (endpoint.ownReads === 'refused' && actor.readsOwn) {
    return fault('agent_not_allowed', 'This agent reads what is its own only; this shows more than that.');
  }
  const isEnough = actor.agentId && endpoint.agentScope && actor.scopes.has(endpoint.agentScope);
  if (endpoint.scope && !actor.scopes.has(endpoint.scope) && !isEnough) {
    return fault('insufficient_scope', `This needs the scope ${endpoint.scope}.`, {
      header: 'Authorization',
    });
  }
  return null;
}

const ownKey: ErrorSource = { header: 'Authorization' };

/**
 * Throws `insufficient_scope` for each scope that the actor would give and lacks itself. `sourceOf` says where in the
 * request it gives the scope, by its place among them.
 */
export function requireHeld(
  { scopes }: AuthenticatedActor,
  given: readonly string[],
  sourceOf: (place: number) => ErrorSource = () => ownKey,
): void {
  const faults = given.flatMap((scope, place): Fault[] => {
    const detail = `A key cannot give a scope that it lacks itself: ${scope}.`;
    return scopes.has(scope) ? [] : [{ code: 'insufficient_scope', detail, source: sourceOf(place) }];
  });
  const [first, ...others] = faults;
  if (first) throw new PurserError([first, ...others]);
}

/**
 * Throws `forbidden` if the actor's key expires, since what it gives would outlive it. A browser session is a person,
 * who could give the same again.
 */
export function requireLasting({ expiresAt, signedInAt }: AuthenticatedActor): void {
  if (expiresAt === null || signedInAt !== null) return;
  throw fault('forbidden', 'A key that expires cannot give what would outlive it.', ownKey);
}

/** Throws like both if the actor gives any of these scopes: lets others act with them, or with more of them than before. */
export function requireMayGive(
  actor: AuthenticatedActor,
  given: readonly string[],
  sourceOf?: (place: number) => ErrorSource,
): void {
  if (given.length === 0) return;
  requireLasting(actor);
  requireHeld(actor, given, sourceOf);
}

/**
 * Returns whether the actor sees what its own party has: with `wallets.read`, or as an agent with its own key, which would
 * find it out by what is refused. An agent in a header is known by the key of its party.
 */
export function seesFunds({ kind, scopes }: Pick<AuthenticatedActor, 'kind' | 'scopes'>): boolean {
  return kind === 'agentKey' || scopes.has('wallets.read');
}

/** Returns the agent if the actor is one that reads its own only: reads then show nothing else. Otherwise returns null. */
export function ownReader({ agentId, readsOwn }: AuthenticatedActor): Id<'agt'> | null {
  return readsOwn ? agentId : null;
}

/** Returns whether the actor reads what this agent made; null is nobody's own. */
export function readsOf(actor: AuthenticatedActor, madeBy: Id<'agt'> | null): boolean {
  const own = ownReader(actor);
  return own === null || own === madeBy;
}

/** Returns whether the response to an action that needs another scope may show payments. */
export function mayReadPayments({ scopes }: AuthenticatedActor): boolean {
  return scopes.has('payments.read');
}
