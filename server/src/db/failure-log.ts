import type { Logger } from 'pino';
import { PurserError } from '../errors.ts';

/**
 * Logs why work that repeats by itself could not be done: as a warning if it has to wait for the database, as an error if
 * the fault is ours.
 */
export function logFailure(log: Logger, task: string, error: unknown): void {
  if (error instanceof PurserError) log.warn({ task, reason: error.message }, 'background work has to wait');
  else log.error({ task, err: error }, 'background work failed');
}

/** Returns what logs the first failure in a row of a task, because the next attempt follows within a second. */
export function createFailureLog(log: Logger, task: string) {
  let isFailing = false;
  return {
    /** Returns whether the attempt succeeds. Never throws. */
    async watch(attempt: Promise<unknown>): Promise<boolean> {
      try {
        await attempt;
        isFailing = false;
      } catch (error) {
        if (!isFailing) logFailure(log, task, error);
        isFailing = true;
      }
      return !isFailing;
    },
  };
}
