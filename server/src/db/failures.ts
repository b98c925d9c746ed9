import { PurserError } from '../errors.ts';

/** The SQLSTATE of a PostgreSQL error, or a system error's code, or ''. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Whether an error carries one of these codes, of the operating system or of PostgreSQL. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(errorCode(error));
}

// 08 connection, 53 resources, 55P03 lock not available, 57 operator (shutdown, statement time-out, starting up),
// 25006 read-only, 58 system (disk).
const unavailableState = /^(08...|53...|55P03|57...|25006|25P0[34]|58...)$/;

/** Did this fail for want of a working database, through no fault of the statement? */
export function isUnavailable(error: unknown): boolean {
  return unavailableState.test(errorCode(error)) || isDisconnected(error);
}

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EACCES',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// What pg itself says where there is no code: lost, not yet or no longer connected, pool exhausted.
const disconnected = /connection|timeout|not queryable|closed|Query read timeout/i;

/** Is the connection gone, so that it is unknown what the server made of the statement? */
export function isDisconnected(error: unknown): boolean {
  if (error instanceof PurserError) return false;
  if (systemCodes.has(errorCode(error)) || /^(08|57P0)/.test(errorCode(error))) return true;
  return error instanceof Error && errorCode(error) === '' && disconnected.test(error.message);
}

/** Deadlock or serialization failure: nothing happened, run the transaction again (guarantees, rule 4). */
export function isRetryable(error: unknown): boolean {
  return hasCode(error, '40001', '40P01');
}

/** Does another row have this key already (23505)? */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, '23505');
}

/** 503: nothing was done, and a retry is welcome. */
export function unavailable(cause: unknown): PurserError {
  return new PurserError(
    [
      {
        code: 'service_unavailable',
        detail: 'The database cannot be reached at the moment. Nothing was done.',
      },
    ],
    { cause },
  );
}
