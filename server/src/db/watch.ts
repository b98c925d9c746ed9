import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { CommitNotReplicated, SessionRefused } from './failures.ts';
import { type Connection, createPool, type SessionLimits } from './pool.ts';
import { checkSession } from './safety.ts';
import type { OpenSessions } from './session-client.ts';

/** Why the database cannot serve writes: unreachable or read-only, not safe for money, or a COMMIT does not return. */
export type DatabaseFault = 'database' | 'unsafe_settings' | 'commits_wait';

/** How the database is replicated, as far as it was read. */
export type Replication = {
  /** How many standbys or other receivers of its WAL are attached. */
  replicas: number;
  /** Whether commits wait for a standby: `synchronous_standby_names` is set. */
  waitsForStandby: boolean;
};

type State = Replication & { isWritable: boolean; commitsWait: boolean };

const interval_ms = 10_000;
const keep_ms = 1_000;
const warnEvery_ms = 3_600_000;

// A session that was given up goes on waiting for the standby. As long as one does, a probe would only add another.
const readState = `SELECT current_setting('transaction_read_only') = 'off' AS is_writable,
  EXISTS (SELECT FROM pg_stat_activity WHERE usename = current_user AND wait_event = 'SyncRep'
    AND query_start < clock_timestamp() - $1 * interval '1 millisecond') AS commits_wait,
  current_setting('synchronous_standby_names') <> '' AS waits_for_standby,
  (SELECT count(*)::int FROM pg_stat_get_wal_senders() WHERE state IS DISTINCT FROM 'backup') AS replicas`;

/** Writes an empty record, so that its COMMIT waits for disk and standby like any other. */
const commitProbe = "SELECT pg_logical_emit_message(true, 'purser', '')";

/**
 * Watches the database over a session of its own: at once, every ten seconds, every second while no COMMIT returns, and
 * when `fault` is called, at most once in a second. Warns at once and every hour while replicas are attached and no
 * commit waits for one. The sessions of the program are opened with its `connection`: the watch learns when one is
 * refused, and ends all once the database is no longer safe.
 */
export function createWatch(database: Connection, limits: SessionLimits, log: Logger) {
  const pool = createPool(database, { ...limits, poolSize: 1 }, log);
  const warn = createWarning(log);
  const commit = createCommitProbe(limits);
  let isSuspect = false;
  let last: DatabaseFault | null = null;
  const sessions: OpenSessions = {
    open: new Set(),
    onRefused: () => void (isSuspect = true),
    commitsWait: () => last === 'commits_wait',
  };
  let replication: Replication | null = null;
  let current: Promise<DatabaseFault | null> | null = null; // the check under way, or the last one while it is kept
  let keeping: NodeJS.Timeout | undefined;

  async function check(): Promise<DatabaseFault | null> {
    if (commit.isWaiting()) return 'commits_wait';
    // A new session may be refused although this one is good: its settings are pinned.
    if (isSuspect) (await pool.connect()).release(true);
    isSuspect = false;
    const session = await pool.connect();
    let state: State | undefined;
    try {
      await checkSession(session, {}, limits);
      [state] = (await session.query<State>(readState, [limits.statementTimeout_ms])).rows;
      if (state) warn((replication = state));
    } finally {
      if (!state?.isWritable) session.release(true);
    }
    return state?.isWritable ? commit.run(session, state) : 'database';
  }

  const faultOf = (error: unknown): DatabaseFault => {
    if (!(error instanceof SessionRefused && error.isUnsafe)) return 'database';
    log.error({ reason: error.message }, 'the database is not safe');
    for (const session of sessions.open) session.abandon(error);
    return 'unsafe_settings';
  };
  const fault = (): Promise<DatabaseFault | null> => (current ??= decide());

  async function decide(): Promise<DatabaseFault | null> {
    last = await check().catch(faultOf);
    // What opened no session wrote nothing either, and may already be over.
    const keptFor_ms = last === null || last === 'commits_wait' ? keep_ms : 0;
    keeping = setTimeout(() => {
      current = null;
      if (last === 'commits_wait') void fault();
    }, keptFor_ms).unref();
    return last;
  }
  void fault();
  const timer = setInterval(() => void fault(), interval_ms).unref();
  return {
    connection: { ...database, sessions },
    /**
     * Returns why the database cannot serve writes, or null, as it was at most a second ago. Waits for a COMMIT no longer
     * than a statement may take.
     */
    fault,
    /** Returns what was read last; null before the first check. */
    replication: (): Replication | null => replication,
    async close(): Promise<void> {
      clearInterval(timer);
      clearTimeout(keeping);
      await pool.end();
    },
  };
}

export type Watch = ReturnType<typeof createWatch>;

/** Returns a function that warns of a database that loses acknowledged work at a failover, at most once an hour. */
function createWarning(log: Logger): (replication: Replication) => void {
  let warnedAt_ms = -Infinity;
  return ({ replicas, waitsForStandby }) => {
    if (replicas === 0 || waitsForStandby || Date.now() - warnedAt_ms < warnEvery_ms) return;
    warnedAt_ms = Date.now();
    log.warn({ replicas }, 'no commit waits for a replica: a failover loses acknowledged payments');
  };
}

/** Creates a probe that commits, one at a time. It reports a COMMIT that has waited too long. */
function createCommitProbe({ statementTimeout_ms }: SessionLimits) {
  let isWaiting = false;

  async function commit(session: PoolClient): Promise<DatabaseFault | null> {
    isWaiting = true;
    let failure: unknown = null;
    try {
      await session.query(commitProbe);
    } catch (error) {
      failure = error;
    }
    isWaiting = false;
    session.release(failure !== null);
    if (failure === null) return null;
    return failure instanceof CommitNotReplicated ? 'commits_wait' : 'database';
  }
  return {
    isWaiting: (): boolean => isWaiting,
    async run(session: PoolClient, { commitsWait }: State): Promise<DatabaseFault | null> {
      if (commitsWait) {
        session.release();
        return 'commits_wait';
      }
      const patience = pause(statementTimeout_ms, 'commits_wait' as const, { ref: false });
      return Promise.race([commit(session), patience]);
    },
  };
}
