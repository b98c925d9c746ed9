import type { Context } from '../context.ts';
import type { Command } from '../engine/decide.ts';
import { refusalError } from '../engine/outcomes.ts';
import type { IdempotencyKey } from '../engine/state.ts';
import type { Answer } from '../http/endpoint.ts';
import { fingerprint } from '../lib/fingerprint.ts';

/** A keyed write: its route with path parameters, the key as sent, and what makes two requests the same. */
export type KeyedWrite = { route: string; key: string | null; request: object };

/** Headers of an answer that was given before: the standard's spelling and the widely used one. */
export const replayedHeaders = { 'Idempotency-Replayed': 'true', 'X-Idempotency-Replayed': 'true' };

/**
 * Sends a command to the engine under its idempotency key and answers its outcome. The acting agent belongs to the
 * fingerprint, the conversation (X-Instance-ID) does not: a retry from another one replays.
 */
export async function submit(
  ctx: Context,
  write: KeyedWrite,
  build: (idempotency: IdempotencyKey | null) => Command,
): Promise<Answer> {
  const { partyId, agentId } = ctx.caller;
  const idempotency =
    write.key === null
      ? null
      : { partyId, route: write.route, key: write.key, fingerprint: fingerprint([write.request, agentId]) };
  const outcome = await ctx.engine.submit(build(idempotency));
  if (!outcome.done) throw refusalError(outcome.refusal);
  return outcome.replayed ? { ...outcome.answer, headers: replayedHeaders } : outcome.answer;
}
