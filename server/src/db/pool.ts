import { Socket } from 'node:net';
import { type Client, type CustomTypesConfig, Pool, type PoolClient, types } from 'pg';
import type { Logger } from 'pino';
import { memoizeLast } from '../lib/memoize-last.ts';
import { isLockTimeout } from './failures.ts';
import { checkSession } from './safety.ts';
import { SessionClient, type SessionConfig } from './session-client.ts';
import type { Returned, Sent } from './sql.ts';

/** How to connect to PostgreSQL: fields of pg's ClientConfig, and of ours. */
export type Connection = Pick<SessionConfig, 'hosts' | 'sessions'> &
  (
    | { connectionString: string }
    | { host: string; port: number; user: string; database: string; ssl?: false }
  );

/** Timeouts of every session, in milliseconds, and what its database must have (guarantees, rules 6 and 7). */
export type SessionLimits = {
  acquireTimeout_ms: number;
  lockTimeout_ms: number;
  statementTimeout_ms: number;
  idleTransactionTimeout_ms: number;
  /** Whether a database without a synchronous standby is refused. */
  requireSyncStandby: boolean;
};

export type Db = Pool;

const builtins = types.builtins;
const uuidArrays = 2951; // the oid of uuid[]

/** Removes the dashes of a UUID, in half the time of `replaceAll`: a page of a list has 150 ids. */
function hexDigits(uuid: string): string {
  return uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);
}

/** Parses an array of UUIDs, such as `{…,…}`. */
function arrayOfHexDigits(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(hexDigits);
}

const usualTime = types.getTypeParser(builtins.TIMESTAMPTZ) as (text: string) => unknown;

/**
 * Parses a timestamp. For the years 2000 to 2999 V8 parses PostgreSQL's format in less than half the time of pg's
 * parser. The last result is memoized, because most resources have equal creation and update times.
 */
const timeOf = memoizeLast((text: string): unknown =>
  text.startsWith('2') ? new Date(text) : usualTime(text),
);

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  [builtins.UUID, hexDigits], // as ids are in the code
  [uuidArrays, arrayOfHexDigits],
  [builtins.TIMESTAMPTZ, timeOf],
]);

/** Parsers of result values: bigint for int8, 32 hex digits for uuid, pg's defaults for the rest. */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? types.getTypeParser(oid, format),
};

const namesInCode = new Map<string, string>();

/** Returns `partyId` for `party_id`. A unit at the end stays: `oldest_s`. */
function nameInCode(inSql: string): string {
  const known = namesInCode.get(inSql);
  if (known !== undefined) return known;
  const name = inSql.replaceAll(/_(?![mu]?s$)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  namesInCode.set(inSql, name);
  return name;
}

/** Rows as the code reads them: values parsed, and columns in camelCase. */
export const codeRows = { Client: SessionClient, types: typeParsers, nameInCode };

// Every statement is an index look-up or range scan, so one generic plan is right for all values and saves planning. A
// plan made while a table was empty would read and sort all of it, until it is analysed and the plan is made again.
export const plannerMode = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };

// A lost machine closes no connection. The keepalives let the database detect this within 15 s and release the locks;
// idle_in_transaction_session_timeout does not end a session that is cut off between the statements of a batch.
const keepalives = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '5', tcp_keepalives_count: '2' };

const longConnect_ms = 10_000;

/** Returns how long a session may receive nothing before a lost database (cut cable, paused machine) is assumed. */
export function longestSilence_ms({ statementTimeout_ms }: SessionLimits): number {
  return statementTimeout_ms + 1_000;
}

/**
 * Returns how to open the server's sessions, for every use. Each is checked before its first use: the database must be
 * safe, and the time limits, read back, must be in force.
 */
export function sessionConfig(connection: Connection, limits: SessionLimits): SessionConfig {
  const settings = {
    ...plannerMode,
    ...keepalives,
    lock_timeout: String(limits.lockTimeout_ms),
    statement_timeout: String(limits.statementTimeout_ms),
    idle_in_transaction_session_timeout: String(limits.idleTransactionTimeout_ms),
  };
  return {
    ...connection,
    ...codeRows,
    application_name: 'purser',
    connectionTimeoutMillis: limits.acquireTimeout_ms,
    keepAlive: true,
    prepare: (session) => checkSession(session, settings, limits),
  };
}

/** Returns how to open a session of the start or of a command, which has no time limits: a migration may be slow. */
export function longSessionConfig(
  connection: Connection,
  limits: Pick<SessionLimits, 'requireSyncStandby'>,
  name: string,
): SessionConfig {
  return {
    ...connection,
    ...codeRows,
    application_name: name,
    connectionTimeoutMillis: longConnect_ms,
    prepare: (session) => checkSession(session, {}, limits),
  };
}

/**
 * Creates a pool of sessions, which survives a restart of the database. `onLockTimeout` is called when one of them has
 * waited for a lock for too long.
 */
export function createPool(
  connection: Connection,
  limits: SessionLimits & { poolSize: number },
  log: Logger,
  onLockTimeout: () => void = () => undefined,
): Db {
  const pool = new Pool({ ...sessionConfig(connection, limits), max: limits.poolSize });
  // Without these handlers a lost connection would end the process (node-postgres#1707).
  const lost = (error: Error): void =>
    log[pool.ending ? 'debug' : 'warn']({ reason: error.message }, 'database connection lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.once('error', lost));
  pool.on('connect', (client) =>
    client.connection.on('errorMessage', (error: unknown) => isLockTimeout(error) && onLockTimeout()),
  );
  const used = new Set<PoolClient>();
  pool.on('acquire', (client) => used.add(client));
  pool.on('release', (_error, client) => used.delete(client));
  pool.on('connect', (client) => endWhenSilent(client, limits, () => used.has(client)));
  return pool;
}

/** What a statement returned, and how many bytes the database sent for it. */
export type Measured = { returned: Returned; length: number };

/** Runs a statement in a session of the pool, and measures what the database sends. */
export async function queryMeasured(pool: Db, statement: Sent): Promise<Measured> {
  const session = await pool.connect();
  try {
    const before = received(session);
    const returned = await session.query(statement);
    const length = received(session) - before;
    session.release();
    return { returned, length };
  } catch (error) {
    session.release(true); // as the pool does itself
    throw error;
  }
}

function received({ connection: { stream } }: PoolClient): number {
  return stream instanceof Socket ? stream.bytesRead : 0;
}

/**
 * Ends a session that is in use and receives nothing for too long. pg's own `query_timeout` would need a timer for each
 * query, and keeps the rows of completed queries in memory: it wraps the callback in a function that V8 allocates in
 * the old generation at once, as it does with all functions assigned to a property, and so its young references are
 * retained.
 */
export function endWhenSilent(
  { connection: { stream } }: Client,
  limits: SessionLimits,
  isUsed: () => boolean,
): void {
  if (!(stream instanceof Socket)) return;
  const limit_ms = longestSilence_ms(limits);
  stream.setTimeout(limit_ms);
  stream.on('timeout', () => {
    if (isUsed()) stream.destroy(new Error('connection silent for too long'));
    else stream.setTimeout(limit_ms); // Node emits the event once
  });
}
