import type { Logger } from 'pino';
import type { Context } from '../context.ts';
import type { Db } from '../db/pool.ts';
import type { AuditRow } from '../engine/model/journal.ts';
import { recordAudit, recordAudits } from '../engine/plain-writes/record-audit.ts';
import { PurserError } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import type { Endpoint } from './endpoint.ts';

/** Records refused writes in the audit log, so that a client cannot fill it with what it may not do. */
export type RefusalLog = {
  /**
   * Records a refused write; does nothing for a read, and for an error that is no decision about the actor or a
   * resource. Never throws: without a database, the response is still the refusal.
   */
  record: (
    refused: Pick<Context, 'actor' | 'requestId' | 'askedAt'>,
    of: Refused,
    error: unknown,
  ) => Promise<void>;
  /** Writes what was counted since the last minute, and stops. */
  close: () => Promise<void>;
};

/** The endpoint that refused a write, and the route of the request, which has the path parameters filled in. */
type Refused = { endpoint: Pick<Endpoint, 'method' | 'path'>; route: string };

/** Refused writes of one credential on one endpoint for one reason, which are not in the audit log yet. */
type Repeated = AuditRow & { count: number };

// Refusals because of authority or of the state of a resource. A malformed request depends on neither.
const auditedStatuses = new Set([401, 403, 404, 409]);
const minute_ms = 60_000;
const maxRepeated = 10_000; // about 5 MB
const hour_ms = 60 * minute_ms;
const maxAttempts = 20; // of an agent in an hour
const maxAgents = 10_000; // about 1 MB

/**
 * Creates the log of refused writes. It writes the first of a credential, endpoint and reason at once, counts the
 * others of the same minute, and writes them as one line with their `count`. Paths are summed by their pattern, so
 * that different ids in a path do not help. A crash loses the counts of the last minute, never a first line.
 *
 * The first payments and withdrawals of an agent that are refused in an hour have lines of their own, which keep what the
 * agent asked for.
 */
export function createRefusalLog(db: Db, log: Logger): RefusalLog {
  let repeated = new Map<string, Repeated>();
  const attempts = boundAttempts();

  function add(key: string, row: AuditRow, count: number): void {
    const known = repeated.get(key);
    repeated.set(key, { ...row, count: (known?.count ?? 0) + count });
  }

  function warn(error: unknown): void {
    log.warn({ reason: error instanceof Error ? error.message : '' }, 'refusals could not be recorded');
  }

  /** Writes the counts and starts a new minute. Counts that the database does not take stay for the next one. */
  async function flush(): Promise<void> {
    const ended = repeated;
    repeated = new Map();
    try {
      await recordAudits(
        db,
        [...ended.values()].filter(({ count }) => count > 0),
      );
    } catch (error) {
      warn(error);
      for (const [key, row] of ended) if (repeated.size < maxRepeated) add(key, row, row.count);
    }
  }

  const timer = setInterval(() => void flush(), minute_ms);
  timer.unref();
  return {
    async record({ actor, requestId, askedAt }, { endpoint, route }, error) {
      if (endpoint.method === 'GET' || !isAudited(error)) return;
      const reason = error.engineRefusal ?? error.faults[0].code;
      const line: AuditRow = {
        actor,
        requestId,
        action: route,
        targetId: null,
        decision: 'refused',
        reason,
        at: askedAt,
      };
      const action = `${endpoint.method} ${endpoint.path}`;
      const key = `${actor.credentialId} ${action} ${reason}`;
      // The header X-Agent-ID may name another agent, and X-Instance-ID another conversation, in each request.
      const agentId = actor.kind === 'agentKey' ? actor.agentId : null;
      const sum = { ...line, actor: { ...actor, agentId, instanceId: null }, requestId: null, action };
      const attempt = attempts.keep(actor.agentId, error.attempt);
      if (repeated.has(key) && !attempt) return add(key, sum, 1);
      if (repeated.size >= maxRepeated) void flush();
      add(key, sum, 0);
      try {
        await recordAudit(db, { ...line, attempt });
      } catch (failure) {
        warn(failure);
        add(key, sum, 1);
      }
    },
    async close() {
      clearInterval(timer);
      attempts.close();
      await flush();
    },
  };
}

function isAudited(error: unknown): error is PurserError {
  return error instanceof PurserError && auditedStatuses.has(error.status);
}

/** Says of how many refusals of each agent a line may keep what it asked for, in each hour. */
function boundAttempts() {
  const kept = new Map<Id<'agt'>, number>();
  const timer = setInterval(() => kept.clear(), hour_ms);
  timer.unref();
  return {
    /** Returns the attempt if another line may keep one, and counts it; else null. */
    keep(agentId: Id<'agt'> | null, attempt: object | null): object | null {
      if (!agentId || !attempt) return null;
      const count = kept.get(agentId) ?? 0;
      if (count >= maxAttempts || (count === 0 && kept.size >= maxAgents)) return null;
      kept.set(agentId, count + 1);
      return attempt;
    },
    close: () => clearInterval(timer),
  };
}
