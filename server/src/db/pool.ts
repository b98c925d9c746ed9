import { Socket } from 'node:net';
import { Pool, types } from 'pg';
import type { Client, ClientConfig, CustomTypesConfig, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { memoizeLast } from '../lib/memoize-last.ts';

/** How to reach PostgreSQL: the fields of pg's own configuration. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; ssl?: false };

/** Time limits of every session, in milliseconds (guarantees, rule 7). */
export type SessionLimits = {
  acquireTimeout_ms: number;
  lockTimeout_ms: number;
  statementTimeout_ms: number;
  idleTransactionTimeout_ms: number;
};

export type Db = Pool;

const builtins = types.builtins;

/** A page of a list has 150 ids: this takes half as long as `replaceAll`. */
function hexDigits(uuid: string): string {
  return uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);
}

const usualTime = types.getTypeParser(builtins.TIMESTAMPTZ) as (text: string) => unknown;

/**
 * Of the years 2000 to 2999 V8 reads PostgreSQL's form itself, in less than half of the time that pg's parser takes. The
 * last one is remembered: most things were updated when they were created.
 */
const timeOf = memoizeLast((text: string): unknown =>
  text.startsWith('2') ? new Date(text) : usualTime(text),
);

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  [builtins.UUID, hexDigits], // as ids are in the code
  [builtins.TIMESTAMPTZ, timeOf],
]);

/** Types as the code reads them: bigint for int8, 32 hex digits for uuid, the rest as pg does. */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? types.getTypeParser(oid, format),
};

const sessionOptions = [
  // Every statement is an index look-up or range: one plan for all values, made once, is right and saves the planning.
  'plan_cache_mode=force_generic_plan',
  // A server whose machine is gone says no goodbye. The database notices within 15 s, and frees what the session locked;
  // idle_in_transaction_session_timeout does not end one that is cut off between the statements of a batch.
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=2',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** A server that is gone without a goodbye (cut cable, paused machine) must not hold a caller for longer. */
export function longestSilence_ms({ statementTimeout_ms }: SessionLimits): number {
  return statementTimeout_ms + 1_000;
}

/** Settings of one session, whatever it is used for. */
export function sessionConfig(connection: Connection, limits: SessionLimits): ClientConfig {
  return {
    ...connection,
    types: typeParsers,
    application_name: 'purser',
    connectionTimeoutMillis: limits.acquireTimeout_ms,
    lock_timeout: limits.lockTimeout_ms,
    statement_timeout: limits.statementTimeout_ms,
    idle_in_transaction_session_timeout: limits.idleTransactionTimeout_ms,
    keepAlive: true,
    options: sessionOptions,
  };
}

/** The pool for reads and for writes that move no money. It survives a restart of the database. */
export function createPool(
  connection: Connection,
  limits: SessionLimits & { poolSize: number },
  log: Logger,
): Db {
  const pool = new Pool({ ...sessionConfig(connection, limits), max: limits.poolSize });
  // Without these handlers a dropped connection would end the process (node-postgres#1707).
  const lost = (error: Error): void =>
    log[pool.ending ? 'debug' : 'warn']({ reason: error.message }, 'database connection lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const used = new Set<PoolClient>();
  pool.on('acquire', (client) => used.add(client));
  pool.on('release', (_error, client) => used.delete(client));
  pool.on('connect', (client) => endWhenSilent(client, limits, () => used.has(client)));
  return pool;
}

/**
 * Ends a session that is in use and hears nothing for too long. pg's own `query_timeout` would be a timer for each query,
 * and keeps the rows of answered queries in memory: it wraps the callback in a function that V8 puts among the old at
 * once, as it does with all that are assigned to a property, and nothing young that the old refer to is collected.
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
    else stream.setTimeout(limit_ms); // Node tells once
  });
}
