import type { Logger } from 'pino';
import { PurserError } from '../errors.ts';
import { evictOldest } from '../lib/evict-oldest.ts';
import { createFairGate, type FairGate, type GateRefusal } from '../lib/fair-gate.ts';
import { commitsWait } from './failures.ts';
import { longestRead_ms, type LongRead, longReadGate, longReadSessions, openLongRead } from './long-reads.ts';
import {
  type Connection,
  createPool,
  type Db,
  type Measured,
  queryMeasured,
  type SessionLimits,
} from './pool.ts';
import type { Queryable } from './sql.ts';

/**
 * The database sessions of a server, apart from the engine's, divided by use, so that no use takes those of another,
 * and among parties, so that no party takes those of another (guarantees, rule 17).
 */
export type Sessions = {
  /**
   * For look-ups by key that the requests of all parties share: credentials, payments, usage. Each kind runs one query at a
   * time (`shared-loader.ts`), so that none waits for a session.
   */
  lookUps: Db;
  /** For everything that no party waits for. */
  background: Db;
  /** Returns what runs single statements for a party, when it is the party's turn. */
  readsOf: (party: string) => Queryable;
  /** Opens a read of any length for a party, when it is the party's turn. */
  longReadOf: (party: string) => Promise<LongRead>;
  /** Runs a transaction for a party, when it is the party's turn. Throws `service_unavailable` if no COMMIT returns. */
  write: <T>(party: string, transact: (db: Db) => Promise<T>) => Promise<T>;
  /** Runs work on deliveries to webhooks of a party, when it is the party's turn, however long that takes to come. */
  deliver: <T>(party: string, work: (db: Db) => Promise<T>) => Promise<T>;
  counts: () => SessionCounts;
  close: () => Promise<void>;
};

export type SessionCounts = { open: number; idle: number; waitingReads: number; waitingWrites: number };

const lookUpSessions = 8; // one per kind: API keys, agent keys, access tokens, agents, payments, and usage of three kinds
const backgroundSessions = 3;
const deliverySessions = 3;
const waitingPerSession = 128;
const longestTurn_ms = 300_000; // of a delivery, which then waits anew

/** Opens the sessions as they are needed. A third of `poolSize` is for writes, the rest for reads. */
export function openSessions(
  connection: Connection,
  limits: SessionLimits & { poolSize: number },
  log: Logger,
  onLockTimeout: () => void,
): Sessions {
  const open = (poolSize: number, changes: Partial<SessionLimits> = {}): Db =>
    createPool(connection, { ...limits, ...changes, poolSize }, log, onLockTimeout);
  const [lookUps, background, pool] = [open(lookUpSessions), open(backgroundSessions), open(limits.poolSize)];
  const longPool = open(longReadSessions, { statementTimeout_ms: longestRead_ms });
  const deliveries = open(deliverySessions);
  const pools = [lookUps, background, pool, longPool, deliveries];
  const turns = deliveryGate();
  const longReads = longReadGate(limits);
  const writeSessions = Math.max(2, Math.floor(limits.poolSize / 3));
  const writes = gateOf(writeSessions, 1 / 2, limits, 'writes');
  const reads = gateOf(limits.poolSize - writeSessions, 1 / 4, limits, 'reads');
  const sum = (of: (each: Db) => number): number => pools.reduce((total, each) => total + of(each), 0);
  return {
    lookUps,
    background,
    readsOf: readsIn(pool, reads, limits),
    longReadOf: (party) => openLongRead(longReads, longPool, party),
    write: (party, transact) =>
      connection.sessions?.commitsWait()
        ? Promise.reject(commitsWait())
        : writes.run(party, () => transact(pool)),
    deliver: (party, work) => turns.run(party, () => work(deliveries)),
    counts: () => ({
      open: sum(({ totalCount }) => totalCount),
      idle: sum(({ idleCount }) => idleCount),
      waitingReads: reads.waiting(),
      waitingWrites: writes.waiting(),
    }),
    close: async () => void (await Promise.all(pools.map((each) => each.end()))),
  };
}

/**
 * Returns the gate before some sessions: a party uses at most its share of them, and a quarter of the places to wait.
 * Requests mostly wait for others of their party, so the time limit is that of a lock, not that of a session. The share
 * of reads is small, because a list occupies the event loop for longer than its session: with half of the sessions, the
 * lists of one party tripled the p99 of the others; with a quarter, they double it.
 */
function gateOf(
  places: number,
  share: number,
  { lockTimeout_ms }: SessionLimits,
  what: 'reads' | 'writes',
): FairGate {
  const waiting = places * waitingPerSession;
  return createFairGate(
    {
      places,
      placesPerParty: Math.max(1, Math.floor(places * share)),
      waiting,
      waitingPerParty: waiting / 4,
      timeout_ms: lockTimeout_ms,
    },
    (why) => refusal(why, what),
  );
}

const unnoticed = 64 * 1024; // bytes: a page of a hundred payments has 40,000
const restPerKiB_ms = 0.1;
const maxWaiting = 2 * waitingPerSession;
const maxLarge = 10_000; // about 1 MB

/**
 * Returns what runs single statements of a party. To parse what the database sends, and to render it, occupies the event
 * loop for some 25 µs per KiB: the pages of one party with long lists of counterparties took the p99 of others from 20 to
 * 1,600 ms. So a statement that has once returned much to a party runs once at a time of those, and the next one a while
 * later. All other reads of the party go on.
 */
function readsIn(pool: Db, reads: FairGate, { lockTimeout_ms }: SessionLimits): Sessions['readsOf'] {
  const large = new Set<string>(); // by party and statement
  // As many as may wait for a session: who is refused at once asks again at once.
  const bounds = { places: Infinity, placesPerParty: 1, waiting: Infinity, waitingPerParty: maxWaiting };
  const turns = createFairGate({ ...bounds, timeout_ms: lockTimeout_ms }, () => refusal('party', 'reads'));
  const longestRest_ms = lockTimeout_ms * (3 / 4);
  const restAfter = (read: Measured | null): number => {
    const beyond = Math.max(0, (read?.length ?? 0) - unnoticed);
    return Math.min((beyond / 1024) * restPerKiB_ms, longestRest_ms);
  };
  return (party) => ({
    async query(statement) {
      const key = `${party} ${statement.name}`;
      const read = (): Promise<Measured> => reads.run(party, () => queryMeasured(pool, statement));
      const { returned, length } = await (large.has(key) ? turns.run(party, read, restAfter) : read());
      if (length > unnoticed) large.add(key);
      if (large.size > maxLarge) evictOldest(large, maxLarge);
      return returned;
    },
  });
}

/**
 * Returns the gate before the sessions for deliveries. Webhooks have time: after its start a server looks at all of them,
 * and each waits for its turn.
 */
function deliveryGate(): FairGate {
  return createFairGate(
    {
      places: deliverySessions,
      placesPerParty: 1,
      waiting: Number.MAX_SAFE_INTEGER,
      waitingPerParty: Number.MAX_SAFE_INTEGER,
      timeout_ms: longestTurn_ms,
    },
    (why) => refusal(why, 'deliveries'),
  );
}

function refusal(why: GateRefusal, what: 'reads' | 'writes' | 'deliveries'): PurserError {
  const details = {
    party: `This party has too many ${what} waiting. Nothing was done.`,
    everyone: `Too many ${what} are waiting. Nothing was done; retry shortly.`,
    timeout: 'No database session was free in time. Nothing was done; retry shortly.',
  };
  const code = why === 'party' ? 'rate_limited' : 'service_unavailable';
  return new PurserError([{ code, detail: details[why] }]);
}
