import { setTimeout as pause } from 'node:timers/promises';
import { PurserError } from '../../errors.ts';
import type { Caller } from './caller.ts';

const patience_ms = 5_000;
const firstPause_ms = 100;
const longestPause_ms = 1_000;

/** How a write ended. `isRepeated`: an earlier try of this same call may have done what its last try found done. */
type Insisted<T> = { done: T; isRepeated: boolean };

/**
 * Runs a write, and again under the same key for 5 s while nobody knows how it ended: it takes effect once. Returns null
 * if it is still unknown then. Once it is, a refusal proves nothing: an earlier try may yet take effect.
 */
export async function insist<T>(caller: Caller, write: () => Promise<T>): Promise<Insisted<T> | null> {
  const { signal, ctx } = caller;
  const until_ms = performance.now() + patience_ms;
  let isUnknown = false;
  for (let pause_ms = firstPause_ms; ; pause_ms = Math.min(2 * pause_ms, longestPause_ms)) {
    try {
      return { done: await write(), isRepeated: isUnknown };
    } catch (error) {
      if (!(error instanceof PurserError))
        ctx.log.error({ requestId: ctx.requestId, err: error }, 'a tool failed');
      isUnknown ||= isInDoubt(error);
      if (!isUnknown) throw error;
      if (signal.aborted || performance.now() + pause_ms > until_ms) return null;
    }
    await pause(pause_ms);
  }
}

function isInDoubt(error: unknown): boolean {
  if (!(error instanceof PurserError)) return true;
  const [{ code }] = error.faults;
  return (['outcome_unknown', 'server_error', 'idempotency_request_in_progress'] as const).some(
    (each) => each === code,
  );
}
