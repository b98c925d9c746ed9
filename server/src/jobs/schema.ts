import { runMigrations } from 'graphile-worker';
import type { Logger } from 'pino';
import { Pool } from 'pg';
import { longestSilence_ms, sessionConfig } from '../db/pool.ts';
import type { Connection, SessionLimits } from '../db/pool.ts';

/** Where the worker keeps its jobs; `engine/wake.ts` names it too. */
export const jobsSchema = 'graphile_worker';

/** Brings the worker's own tables up to date, in their own schema. Servers that start at once wait for each other. */
export async function prepareJobs(connection: Connection): Promise<void> {
  const pgPool = new Pool({ ...connection, max: 1, application_name: 'purser start' });
  ignoreLosses(pgPool, () => undefined);
  try {
    await runMigrations({ pgPool, schema: jobsSchema });
  } finally {
    await pgPool.end();
  }
}

const sessions = 3; // one that listens, one that takes jobs, one for the clock

/** The worker's own sessions, so that jobs never take one that a request waits for. */
export function createJobsPool(connection: Connection, limits: SessionLimits, log: Logger): Pool {
  // The worker expects the types as pg reads them, not as we do.
  const { types: _ours, ...session } = sessionConfig(connection, limits);
  // One session listens and is silent for long: each query has a time-out instead.
  const query_timeout = longestSilence_ms(limits);
  const pool = new Pool({ ...session, query_timeout, max: sessions, application_name: 'purser jobs' });
  ignoreLosses(pool, (error) => log.debug({ reason: error.message }, 'jobs: database connection lost'));
  return pool;
}

/** Without these handlers a dropped connection would end the process (node-postgres#1707). */
function ignoreLosses(pool: Pool, onLost: (error: Error) => void): void {
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
}
