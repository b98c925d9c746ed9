import { type Adapter, type AdapterFactory, type AdapterPayload, errors, Provider } from 'oidc-provider';
import type { Program } from '../../context.ts';
import { clockOffset } from '../../db/clock.ts';
import type { Queryable } from '../../db/sql.ts';
import { inTransaction } from '../../db/tx.ts';
import { recordAudit } from '../../engine/plain-writes/record-audit.ts';
import { endGrant } from '../../identity/oauth-grants/end.ts';
import { findGrantOfAny, type OauthGrantRow } from '../../identity/oauth-grants/queries.ts';
import { newId } from '../../lib/id.ts';
import { hashKey } from '../../lib/secret.ts';
import { oauthScopes } from '../../scopes.ts';
import {
  type Artifact,
  type ArtifactKind,
  artifactKinds,
  consumeArtifact,
  deleteArtifactsBefore,
  deleteClientsBefore,
  deleteArtifact,
  findArtifact,
  findByUserCode,
  findClient,
  insertClient,
  storeArtifact,
} from './queries.ts';
import { addressOf } from './resources.ts';

// How the library keeps what it makes. It gives each thing an id that is a secret: a token, a code, or the request behind
// a cookie. Only its hash is stored, so whoever reads the database has none of them.

/** For how long a refresh token that was used is accepted again: the answer may have been lost. */
const grace_ms = 60_000;
const registration_ms = 24 * 3_600_000;
/** All flows of OAuth have one share of the sessions of the database, as if they were one party. */
export const share = 'oauth';

type Store = Pick<Program, 'sessions' | 'baseUrl'>;

export function hashOf(secret: string): Buffer {
  return Buffer.from(hashKey(secret), 'hex');
}

/** Returns the service's time: what expires here does so by its clock, which a sandbox can move. */
async function serviceTime(db: Queryable): Promise<{ now: Date; offset_ms: number }> {
  const offset_ms = await clockOffset(db);
  return { now: new Date(Date.now() + offset_ms), offset_ms };
}

/** Runs a transaction in the share of OAuth, at the service's time. */
export function writeOauth<T>(
  { sessions }: Pick<Program, 'sessions'>,
  work: (tx: Queryable, now: Date) => Promise<T>,
): Promise<T> {
  return sessions.write(share, (pool) =>
    inTransaction(pool, async (tx) => work(tx, (await serviceTime(tx)).now)),
  );
}

/** Returns how the library keeps each kind of thing. Kinds that no flow of ours has are never stored. */
export function createArtifacts(program: Store): AdapterFactory {
  return (name) => {
    if (name === 'Client') return clients(program);
    if (name === 'Grant') return grants(program);
    const kind = artifactKinds.find((each) => each === name);
    return kind ? artifacts(program, kind) : nothing;
  };
}

const gone = () => Promise.resolve(undefined);
/** Also for sessions: who is signed in, our own session says, at each request for consent. */
const nothing: Adapter = {
  upsert: gone,
  find: gone,
  findByUserCode: gone,
  findByUid: gone,
  consume: gone,
  destroy: gone,
  revokeByGrantId: gone,
};

function artifacts(program: Store, kind: ArtifactKind): Adapter {
  const db = program.sessions.readsOf(share);
  const read = async (found: Artifact | null, found_by: AdapterPayload) => {
    const { now, offset_ms } = await serviceTime(db);
    // Of a device's code the library says itself that it has expired.
    if (!found || (found.expiresAt <= now && kind !== 'DeviceCode')) return undefined;
    return payloadOf(found, kind, { now, offset_ms }, found_by);
  };
  return {
    ...nothing,
    // The way back from a page of consent has the id of its request in it.
    upsert: (id, { jti: _id, returnTo: _way, userCode, ...payload }, expiresIn_s = 0) =>
      writeOauth(program, async (tx, now) => {
        await storeArtifact(tx, {
          kind,
          idHash: hashOf(id),
          grantId: payload.grantId ?? null,
          userCodeHash: userCode === undefined ? null : hashOf(userCode),
          payload,
          createdAt: now,
          expiresAt: new Date(now.getTime() + expiresIn_s * 1000),
        });
      }),
    find: async (id) => {
      const way = kind === 'Interaction' && { returnTo: `${program.baseUrl()}/oauth/authorize/${id}` };
      return read(await findArtifact(db, { kind, idHash: hashOf(id) }), { jti: id, ...way });
    },
    findByUserCode: async (userCode) => read(await findByUserCode(db, hashOf(userCode)), { userCode }),
    consume: async (id) => {
      const idHash = hashOf(id);
      const isFirst = await writeOauth(program, (tx, now) => consumeArtifact(tx, { kind, idHash, now }));
      if (isFirst || kind === 'RefreshToken') return;
      // The library has read it as unused; of two that use it at once, one gets here.
      const grantId = (await findArtifact(db, { kind, idHash }))?.grantId;
      if (grantId) await endByProgram(program, grantId, 'used_twice');
      throw new errors.InvalidGrant('already used');
    },
    // A token ends with its grant, in one transaction: if the server ended between the two, nobody could end the rest by it.
    destroy: async (id) => {
      const name = { kind, idHash: hashOf(id) };
      const grantId = isToken(kind) && (await findArtifact(db, name))?.grantId;
      if (grantId) await endByProgram(program, grantId, reasonNow());
      else await writeOauth(program, (tx) => deleteArtifact(tx, name));
    },
    revokeByGrantId: (grantId) => endByProgram(program, grantId, reasonNow()),
  };
}

/** Why the library ends a grant now: at the endpoint for tokens only because something was used twice. */
function reasonNow(): string | null {
  return Provider.ctx?.oidc.route === 'token' ? 'used_twice' : null;
}

function isToken(kind: ArtifactKind): boolean {
  return kind === 'AccessToken' || kind === 'RefreshToken';
}

/** Returns what the library stored, with its times as the library's clock, which is real time, has them. */
function payloadOf(
  { payload, expiresAt, consumedAt, grantId }: Artifact,
  kind: ArtifactKind,
  { now, offset_ms }: { now: Date; offset_ms: number },
  foundBy: AdapterPayload,
): AdapterPayload {
  const exp = Math.floor((expiresAt.getTime() - offset_ms) / 1000);
  const isInGrace =
    kind === 'RefreshToken' && consumedAt !== null && now.getTime() - consumedAt.getTime() < grace_ms;
  const isUsed = consumedAt !== null && !isInGrace;
  return {
    ...payload,
    ...foundBy,
    exp,
    ...(grantId && { grantId }),
    ...(isUsed && { consumed: Math.floor(consumedAt.getTime() / 1000) }),
  };
}

/**
 * Ends a grant because its program says so, or used a code or a token twice. Everything under it ends at once; the log of the
 * party says why.
 */
async function endByProgram(program: Store, id: string, reason: string | null): Promise<void> {
  await writeOauth(program, async (tx, now) => {
    const grant = await findGrantOfAny(tx, { id, now });
    if (!grant || !(await endGrant(tx, grant, { userId: null, now }))) return;
    const { partyId, userId, prefix: keyPrefix, agentId } = grant;
    await recordAudit(tx, {
      actor: { partyId, userId, keyPrefix, agentId, instanceId: null },
      requestId: newId('req'),
      action: 'POST /oauth/revoke',
      targetId: grant.id,
      decision: 'accepted',
      reason,
      at: now,
      changes: [],
    });
  });
}

/** Deletes a chunk of the requests, codes, tokens and registrations that are over, and returns how many. */
export async function deleteOldOauth({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  const kept = new Date(now.getTime() - kept_ms);
  return (await deleteArtifactsBefore(db, kept, chunk)) + (await deleteClientsBefore(db, now, chunk));
}

const chunk = 1_000;
const kept_ms = 3_600_000; // so that what was used twice is noticed for a while after its end

function clients(program: Store): Adapter {
  const db = program.sessions.readsOf(share);
  return {
    ...nothing,
    find: async (id) => {
      const { now } = await serviceTime(db);
      return (await findClient(db, id, now)) ?? undefined;
    },
    upsert: (id, metadata) =>
      writeOauth(program, async (tx, now) => {
        const expiresAt = new Date(now.getTime() + registration_ms);
        await insertClient(tx, { id, metadata, createdAt: now, expiresAt });
      }),
  };
}

/** Grants are given on the page of consent only; the library reads them. */
function grants({ sessions, baseUrl }: Store): Adapter {
  const db = sessions.readsOf(share);
  return {
    ...nothing,
    find: async (id) => {
      const { now, offset_ms } = await serviceTime(db);
      const grant = /^[0-9a-f]{32}$/.test(id) ? await findGrantOfAny(db, { id, now }) : null;
      return grant?.status === 'ACTIVE' ? grantPayload(grant, baseUrl(), offset_ms) : undefined;
    },
  };
}

function grantPayload(grant: OauthGrantRow, baseUrl: string, offset_ms: number): AdapterPayload {
  const resource = addressOf(baseUrl, grant.resource);
  // What was asked for and not given: the library would ask for it again and again.
  const others = oauthScopes.filter((scope) => !grant.scopes.includes(scope));
  return {
    kind: 'Grant',
    jti: grant.id,
    accountId: grant.userId,
    clientId: grant.clientId,
    exp: Math.floor((grant.expiresAt.getTime() - offset_ms) / 1000),
    openid: { scope: 'offline_access' },
    resources: { [resource]: grant.scopes.join(' ') },
    rejected: { resources: { [resource]: others.join(' ') } },
  };
}
