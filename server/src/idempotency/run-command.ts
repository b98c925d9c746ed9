import type { Keyed, WriteContext } from '../context.ts';
import { bodyOf } from '../engine/decide/idempotency.ts';
import type { Command } from '../engine/decide/commands.ts';
import { type IdempotencyKey, keyDigest, type RequestInfo } from '../engine/model/actor.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import type { Id } from '../lib/id.ts';
import { refusalOf } from './refusal.ts';

/** The headers of a replayed response, in the standard spelling and the widely used one. */
export const replayedHeaders = { 'Idempotency-Replayed': 'true', 'X-Idempotency-Replayed': 'true' };

/** Runs a command of the engine under its idempotency key. Returns the response, or throws the refusal. */
export async function runCommand(
  ctx: WriteContext,
  build: (request: RequestInfo) => Command,
): Promise<HttpResponse> {
  const { actor, requestId, keyed } = ctx;
  const { route, attributes } = keyed;
  const idempotency = idempotencyKey(actor.partyId, keyed);
  const command = build({ actor, requestId, route, idempotency });
  const outcome = await ctx.engine.run(command);
  if (!outcome.done) throw refusalOf(outcome, attributes, actor);
  const response = { status: outcome.response.status, body: bodyOf(outcome.response, command) };
  return outcome.replayed ? { ...response, headers: replayedHeaders } : response;
}

function idempotencyKey(partyId: Id<'pty'>, { route, idempotency }: Keyed): IdempotencyKey | null {
  if (!idempotency) return null;
  const { key, fingerprint } = idempotency;
  const name = { partyId, route, key };
  return { ...name, digest: keyDigest(name), fingerprint };
}
