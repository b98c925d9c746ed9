import type DataLoader from 'dataloader';
import type { ActingGrant } from '../../context.ts';
import type { Db } from '../../db/pool.ts';
import { sharedLoader } from '../../db/shared-loader.ts';
import { hasExpired } from '../../engine/model/actor.ts';
import type { Authenticated, Authenticator } from '../../http/handle.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import type { Id } from '../../lib/id.ts';
import { memoizeLast } from '../../lib/memoize-last.ts';
import { keyKind, type KeyKind } from '../../lib/secret.ts';
import { type Role, scopesOfRole } from '../../http/roles.ts';
import { agentKeyScopes } from '../../scopes.ts';
import { type CredentialRow, findCredentials, findKnownAgents, type KnownAgent } from './queries.ts';

const agentScopes: ReadonlySet<string> = new Set(agentKeyScopes);
// Most keys have the same scopes. They share one set, which stays in the CPU's cache.
const scopeSet = memoizeLast((names: string): ReadonlySet<string> => new Set(names.split(' ')));
const ofRole = {
  OWNER: allowed('OWNER'),
  ADMIN: allowed('ADMIN'),
  APPROVER: allowed('APPROVER'),
  MEMBER: allowed('MEMBER'),
};

function allowed(role: Role): ReadonlySet<string> {
  return new Set(scopesOfRole(role));
}

/**
 * Returns what authenticates a token. Each request reads the credential, the agent named in the
 * header and the clock, so that a revoked key is refused immediately, and a sandbox clock moved by another server takes
 * effect immediately. `fromCache` is only for requests whose transaction checks actor and time again (http/handle.ts).
 */
export function createAuthenticator(
  db: Db,
  onUse: (credentialId: string) => void,
  clockSeen_ms: () => number | null,
): Authenticator {
  const load = (kind: KeyKind) => credentialLoader(db, kind);
  const credentials = { sk: load('sk'), ak: load('ak'), ss: load('ss'), at: load('at') };
  const cache = new Map<string, Credential>();
  let clockRead_ms: number | null = null;
  const agents = sharedLoader((ids: ReadonlyArray<Id<'agt'>>) => loadAgents(db, ids));
  const fromCache: Authenticator['fromCache'] = ({ hash }) => {
    const clockOffset_ms = clockSeen_ms() ?? clockRead_ms;
    const known = cache.get(hash);
    // A browser session that was not used for a while is over, which no transaction checks.
    if (!known || known.actor.signedInAt !== null || clockOffset_ms === null) return null;
    const now = new Date(Date.now() + clockOffset_ms);
    if (isOver(known, now)) return null;
    noteUse(known, onUse);
    return { now, clockOffset_ms, isFromCache: true, actor: known.actor };
  };
  const authenticate: Authenticator['authenticate'] = async ({ token, hash }, headerAgentId) => {
    const kind = keyKind(token);
    const row = kind && (await credentials[kind].load(hash));
    const clockOffset_ms = Number(row?.clockOffset_ms);
    const now = new Date(Date.now() + clockOffset_ms);
    if (!row || isOver(row, now)) {
      cache.delete(hash);
      return null;
    }
    clockRead_ms = clockOffset_ms;
    row.usedAt_ms = cache.get(hash)?.usedAt_ms ?? 0;
    cache.set(hash, row);
    evictOldest(cache, maxCached);
    noteUse(row, onUse);
    const { actor } = row;
    // The query finds an agent key only with its agent; an agent named in the header is checked here.
    const isNamed = headerAgentId !== null && actor.agentId === null;
    return {
      now,
      clockOffset_ms,
      isFromCache: false,
      actor: isNamed ? actingAs(actor, headerAgentId, await agents.load(headerAgentId)) : actor,
    };
  };
  return { fromCache, authenticate, partyOf: ({ hash }) => cache.get(hash)?.actor.partyId ?? null };
}

/** A credential, and the actor that all its requests share, unless they name an agent. */
type Credential = Pick<CredentialRow, 'id' | 'expiresAt' | 'tokenExpiresAt' | 'clockOffset_ms'> & {
  actor: Authenticated['actor'];
  /** When its use was last recorded, in real time. */
  usedAt_ms: number;
};

function isOver({ expiresAt, tokenExpiresAt }: Credential, now: Date): boolean {
  return hasExpired(expiresAt, now) || hasExpired(tokenExpiresAt, now);
}

/** Has the use of a credential recorded, unless that was done within the last minute. */
function noteUse(credential: Credential, onUse: (credentialId: string) => void): void {
  const now_ms = Date.now();
  if (now_ms - credential.usedAt_ms < lastUsedPrecision_ms) return;
  credential.usedAt_ms = now_ms;
  onUse(credential.id);
}

const maxCached = 20_000;
const lastUsedPrecision_ms = 60_000;

function credentialLoader(db: Db, kind: KeyKind): DataLoader<string, Credential | null> {
  return sharedLoader(async (hashes) => {
    const found = new Map(
      (await findCredentials(db, kind, hashes)).map((row) => [row.hash, credentialOf(row)]),
    );
    return hashes.map((hash) => found.get(hash) ?? null);
  });
}

function credentialOf(row: CredentialRow): Credential {
  const { kind, id, keyPrefix, partyId, userId, role, agentId, expiresAt, signedInAt, tokenExpiresAt } = row;
  const actor = Object.freeze({
    kind,
    credentialId: id,
    keyPrefix,
    partyId,
    userId,
    role,
    scopes: scopesOf(row),
    expiresAt,
    signedInAt,
    tokenExpiresAt,
    grant: grantOf(row),
    agentId,
    instanceId: null,
    agentIsKnown: true,
    readsOwn: row.reads === 'own',
  });
  return { id, expiresAt, tokenExpiresAt, clockOffset_ms: row.clockOffset_ms, actor, usedAt_ms: 0 };
}

/** Returns the scopes of a key: what it was given, as far as the role of its user permits it now. */
function scopesOf({ scopes, role }: CredentialRow): ReadonlySet<string> {
  if (!scopes) return agentScopes;
  return scopeSet((role ? scopes.filter((scope) => ofRole[role].has(scope)) : scopes).join(' '));
}

function grantOf({ id, resource, granted }: CredentialRow): ActingGrant | null {
  if (!resource || !granted) return null;
  return { id: id as string as Id<'ogr'>, resource, scopes: granted };
}

/** Returns the actor of a request that names an agent. */
function actingAs(
  actor: Authenticated['actor'],
  agentId: Id<'agt'>,
  named: KnownAgent | null,
): Authenticated['actor'] {
  return {
    ...actor,
    agentId,
    agentIsKnown: named?.partyId === actor.partyId,
    readsOwn: named?.reads === 'own',
  };
}

async function loadAgents(db: Db, ids: ReadonlyArray<Id<'agt'>>): Promise<Array<KnownAgent | null>> {
  const found = new Map((await findKnownAgents(db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
}
