import type { AuthenticatedActor } from '../../context.ts';
import { fault } from '../../errors.ts';
import { agentKeyScopes } from '../../scopes.ts';

/** Throws `insufficient_scope` if the actor's key lacks a scope of agent keys: a key cannot give a scope that it lacks. */
export function requireKeyMaker({ scopes }: AuthenticatedActor): void {
  const missing = agentKeyScopes.find((scope) => !scopes.has(scope));
  if (!missing) return;
  const detail = `An agent key has the scope ${missing}, and a key cannot give a scope that it lacks itself.`;
  throw fault('insufficient_scope', detail, { header: 'Authorization' });
}
