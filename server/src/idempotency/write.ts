import type { PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/tx.ts';
import { refusalError } from '../engine/model/outcomes.ts';
import { recordAudit } from '../engine/plain-writes/record-audit.ts';
import { PurserError } from '../errors.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import { nameOf, requestInProgress } from './copies.ts';
import {
  findResponse,
  insertResponse,
  lockActiveAgent,
  lockActiveCredential,
  lockIdempotencyKey,
} from './queries.ts';
import { replayedHeaders } from './submit.ts';

/** A write that moves no money. `targetId` is the id of the resource it changes; null if the write creates one. */
export type PlainWrite = Keyed & { targetId: string | null };

/** The result of the work. `targetId` is the id of the resource that it created, if it did. */
export type Done = { response: HttpResponse; targetId?: string };

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
  await checkActor(ctx, tx);
  if (stored) {
    if (!request.idempotency?.fingerprint.equals(stored.fingerprint)) throw refusalError('key_reused');
    return { status: stored.status, body: stored.body, headers: replayedHeaders };
  }
  const { response, targetId = request.targetId } = await work(tx);
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
    await insertResponse(tx, actor.partyId, { ...idempotency, route, status, body, now });
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

/** Throws if the actor's key or agent was revoked. Without this check, a revoked key could still get a replay. */
async function checkActor({ actor }: Context, tx: PoolClient): Promise<void> {
  if (!(await lockActiveCredential(tx, actor))) throw refusalError('credential_revoked');
  if (actor.agentId && !(await lockActiveAgent(tx, actor.partyId, actor.agentId))) {
    throw refusalError('agent_inactive');
  }
}
