import type DataLoader from 'dataloader';
import type { Db } from '../db/pool.ts';
import { sharedLoader } from '../db/shared-loader.ts';
import type { Authenticate } from '../http/handle.ts';
import { evictOldest } from '../lib/evict-oldest.ts';
import type { Id } from '../lib/id.ts';
import { memoizeLast } from '../lib/memoize-last.ts';
import { hashKey, keyKind } from '../lib/secret.ts';
import type { KeyKind } from '../lib/secret.ts';
import { agentKeyScopes } from '../scopes.ts';
import { findActiveAgents, findCredentials } from './queries.ts';
import type { CredentialRow } from './queries.ts';

const agentScopes: ReadonlySet<string> = new Set(agentKeyScopes);
// Most keys have the same ones: then they share one set, which stays in the processor's cache.
const setOf = memoizeLast((names: string): ReadonlySet<string> => new Set(names.split(' ')));

/**
 * Reads the credential, the agent named beside it, and the clock, at every request: a revoked key is refused at once,
 * and a sandbox's clock that was moved through another server shows here at once. Only for a request whose caller and
 * time are looked at again inside its transaction is what was read before good enough (http/handle.ts).
 */
export function createAuthenticator(
  db: Db,
  onUse: (credentialId: string) => void,
  clockSeen_ms: () => number | null,
): Authenticate {
  const credentials = { sk: credentialLoader(db, 'sk'), ak: credentialLoader(db, 'ak') };
  const cache = new Map<string, Credential>();
  const agents = sharedLoader((ids: ReadonlyArray<Id<'agt'>>) => loadAgentParties(db, ids));
  return async (token, headerAgentId, mayUseCache) => {
    const hash = hashKey(token);
    const clock_ms = clockSeen_ms();
    const known = mayUseCache && clock_ms !== null && headerAgentId === null ? cache.get(hash) : undefined;
    const keyed = known ? null : keyKind(token);
    const row = known ?? (keyed && (await credentials[keyed].load(hash)));
    if (!row) {
      cache.delete(hash);
      return null;
    }
    if (!known) {
      cache.set(hash, row);
      evictOldest(cache, maxCached);
    }
    onUse(row.id);
    const agentId = row.agentId ?? headerAgentId;
    // An agent key was found with its active agent; an agent named by header has to be an active one of the party.
    const agentIsActive =
      row.agentId !== null || agentId === null || (await agents.load(agentId)) === row.partyId;
    const { kind, id, keyPrefix, partyId, userId, scopes } = row;
    const clockOffset_ms = known && clock_ms !== null ? clock_ms : Number(row.clockOffset_ms);
    return {
      now: new Date(Date.now() + clockOffset_ms),
      clockOffset_ms,
      isFromCache: known !== undefined,
      actor: { kind, credentialId: id, keyPrefix, partyId, userId, scopes, agentId, agentIsActive },
    };
  };
}

type Credential = Omit<CredentialRow, 'scopes'> & { scopes: ReadonlySet<string> };

const maxCached = 20_000;

function credentialLoader(db: Db, kind: KeyKind): DataLoader<string, Credential | null> {
  return sharedLoader(async (hashes) => {
    const found = new Map(
      (await findCredentials(db, kind, hashes)).map((row) => [row.hash, credentialOf(row)]),
    );
    return hashes.map((hash) => found.get(hash) ?? null);
  });
}

function credentialOf(row: CredentialRow): Credential {
  return { ...row, scopes: row.scopes ? setOf(row.scopes.join(' ')) : agentScopes };
}

async function loadAgentParties(db: Db, ids: ReadonlyArray<Id<'agt'>>): Promise<Array<Id<'pty'> | null>> {
  const found = new Map((await findActiveAgents(db, ids)).map((row) => [row.id, row.partyId]));
  return ids.map((id) => found.get(id) ?? null);
}
