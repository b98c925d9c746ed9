import DataLoader from 'dataloader';
import type { Db } from '../db/pool.ts';
import type { Identify } from '../http/handle.ts';
import type { Id } from '../lib/id.ts';
import { hashKey, keyKind } from '../lib/secret.ts';
import type { KeyKind } from '../lib/secret.ts';
import { agentKeyScopes } from '../scopes.ts';
import { findActiveAgents, findCredentials } from './queries.ts';
import type { CredentialRow } from './queries.ts';

const agentScopes: ReadonlySet<string> = new Set(agentKeyScopes);

// Requests that arrive in the same turn of the event loop share a query; nothing is cached between turns.
const sharing = {
  cache: false,
  maxBatchSize: 500,
  batchScheduleFn: (run: () => void) => void setImmediate(run),
};

/**
 * Reads the credential, the agent named beside it, and the clock, at every request: a revoked key is refused at once,
 * and a sandbox's clock that was moved through another server shows here at once.
 */
export function createIdentify(db: Db, onUse: (credentialId: string) => void): Identify {
  const credentials = { sk: credentialLoader(db, 'sk'), ak: credentialLoader(db, 'ak') };
  const agents = new DataLoader<Id<'agt'>, Id<'pty'> | null>((ids) => loadAgentParties(db, ids), sharing);
  return async (token, headerAgentId) => {
    const keyed = keyKind(token);
    if (keyed === null) return null;
    const row = await credentials[keyed].load(hashKey(token).toString('hex'));
    if (!row) return null;
    onUse(row.id);
    const agentId = row.agentId ?? headerAgentId;
    // An agent key was found with its active agent; an agent named by header has to be an active one of the party.
    const agentIsActive =
      row.agentId !== null || agentId === null || (await agents.load(agentId)) === row.partyId;
    const { kind, id, keyPrefix, partyId, userId } = row;
    const scopes = row.scopes ? new Set(row.scopes) : agentScopes;
    const now = new Date(Date.now() + Number(row.clockOffset_ms));
    return {
      now,
      caller: { kind, credentialId: id, keyPrefix, partyId, userId, scopes, agentId, agentIsActive },
    };
  };
}

function credentialLoader(db: Db, kind: KeyKind): DataLoader<string, CredentialRow | null> {
  return new DataLoader(async (hashes) => {
    const found = new Map((await findCredentials(db, kind, hashes)).map((row) => [row.hash, row]));
    return hashes.map((hash) => found.get(hash) ?? null);
  }, sharing);
}

async function loadAgentParties(db: Db, ids: ReadonlyArray<Id<'agt'>>): Promise<Array<Id<'pty'> | null>> {
  const found = new Map((await findActiveAgents(db, ids)).map((row) => [row.id, row.partyId]));
  return ids.map((id) => found.get(id) ?? null);
}
