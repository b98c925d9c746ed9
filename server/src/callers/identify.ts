import DataLoader from 'dataloader';
import type { Db } from '../db/pool.ts';
import type { Identify } from '../http/handle.ts';
import type { Id } from '../lib/id.ts';
import { hashKey, keyKind } from '../lib/secret.ts';
import { agentKeyScopes } from '../scopes.ts';
import { findCredentials } from './queries.ts';
import type { CredentialRow } from './queries.ts';

const agentScopes: ReadonlySet<string> = new Set(agentKeyScopes);
type Wanted = { hash: Buffer; agentId: Id<'agt'> | null };

/**
 * Reads the credential at every request: a revoked one is refused at once. Requests that arrive in the same turn of
 * the event loop share one query, so that this costs little under load and nothing is ever cached.
 */
export function createIdentify(db: Db, onUse: (credentialId: string) => void): Identify {
  const loader = new DataLoader<Wanted, CredentialRow | null>((wanted) => load(db, wanted), {
    cache: false,
    maxBatchSize: 500,
    batchScheduleFn: (run) => setImmediate(run),
  });
  return async (token, agentId) => {
    if (keyKind(token) === null) return null;
    const row = await loader.load({ hash: hashKey(token), agentId });
    if (!row) return null;
    onUse(row.id);
    return {
      kind: row.kind,
      credentialId: row.id,
      keyPrefix: row.keyPrefix,
      partyId: row.partyId,
      userId: row.userId,
      scopes: row.scopes ? new Set(row.scopes) : agentScopes,
      agentId: row.agentId,
      agentIsActive: row.agentIsActive,
    };
  };
}

async function load(db: Db, wanted: readonly Wanted[]): Promise<Array<CredentialRow | null>> {
  const found = new Map((await findCredentials(db, wanted)).map((row) => [Number(row.place), row]));
  return wanted.map((_, index) => found.get(index + 1) ?? null);
}
