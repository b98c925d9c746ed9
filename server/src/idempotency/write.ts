import type { PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/tx.ts';
import type { Actor } from '../engine/model/actor.ts';
import { refusalError } from '../engine/model/outcomes.ts';
import { recordAudit } from '../engine/plain-writes/record-audit.ts';
import { PurserError } from '../errors.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import type { Id } from '../lib/id.ts';
import { nameOf, requestInProgress } from './copies.ts';
import {
  findResponse,
  insertResponse,
  lockAgentStatus,
  lockApiKeys,
  lockIdempotencyKey,
  lockUsableCredential,
} from './queries.ts';
import { replayedHeaders } from './submit.ts';

/**
 * A write that moves no money. `targetId` is the id of the resource it changes; null if the write creates one.
 * `revokes` is an API key that the write may revoke.
 */
export type PlainWrite = Keyed & { targetId: string | null; revokes?: Id<'apy'> };

/**
 * The result of the work. `targetId` is the id of the resource that it created, if it did. `stored` is the body that a
 * replay gets, if the body of the response shows a secret.
 */
export type Done = { response: HttpResponse; targetId?: string; stored?: object };

/**
 * Runs a write in one plain transaction: it locks the idempotency key, checks that the actor is still active, does the
 * work, and stores the audit line and the response. A refusal rolls everything back; `http/refusal-log.ts` records it.
 * Throws the errors of the work, `unauthenticated`, `agent_not_found`, and the refusals of idempotency keys.
 */
export async function write(
  ctx: Context,
  request: PlainWrite,
  work: (tx: PoolClient) => Promise<Done>,
): Promise<HttpResponse> {
  const { route, idempotency } = request;
  const { partyId } = ctx.actor;
  const hasKey = idempotency !== null;
  const transact = () =>
    ctx.sessions.write(partyId, (db) =>
      inTransaction(db, (tx) => perform(ctx, request, tx, work), { hasKey }),
    );
  if (!idempotency) return transact();
  return ctx.copies.run(nameOf({ partyId, route, key: idempotency.key }), transact);
}

async function perform(
  ctx: Context,
  request: PlainWrite,
  tx: PoolClient,
  work: (tx: PoolClient) => Promise<Done>,
): Promise<HttpResponse> {
  const stored = await lockKey(ctx, request, tx);
  await checkActor(ctx, tx, request.revokes);
  if (stored) {
    if (!request.idempotency?.fingerprint.equals(stored.fingerprint)) throw refusalError('key_reused');
    return { status: stored.status, body: stored.body, headers: replayedHeaders };
  }
  const { response, targetId = request.targetId, stored: withoutSecret } = await work(tx);
  const { status } = response;
  const body = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
  const { route, idempotency } = request;
  const { actor, requestId, now } = ctx;
  await recordAudit(tx, {
    actor,
    requestId,
    action: route,
    targetId,
    decision: 'accepted',
    reason: null,
    at: now,
  });
  if (idempotency) {
    const kept = withoutSecret ? JSON.stringify(withoutSecret) : body;
    await insertResponse(tx, actor.partyId, { ...idempotency, route, status, body: kept, now });
  }
  return { ...response, body };
}

/**
 * Locks the idempotency key and returns its stored response, or null. Throws `idempotency_request_in_progress` if
 * another request holds the key for longer than the lock time-out.
 */
async function lockKey(ctx: Context, { route, idempotency }: Keyed, tx: PoolClient) {
  if (!idempotency) return null;
  const { key } = idempotency;
  try {
    await lockIdempotencyKey(tx, { partyId: ctx.actor.partyId, route, key });
  } catch (error) {
    const isBusy = error instanceof PurserError && error.faults[0].code === 'lock_timeout';
    throw isBusy ? requestInProgress() : error;
  }
  return findResponse(tx, ctx.actor.partyId, { route, key });
}

/**
 * Throws if the actor's key was revoked or has expired, or its agent was suspended or revoked. Without this check, it
 * could still get a replay. An agent key is locked after its agent, as the revocation of the agent does it.
 */
async function checkActor({ actor, now }: Context, tx: PoolClient, revokes?: Id<'apy'>): Promise<void> {
  if (actor.kind === 'agentKey') await checkAgent(actor, tx);
  if (revokes) await lockApiKeys(tx, actor.partyId, [actor.credentialId, revokes]);
  if (!(await lockUsableCredential(tx, actor, now))) throw refusalError('credential_revoked');
  if (actor.kind === 'apiKey') await checkAgent(actor, tx);
}

async function checkAgent({ kind, partyId, agentId }: Actor, tx: PoolClient): Promise<void> {
  if (!agentId) return;
  const status = await lockAgentStatus(tx, partyId, agentId);
  if (status === 'SUSPENDED') throw refusalError('agent_suspended');
  if (status !== 'ACTIVE') throw refusalError(kind === 'agentKey' ? 'credential_revoked' : 'agent_inactive');
}
