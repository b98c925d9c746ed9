import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { CommitNotReplicated, SessionRefused, isDisconnected } from './failures.ts';
import { createPool } from './pool.ts';
import type { Connection, SessionLimits } from './pool.ts';
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

type State = Replication & { isWritable: boolean };

const interval_ms = 10_000;
const warnEvery_ms = 3_600_000;

const readState = `SELECT current_setting('transaction_read_only') = 'off' AS "isWritable",
  current_setting('synchronous_standby_names') <> '' AS "waitsForStandby",
  (SELECT count(*)::int FROM pg_stat_get_wal_senders() WHERE state IS DISTINCT FROM 'backup') AS replicas`;

/** Writes an empty record, so that its COMMIT waits for disk and standby like any other. */
const commitProbe = "SELECT pg_logical_emit_message(true, 'purser', '')";

/**
 * Watches the database over a session of its own, at once, every ten seconds and whenever `fault` is called. Warns at
 * once and every hour while replicas are attached and no commit waits for one. The sessions of the program are opened
 * with its `connection`: the watch learns when one is refused, and ends all once the database is no longer safe.
 */
export function createWatch(database: Connection, limits: SessionLimits, log: Logger) {
  const pool = createPool(database, { ...limits, poolSize: 1 }, log);
  const warn = createWarning(log);
  const commit = createCommitProbe(limits);
  let isSuspect = false;
  const sessions: OpenSessions = { open: new Set(), onRefused: () => void (isSuspect = true) };
  let replication: Replication | null = null;
  let current: Promise<DatabaseFault | null> | null = null;

  async function check(): Promise<DatabaseFault | null> {
    if (commit.isWaiting()) return 'commits_wait';
    // A new session may be refused although this one is good: its settings are pinned.
    if (isSuspect) (await pool.connect()).release(true);
    isSuspect = false;
    const session = await pool.connect();
    let isGood = false;
    try {
      await checkSession(session, {}, limits);
      const [state] = (await session.query<State>(readState)).rows;
      isGood = state?.isWritable ?? false;
      if (state) warn((replication = state));
    } finally {
      if (!isGood) session.release(true);
    }
    return isGood ? commit.run(session) : 'database';
  }

  const faultOf = (error: unknown): DatabaseFault => {
    if (!(error instanceof SessionRefused && error.isUnsafe)) return 'database';
    log.error({ reason: error.message }, 'the database is not safe');
    for (const session of sessions.open) session.abandon(error);
    return 'unsafe_settings';
  };
  const fault = (): Promise<DatabaseFault | null> =>
    (current ??= check()
      .catch(faultOf)
      .finally(() => {
        current = null;
      }));
  void fault();
  const timer = setInterval(() => void fault(), interval_ms).unref();
  return {
    connection: { ...database, sessions },
    /** Returns why the database cannot serve writes, or null. Waits for a COMMIT no longer than a statement may take. */
    fault,
    /** Returns what was read last; null before the first check. */
    replication: (): Replication | null => replication,
    async close(): Promise<void> {
      clearInterval(timer);
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

/** Creates a probe that commits, one at a time. Once a COMMIT has waited too long, the probes after it report at once. */
function createCommitProbe({ statementTimeout_ms }: SessionLimits) {
  let isWaiting = false;
  let hasWaited = false;

  async function commit(session: PoolClient): Promise<DatabaseFault | null> {
    isWaiting = true;
    try {
      await session.query(commitProbe);
      hasWaited = false;
      return null;
    } catch (error) {
      hasWaited = error instanceof CommitNotReplicated || isDisconnected(error);
      return hasWaited ? 'commits_wait' : 'database';
    } finally {
      isWaiting = false;
      session.release(hasWaited);
    }
  }
  return {
    isWaiting: (): boolean => isWaiting,
    run(session: PoolClient): Promise<DatabaseFault | null> {
      const patience_ms = hasWaited ? 0 : statementTimeout_ms;
      return Promise.race([commit(session), pause(patience_ms, 'commits_wait' as const, { ref: false })]);
    },
  };
}
