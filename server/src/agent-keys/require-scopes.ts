import type { AuthenticatedActor } from '../context.ts';
import { fault } from '../errors.ts';
import { agentKeyScopes } from '../scopes.ts';

/** Throws `insufficient_scope` if the actor lacks a scope of agent keys: a key cannot give a scope that it lacks. */
export function requireAgentKeyScopes({ scopes }: AuthenticatedActor): void {
  const missing = agentKeyScopes.find((scope) => !scopes.has(scope));
  if (!missing) return;
  throw fault(
    'insufficient_scope',
    `An agent key has the scope ${missing}, and a key cannot give a scope that it lacks itself.`,
    { header: 'Authorization' },
  );
}
