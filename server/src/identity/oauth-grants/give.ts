import type { Queryable } from '../../db/sql.ts';
import { newKey } from '../../lib/secret.ts';
import { scopesOfAgentGrant, scopesOfUserGrant } from '../../scopes.ts';
import { insertAgentCredential, insertGrant, insertUserCredential, type NewGrant } from './queries.ts';

const year_ms = 365 * 86_400_000;
const longestName = 128; // of an API key

/**
 * Stores a grant with its credential, which lasts a year. Its access tokens act with that, so that whatever is true of a key
 * is true of them: who made it, what its audit lines say, and that its end counts at once. Returns false if the request was
 * answered before.
 */
export async function giveGrant(
  tx: Queryable,
  grant: NewGrant,
  { environment, now }: { environment: 'sandbox' | 'prod'; now: Date },
): Promise<boolean> {
  const { id, partyId, userId, agentId } = grant;
  if (!(await insertGrant(tx, { ...grant, createdAt: now }))) return false;
  const { prefix, hash } = newKey('og', environment);
  const expiresAt = new Date(now.getTime() + year_ms);
  const credential = { id, partyId, userId, prefix, hash, createdAt: now, expiresAt };
  if (agentId) {
    await insertAgentCredential(tx, { ...credential, agentId, scopes: scopesOfAgentGrant(grant.scopes) });
    return true;
  }
  const name = (grant.clientName ?? grant.clientHost ?? 'A program').slice(0, longestName);
  const scopes = scopesOfUserGrant(grant.scopes);
  await insertUserCredential(tx, { ...credential, name, environment, scopes });
  return true;
}
