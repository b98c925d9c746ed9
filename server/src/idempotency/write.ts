import type { Keyed, TokenWriteContext, WriteContext } from '../context.ts';
import { clockOffset } from '../db/clock.ts';
import { inTransaction, type Tx } from '../db/tx.ts';
import { type Actor, hasExpired } from '../engine/model/actor.ts';
import type { AuditActor, Change } from '../engine/model/journal.ts';
import { refusalError, refusals } from '../engine/model/outcomes.ts';
import type { AgentStatus } from '../engine/model/state.ts';
import { auditSteps } from '../engine/plain-writes/record-audit.ts';
import { PurserError } from '../errors.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import type { TokenTarget } from '../http/token-look-up.ts';
import { failure } from '../http/fail.ts';
import { type Id, publicId } from '../lib/id.ts';
import { together, whenAsked } from '../lib/together.ts';
import { nameOf, requestInProgress } from './copies.ts';
import {
  findResponse,
  insertResponse,
  lockAgentStatus,
  lockCredential,
  lockIdempotencyKey,
} from './queries.ts';
import { replayedHeaders } from './run-command.ts';

/** A write that moves no money. `targetId` is the id of the resource it changes; null if the write creates one. */
type PlainWrite<Loaded> = {
  targetId: string | null;
  /**
   * The request has a value that is not stored in the clear, and that whoever reads its fingerprint could find by trying
   * all its values: only a holder of the secret can compute the fingerprint.
   */
  hidesFingerprint?: true;
  /** Locks what comes before the actor's key in the one order of locks. */
  lockFirst?: (tx: Tx, now: Date) => Promise<unknown>;
  /**
   * Asks for what the work needs, locks included, in the round trip in which the actor is checked: behind the actor's key in
   * the one order of locks. It must ask at once, and for all of it. What it throws counts once the actor has passed, and
   * for nothing under a key that has a response already.
   */
  load?: (tx: Tx) => Promise<Loaded>;
};

/**
 * The result of the work. `targetId` is the id of the resource that it created, if it did. `stored` is the body that a
 * replay gets, if the body of the response shows a secret. `at` is when it happened, if the work has moved the clock.
 * `changes` is what the audit log says of it.
 *
 * `refusal` refuses the request and commits the work, if that was to count the refused attempt. The audit line and the
 * stored response are those of the refusal, so a retry under the same key counts nothing more.
 */
export type Done = Accepted | { refusal: PurserError };
type Accepted = {
  response: HttpResponse;
  targetId?: string;
  stored?: object;
  at?: Date;
  changes?: readonly Change[];
};

/** The result of work without an actor. `actor` says for the audit log who did it. */
export type DoneByToken = Done & { actor: AuditActor };

/** Returns who acted by a token: the party whose log gets the line, and the user, or null for somebody unknown. */
export function tokenActor(partyId: Id<'pty'>, userId: Id<'usr'> | null): AuditActor {
  return { partyId, userId, keyPrefix: 'token', agentId: null, instanceId: null };
}

type Write = WriteContext | TokenWriteContext;

/**
 * On whose behalf a write runs: whose key it is under, whose share of sessions it takes, and what must still hold. `check`
 * asks for that, and returns what judges it at the time of the write.
 */
type Writer<Loaded> = {
  partyId: Id<'pty'>;
  share: string;
  check: (tx: Tx) => Promise<(now: Date) => void>;
  work: (tx: Tx, now: Date, loaded: Loaded) => Promise<DoneByToken>;
};

/**
 * Runs a write in one plain transaction: it locks the idempotency key, checks that the actor is still active, does the
 * work at the time of the service's clock by then, however late the body came, and stores the audit line and the
 * response. All up to the work is one round trip to the database, with what the write loads; the COMMIT takes along what
 * the work leaves to it (`Tx.withCommit`). A refusal that is thrown rolls everything back, and `http/refusal-log.ts`
 * records it.
 * Throws the errors of the work, `unauthenticated`, `agent_not_found`, and the refusals of idempotency keys.
 */
export function write<Loaded = undefined>(
  ctx: WriteContext,
  request: PlainWrite<Loaded>,
  work: (tx: Tx, now: Date, loaded: Loaded) => Promise<Done>,
): Promise<HttpResponse> {
  const { actor } = ctx;
  return transact(ctx, request, {
    partyId: actor.partyId,
    share: actor.partyId,
    check: (tx) => checkActor(ctx, tx),
    work: async (tx, now, loaded) => ({ ...(await work(tx, now, loaded)), actor }),
  });
}

/**
 * Runs a write whose authority is the token in its path, in the same way. Its idempotency key is one of the party behind
 * the token, and its route names what the token leads to, so that keys of different tokens never meet.
 */
export function writeByToken(
  ctx: TokenWriteContext,
  token: TokenTarget,
  request: PlainWrite<undefined>,
  work: (tx: Tx, now: Date) => Promise<DoneByToken>,
): Promise<HttpResponse> {
  return transact(ctx, request, { partyId: token.partyId, share: token.id, check: nothing, work });
}

async function transact<Loaded>(
  ctx: Write,
  request: PlainWrite<Loaded>,
  writer: Writer<Loaded>,
): Promise<HttpResponse> {
  const { route, idempotency } = ctx.keyed;
  const { partyId, share } = writer;
  const hasKey = idempotency !== null;
  const run = () =>
    ctx.sessions.write(share, (db) =>
      inTransaction(db, (tx) => perform(ctx, request, tx, writer), { hasKey }),
    );
  if (!idempotency) return run();
  return ctx.copies.run(nameOf({ partyId, route, key: idempotency.key }), run);
}

async function perform<Loaded>(
  ctx: Write,
  request: PlainWrite<Loaded>,
  tx: Tx,
  { partyId, check, work }: Writer<Loaded>,
): Promise<HttpResponse> {
  const { requestId, keyed } = ctx;
  const { route, idempotency } = keyed;
  const fingerprints = fingerprintsOf(ctx, request);
  const begun = together([lockKey(partyId, keyed, tx), clockOffset(tx)]);
  if (request.lockFirst) await request.lockFirst(tx, timeAt((await begun)[1]));
  const [[stored, offset_ms], judge, loaded] = await together([
    begun,
    check(tx),
    whenAsked(request.load?.(tx) ?? Promise.resolve(undefined as Loaded)),
  ]);
  const started = timeAt(offset_ms);
  judge(started);
  if (stored) {
    if (!fingerprints.some((each) => each.equals(stored.fingerprint))) throw refusalError('key_reused');
    return { status: stored.status, body: stored.body, headers: replayedHeaders };
  }
  const done = await work(tx, started, loaded());
  const {
    response,
    targetId = request.targetId,
    stored: kept = response.body,
    at: now = started,
    changes = [],
  } = settled(ctx, done);
  const { status } = response;
  const reason = 'refusal' in done ? done.refusal.faults[0].code : null;
  const decision = reason === null ? 'accepted' : 'refused';
  const { actor } = done;
  const line = { actor, requestId, action: route, targetId, decision, reason, at: now } as const;
  tx.withCommit(...auditSteps([{ ...line, changes }]));
  const [fingerprint] = fingerprints;
  if (idempotency && fingerprint) {
    const { key } = idempotency;
    tx.withCommit(insertResponse.step({ key, fingerprint, partyId, route, status, body: textOf(kept), now }));
  }
  return { ...response, body: textOf(response.body) };
}

const nothing = () => Promise.resolve(() => undefined);

const timeAt = (offset_ms: number): Date => new Date(Date.now() + offset_ms);

/** Returns the fingerprints under which the response may be stored: first the one to store it under, then those of older secrets. */
function fingerprintsOf(
  { keyed, keyring }: Write,
  { hidesFingerprint }: Pick<PlainWrite<never>, 'hidesFingerprint'>,
): readonly Buffer[] {
  if (!keyed.idempotency) return [];
  const { fingerprint } = keyed.idempotency;
  return hidesFingerprint
    ? keyring.digests('request fingerprint', fingerprint.toString('hex'))
    : [fingerprint];
}

/** Returns what is done, with the response of a refusal. */
function settled({ requestId, baseUrl, log }: Write, done: Done): Accepted {
  return 'refusal' in done
    ? { response: failure(done.refusal, publicId('req', requestId), baseUrl(), log) }
    : done;
}

function textOf(body: object | string): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/**
 * Locks the idempotency key and returns its stored response, or null. Throws `idempotency_request_in_progress` if
 * another request holds the key for longer than the lock time-out.
 */
async function lockKey(partyId: Id<'pty'>, { route, idempotency }: Keyed, tx: Tx) {
  if (!idempotency) return null;
  const name = { partyId, route, key: idempotency.key };
  try {
    const [, stored] = await together([lockIdempotencyKey(tx, name), findResponse(tx, name)]);
    return stored;
  } catch (error) {
    const isBusy = error instanceof PurserError && error.faults[0].code === 'lock_timeout';
    throw isBusy ? requestInProgress() : error;
  }
}

/**
 * Returns what throws if the actor's key was revoked or has expired, its user got another role, with which it may have
 * fewer scopes, or its agent was suspended or revoked. Without this check, it could still get a replay. An agent key is
 * locked after its agent, as the revocation of the agent does it.
 */
async function checkActor({ actor }: WriteContext, tx: Tx): Promise<(now: Date) => void> {
  const isAgentKey = actor.kind === 'agentKey';
  const lockAgent = async () => (actor.agentId ? lockAgentStatus(tx, actor.partyId, actor.agentId) : null);
  const first = isAgentKey ? lockAgent() : null;
  const credential = lockCredential(tx, actor);
  const [usable, status] = await together([credential, first ?? lockAgent()]);
  return (now) => {
    if (isAgentKey) checkAgent(actor, status);
    if (!usable || hasExpired(usable.expiresAt, now) || hasExpired(actor.tokenExpiresAt, now))
      throw refusalError('credential_revoked');
    if (usable.role !== actor.role)
      throw new PurserError([refusals.role_changed], { engineRefusal: 'role_changed' });
    if (!isAgentKey) checkAgent(actor, status);
  };
}

function checkAgent({ kind, agentId }: Actor, status: AgentStatus | null): void {
  if (!agentId) return;
  if (status === 'SUSPENDED') throw refusalError('agent_suspended');
  if (status !== 'ACTIVE') throw refusalError(kind === 'agentKey' ? 'credential_revoked' : 'agent_inactive');
}
