import type { AuthenticatedActor } from '../../context.ts';
import { fault } from '../../errors.ts';
import { agentKeyScopes } from '../../scopes.ts';

const source = { header: 'Authorization' };

/**
 * Throws `insufficient_scope` if the actor's key lacks a scope of agent keys, and `forbidden` if it expires: a key
 * cannot give a scope that it lacks, nor make a key that outlives it, and agent keys do not expire.
 */
export function requireKeyMaker({ scopes, expiresAt }: AuthenticatedActor): void {
  const missing = agentKeyScopes.find((scope) => !scopes.has(scope));
  if (missing) {
    const detail = `An agent key has the scope ${missing}, and a key cannot give a scope that it lacks itself.`;
    throw fault('insufficient_scope', detail, source);
  }
  if (expiresAt === null) return;
  throw fault('forbidden', 'A key that expires cannot make an agent key, which would outlive it.', source);
}
