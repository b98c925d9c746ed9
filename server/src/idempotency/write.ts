import type { PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { hasCode } from '../db/failures.ts';
import { inTransaction } from '../db/tx.ts';
import { refusalError } from '../engine/outcomes.ts';
import { recordAudit } from '../engine/record-audit.ts';
import { PurserError, fault } from '../errors.ts';
import type { Answer, Keyed } from '../http/endpoint.ts';
import { fingerprint } from '../lib/fingerprint.ts';
import {
  findAnswer,
  insertAnswer,
  lockActiveAgent,
  lockActiveCredential,
  lockIdempotencyKey,
  markSavepoint,
  undoToSavepoint,
} from './queries.ts';
import { replayedHeaders } from './submit.ts';

/** A write that moves no money: what it is about, where that exists already, and what makes two requests the same. */
export type PlainWrite = Keyed & { targetId: string | null; request: object };

/** What the work answers; `targetId` where it made what it is about. */
export type Done = { answer: Answer; targetId?: string };

type Ending = { answer: Answer } | { refusal: PurserError };

/**
 * Does a write in one plain transaction with all that belongs to it: the caller is still who it was, the key is used
 * once, the effect, its line in the audit log, its stored answer. A refusal undoes the work and leaves only its line.
 * Throws what the work throws, `unauthenticated`, and the refusals of idempotency keys.
 */
export async function write(
  ctx: Context,
  request: PlainWrite,
  work: (tx: PoolClient) => Promise<Done>,
): Promise<Answer> {
  const ending = await inTransaction(ctx.db, (tx) => perform(ctx, request, tx, work));
  if ('refusal' in ending) throw ending.refusal;
  return ending.answer;
}

async function perform(
  ctx: Context,
  request: PlainWrite,
  tx: PoolClient,
  work: (tx: PoolClient) => Promise<Done>,
): Promise<Ending> {
  const stored = await admitKey(ctx, request, tx);
  await checkCaller(ctx, tx);
  const same = fingerprint([request.request, ctx.caller.agentId]);
  if (stored) {
    if (!stored.fingerprint.equals(same)) throw refusalError('key_reused');
    return { answer: { status: stored.status, body: stored.body, headers: replayedHeaders } };
  }
  await markSavepoint(tx);
  try {
    const { answer, targetId = request.targetId } = await work(tx);
    const { status, body: shown } = answer;
    const body = typeof shown === 'string' ? shown : JSON.stringify(shown);
    await note(ctx, request, tx, { decision: 'accepted', targetId, reason: null });
    const { route, key } = request;
    if (key !== null) {
      const row = { route, key, fingerprint: same, status, body, now: ctx.now };
      await insertAnswer(tx, ctx.caller.partyId, row);
    }
    return { answer: { ...answer, body } };
  } catch (error) {
    if (!(error instanceof PurserError) || error.status >= 500) throw error;
    await undoToSavepoint(tx);
    const { targetId } = request;
    await note(ctx, request, tx, { decision: 'refused', targetId, reason: error.faults[0].code });
    error.isNoted = true;
    return { refusal: error };
  }
}

/** The stored answer, once no other request with this key is under way. */
async function admitKey(ctx: Context, { route, key }: Keyed, tx: PoolClient) {
  if (key === null) return null;
  try {
    await lockIdempotencyKey(tx, ctx.caller.partyId, { route, key });
  } catch (error) {
    const busy = error instanceof PurserError && hasCode(error.cause, '55P03');
    if (!busy) throw error;
    throw fault('idempotency_request_in_progress', 'The first request with this key has not ended yet.', {
      header: 'Idempotency-Key',
    });
  }
  return findAnswer(tx, ctx.caller.partyId, { route, key });
}

/** Nothing is answered to a revoked key, not even a replay. */
async function checkCaller({ caller }: Context, tx: PoolClient): Promise<void> {
  if (!(await lockActiveCredential(tx, caller))) throw refusalError('credential_revoked');
  if (caller.agentId && !(await lockActiveAgent(tx, caller.partyId, caller.agentId))) {
    throw refusalError('agent_inactive');
  }
}

function note(
  ctx: Context,
  { route }: PlainWrite,
  tx: PoolClient,
  outcome: { decision: 'accepted' | 'refused'; targetId: string | null; reason: string | null },
): Promise<void> {
  const { caller, requestId, now } = ctx;
  return recordAudit(tx, { actor: caller, requestId, action: route, at: now, ...outcome });
}
