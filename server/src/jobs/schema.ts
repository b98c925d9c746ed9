import { runMigrations } from 'graphile-worker';
import type { Logger } from 'pino';
import { Pool } from 'pg';
import {
  type Connection,
  longestSilence_ms,
  longSessionConfig,
  sessionConfig,
  type SessionLimits,
} from '../db/pool.ts';

/** The schema of the worker's tables; `engine/store/tasks.ts` names it too. */
export const jobsSchema = 'graphile_worker';

/** Migrates the worker's own tables, in their own schema. Servers that start at the same time wait for each other. */
export async function prepareJobs(connection: Connection, limits: SessionLimits): Promise<void> {
  const {
    types: _types,
    nameInCode: _name,
    ...session
  } = longSessionConfig(connection, limits, 'purser start');
  const pgPool = new Pool({ ...session, max: 1 });
  ignoreLostConnections(pgPool, () => undefined);
  try {
    await runMigrations({ pgPool, schema: jobsSchema });
  } finally {
    await pgPool.end();
  }
}

const sessions = 3; // one listens, one takes jobs, one is for the clock

/** Creates the worker's own pool, so that jobs never take a session that a request waits for. */
export function createJobsPool(connection: Connection, limits: SessionLimits, log: Logger): Pool {
  // The worker expects rows as pg returns them.
  const { types: _types, nameInCode: _name, ...session } = sessionConfig(connection, limits);
  // The listening session is silent for long, so each query has a time-out instead.
  const query_timeout = longestSilence_ms(limits);
  const pool = new Pool({ ...session, query_timeout, max: sessions, application_name: 'purser jobs' });
  ignoreLostConnections(pool, (error) =>
    log.debug({ reason: error.message }, 'jobs: database connection lost'),
  );
  return pool;
}

/** Handles lost connections, which would otherwise end the process (node-postgres#1707). */
function ignoreLostConnections(pool: Pool, onLost: (error: Error) => void): void {
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
}
