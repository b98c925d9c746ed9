import { destination, pino } from 'pino';
import type { Logger } from 'pino';
import { errorCode } from '../db/failures.ts';

/**
 * The program's log: one JSON line each on standard error, written in bundles. Of an error it keeps what it is and where,
 * never PostgreSQL's `detail` and its like, which quote the values of the row (guarantees, rule 18).
 */
export function createLog(level: string): Logger {
  return pino(
    { level, serializers: { err: describeError } },
    destination({ fd: 2, sync: false, minLength: 32 * 1024, maxWrite: 64 * 1024, periodicFlush: 100 }),
  );
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  return { type: error.name, code: errorCode(error), message: error.message, stack: error.stack };
}
