import { type Fault, PurserError } from '../errors.ts';

/** Returns the SQLSTATE of a PostgreSQL error, the code of a system error, or ''. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Whether an error has one of these codes, of the operating system or of PostgreSQL. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(errorCode(error));
}

// 08 connection, 53 resources, 55P03 lock not available, 57 operator (shutdown, statement time-out, starting up),
// 25006 read-only, 58 system (disk).
const unavailableState = /^(08...|53...|55P03|57...|25006|25P0[34]|58...)$/;

/** Whether this failed because the database is unavailable, not because of the statement. */
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
// pg's own messages without a code: connection lost, not yet or no longer connected, pool exhausted.
const disconnected = /connection|timeout|not queryable|closed|Query read timeout/i;

/** Whether the connection was lost, so that the outcome of the statement is unknown. */
export function isDisconnected(error: unknown): boolean {
  if (error instanceof PurserError) return false;
  if (systemCodes.has(errorCode(error)) || /^(08|57P0)/.test(errorCode(error))) return true;
  return error instanceof Error && errorCode(error) === '' && disconnected.test(error.message);
}

/** PostgreSQL has committed on the primary, and the synchronous standby may lack it: a failover would lose it. */
export class CommitNotReplicated extends Error {
  readonly code = '57P01'; // PostgreSQL's own code, admin_shutdown, for one of the two ways to get here

  constructor() {
    super('the wait for the synchronous standby was canceled: committed on the primary only');
  }
}

/** A session that must not be used: the database could lose what it acknowledges, or is no primary. */
export class SessionRefused extends Error {
  readonly code = '57P03'; // PostgreSQL's cannot_connect_now
  /** Whether the settings are a reason, and not only that the database is a replica at the moment. */
  readonly isUnsafe: boolean;

  constructor(faults: readonly string[], { isUnsafe }: { isUnsafe: boolean }) {
    super(`This database is not safe for money: ${faults.join('; ')}.`);
    this.isUnsafe = isUnsafe;
  }
}

/**
 * Whether this is a deadlock or serialization failure: nothing happened, and the transaction can be retried
 * (guarantees, rule 4).
 */
export function isRetryable(error: unknown): boolean {
  return hasCode(error, '40001', '40P01');
}

/** Whether another row already has this key (23505). */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, '23505');
}

export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, '55P03');
}

/** Returns a 503 error: nothing was done, and the client should retry. It is `lock_timeout` if a lock was not free. */
export function unavailable(cause: unknown): PurserError {
  return new PurserError([isLockTimeout(cause) ? lockTimeout : outageOf(cause)], { cause });
}

const lockTimeout: Fault = {
  code: 'lock_timeout',
  detail: 'Another transaction holds what this request needs for too long. Nothing was done; retry shortly.',
};

function outageOf(cause: unknown): Fault {
  const reason = hasCode(cause, '57014')
    ? 'took too long for this request'
    : 'cannot be reached at the moment';
  return { code: 'service_unavailable', detail: `The database ${reason}. Nothing was done.` };
}

/** Returns a 503 error for a write that is not begun, because no COMMIT returns: its outcome would be unknown. */
export function commitsWait(): PurserError {
  const detail =
    'Commits wait for the standby of the database. Nothing was done by this request; retry shortly.';
  return new PurserError([{ code: 'service_unavailable', detail }]);
}
