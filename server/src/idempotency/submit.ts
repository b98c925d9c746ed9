import type { Context } from '../context.ts';
import { bodyOf } from '../engine/decide/idempotency.ts';
import type { Command } from '../engine/decide/commands.ts';
import { refusalError } from '../engine/model/outcomes.ts';
import type { Refusal } from '../engine/model/outcomes.ts';
import { PurserError } from '../errors.ts';
import { keyDigest } from '../engine/model/actor.ts';
import type { RequestInfo, IdempotencyKey } from '../engine/model/actor.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import type { Id } from '../lib/id.ts';

/** Headers of an answer that was given before: the standard's spelling and the widely used one. */
export const replayedHeaders = { 'Idempotency-Replayed': 'true', 'X-Idempotency-Replayed': 'true' };

/** Sends a command to the engine under its idempotency key and returns its outcome as a response. */
export async function submit(
  ctx: Context,
  keyed: Keyed,
  build: (request: RequestInfo) => Command,
): Promise<HttpResponse> {
  const { actor, requestId, now, clockOffset_ms } = ctx;
  const { route, attributes } = keyed;
  const idempotency = idempotencyKey(actor.partyId, keyed);
  const command = build({ actor, requestId, route, idempotency, now, clockOffset_ms });
  const outcome = await ctx.engine.submit(command);
  if (!outcome.done) throw audited(refusalOf(outcome.refusal, attributes));
  const response = { status: outcome.response.status, body: bodyOf(outcome.response, command) };
  return outcome.replayed ? { ...response, headers: replayedHeaders } : response;
}

function idempotencyKey(partyId: Id<'pty'>, { route, idempotency }: Keyed): IdempotencyKey | null {
  if (!idempotency) return null;
  const { key, fingerprint } = idempotency;
  const name = { partyId, route, key };
  return { ...name, digest: keyDigest(name), fingerprint };
}

/** The engine has noted it in its own transaction. */
function audited(error: PurserError): PurserError {
  error.isAudited = true;
  return error;
}

/** A decision on a payment can fail for what the payment said: then there is no place in this request to point at. */
function refusalOf(refusal: Refusal, attributes: object): PurserError {
  const error = refusalError(refusal);
  const [{ source, ...fault }] = error.faults;
  const [, , , name] = source && 'pointer' in source ? source.pointer.split('/') : [];
  return name === undefined || name in attributes ? error : new PurserError([fault]);
}
