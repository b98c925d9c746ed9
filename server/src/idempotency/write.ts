import type { PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { hasCode } from '../db/failures.ts';
import { inTransaction } from '../db/tx.ts';
import { refusalError } from '../engine/model/outcomes.ts';
import { recordAudit } from '../engine/plain-writes/record-audit.ts';
import { PurserError, fault } from '../errors.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import {
  findResponse,
  insertResponse,
  lockActiveAgent,
  lockActiveCredential,
  lockIdempotencyKey,
  markSavepoint,
  undoToSavepoint,
} from './queries.ts';
import { replayedHeaders } from './submit.ts';

/** A write that moves no money, and what it is about, where that exists already. */
export type PlainWrite = Keyed & { targetId: string | null };

/** What the work answers; `targetId` where it made what it is about. */
export type Done = { response: HttpResponse; targetId?: string };

type Ending = { response: HttpResponse } | { refusal: PurserError };

/**
 * Does a write in one plain transaction with all that belongs to it: the caller is still who it was, the key is used
 * once, the effect, its line in the audit log, its stored answer. A refusal undoes the work and leaves only its line.
 * Throws what the work throws, `unauthenticated`, and the refusals of idempotency keys.
 */
export async function write(
  ctx: Context,
  request: PlainWrite,
  work: (tx: PoolClient) => Promise<Done>,
): Promise<HttpResponse> {
  const hasKey = request.idempotency !== null;
  const ending = await inTransaction(ctx.db, (tx) => perform(ctx, request, tx, work), { hasKey });
  if ('refusal' in ending) throw ending.refusal;
  return ending.response;
}

async function perform(
  ctx: Context,
  request: PlainWrite,
  tx: PoolClient,
  work: (tx: PoolClient) => Promise<Done>,
): Promise<Ending> {
  const stored = await admitKey(ctx, request, tx);
  await checkActor(ctx, tx);
  if (stored) {
    if (!request.idempotency?.fingerprint.equals(stored.fingerprint)) throw refusalError('key_reused');
    return { response: { status: stored.status, body: stored.body, headers: replayedHeaders } };
  }
  await markSavepoint(tx);
  try {
    const { response, targetId = request.targetId } = await work(tx);
    const { status, body: shown } = response;
    const body = typeof shown === 'string' ? shown : JSON.stringify(shown);
    await audit(ctx, request, tx, { decision: 'accepted', targetId, reason: null });
    const { route, idempotency } = request;
    if (idempotency) {
      await insertResponse(tx, ctx.actor.partyId, { ...idempotency, route, status, body, now: ctx.now });
    }
    return { response: { ...response, body } };
  } catch (error) {
    if (!(error instanceof PurserError) || error.status >= 500) throw error;
    await undoToSavepoint(tx);
    const { targetId } = request;
    await audit(ctx, request, tx, { decision: 'refused', targetId, reason: error.faults[0].code });
    error.isAudited = true;
    return { refusal: error };
  }
}

/** The stored answer, once no other request with this key is under way. */
async function admitKey(ctx: Context, { route, idempotency }: Keyed, tx: PoolClient) {
  if (!idempotency) return null;
  const { key } = idempotency;
  try {
    await lockIdempotencyKey(tx, ctx.actor.partyId, { route, key });
  } catch (error) {
    const busy = error instanceof PurserError && hasCode(error.cause, '55P03');
    if (!busy) throw error;
    throw fault('idempotency_request_in_progress', 'The first request with this key has not ended yet.', {
      header: 'Idempotency-Key',
    });
  }
  return findResponse(tx, ctx.actor.partyId, { route, key });
}

/** Nothing is answered to a revoked key, not even a replay. */
async function checkActor({ actor }: Context, tx: PoolClient): Promise<void> {
  if (!(await lockActiveCredential(tx, actor))) throw refusalError('credential_revoked');
  if (actor.agentId && !(await lockActiveAgent(tx, actor.partyId, actor.agentId))) {
    throw refusalError('agent_inactive');
  }
}

function audit(
  ctx: Context,
  { route }: PlainWrite,
  tx: PoolClient,
  outcome: { decision: 'accepted' | 'refused'; targetId: string | null; reason: string | null },
): Promise<void> {
  const { actor, requestId, now } = ctx;
  return recordAudit(tx, { actor: actor, requestId, action: route, at: now, ...outcome });
}
