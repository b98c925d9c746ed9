import type { Context } from '../context.ts';
import { bodyOf } from '../engine/decide/idempotency.ts';
import type { Command } from '../engine/decide/commands.ts';
import { refusalError } from '../engine/model/outcomes.ts';
import type { Refusal } from '../engine/model/outcomes.ts';
import { PurserError } from '../errors.ts';
import { keyDigest } from '../engine/model/actor.ts';
import type { RequestInfo, IdempotencyKey, KeyName } from '../engine/model/actor.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import { fingerprint } from '../lib/fingerprint.ts';

/** A keyed write, with what makes two requests the same. */
export type KeyedWrite = Keyed & { request: object };

/** Headers of an answer that was given before: the standard's spelling and the widely used one. */
export const replayedHeaders = { 'Idempotency-Replayed': 'true', 'X-Idempotency-Replayed': 'true' };

/**
 * Sends a command to the engine under its idempotency key and answers its outcome. The acting agent belongs to the
 * fingerprint, the conversation (X-Instance-ID) does not: a retry from another one replays.
 */
export async function submit(
  ctx: Context,
  write: KeyedWrite,
  build: (request: RequestInfo) => Command,
): Promise<HttpResponse> {
  const { actor, requestId, now, clockOffset_ms } = ctx;
  const { partyId, agentId } = actor;
  const { route, key, request } = write;
  const idempotency = key === null ? null : idempotencyKey({ partyId, route, key }, [request, agentId]);
  const command = build({ actor, requestId, route, idempotency, now, clockOffset_ms });
  const outcome = await ctx.engine.submit(command);
  if (!outcome.done) throw audited(refusalOf(outcome.refusal, request));
  const response = { status: outcome.response.status, body: bodyOf(outcome.response, command) };
  return outcome.replayed ? { ...response, headers: replayedHeaders } : response;
}

function idempotencyKey(name: KeyName, request: unknown): IdempotencyKey {
  return { ...name, digest: keyDigest(name), fingerprint: fingerprint(request) };
}

/** The engine has noted it in its own transaction. */
function audited(error: PurserError): PurserError {
  error.isAudited = true;
  return error;
}

/** A decision on a payment can fail for what the payment said: then there is no place in this request to point at. */
function refusalOf(refusal: Refusal, request: object): PurserError {
  const error = refusalError(refusal);
  const [{ source, ...fault }] = error.faults;
  const [, , , name] = source && 'pointer' in source ? source.pointer.split('/') : [];
  return name === undefined || name in request ? error : new PurserError([fault]);
}
