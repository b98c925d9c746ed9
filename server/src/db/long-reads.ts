import type { Pool, PoolClient } from 'pg';
import { PurserError } from '../errors.ts';
import { createFairGate, type FairGate } from '../lib/fair-gate.ts';
import { cursorParts } from './cursor.ts';
import { isUnavailable, unavailable } from './failures.ts';
import type { SessionLimits } from './pool.ts';
import type { Queryable, Statement } from './sql.ts';

/** How many long reads run at once; each party has at most one of them. */
export const longReadSessions = 4;
/** The longest time that a long read holds its session, in ms. */
export const longestRead_ms = 120_000;
const waitingPerParty = 4;

// A plan for the values of this read, which reads all rows, on one processor: the others are for payments.
const planning = `SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL cursor_tuple_fraction = 1;
  SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL jit = off`;

type Text<Row> = Pick<Statement<Row>, 'text' | 'row'>;

/** A read of any length, in one snapshot of the database and one session. It must be closed. */
export type LongRead = Queryable & {
  /** Yields all rows of a statement in parts of this size, and reads on when the next part is wanted. */
  parts: <Row>(query: Text<Row>, values: unknown[], size: number) => AsyncGenerator<Row[]>;
  /** Is aborted when the session ends early: after two minutes, or when it was idle for too long (guarantees, rule 7). */
  signal: AbortSignal;
  close: () => void;
};

/** Creates the gate before the sessions of long reads. */
export function longReadGate({ lockTimeout_ms }: Pick<SessionLimits, 'lockTimeout_ms'>): FairGate {
  const waiting = longReadSessions * waitingPerParty;
  const bounds = { places: longReadSessions, placesPerParty: 1, waiting, waitingPerParty };
  return createFairGate({ ...bounds, timeout_ms: lockTimeout_ms }, (why) =>
    why === 'everyone'
      ? busy('service_unavailable', 'Too many statements are being read. Retry shortly.')
      : busy('rate_limited', 'Another statement of this party is being read. Retry when it has ended.'),
  );
}

function busy(code: 'service_unavailable' | 'rate_limited', detail: string): PurserError {
  return new PurserError([{ code, detail }]);
}

/**
 * Opens a long read when it is the turn of the party. Throws `rate_limited` or `service_unavailable` if that takes too
 * long, and `service_unavailable` without a database.
 */
export async function openLongRead(gate: FairGate, pool: Pool, party: string): Promise<LongRead> {
  const entered = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  gate
    .run(party, () => {
      entered.resolve();
      return left.promise;
    })
    .catch(entered.reject);
  await entered.promise;
  try {
    return longReadOn(await begin(pool), left.resolve);
  } catch (error) {
    left.resolve();
    throw isUnavailable(error) ? unavailable(error) : error;
  }
}

async function begin(pool: Pool): Promise<PoolClient> {
  const session = await pool.connect();
  try {
    await session.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${planning}`);
    return session;
  } catch (error) {
    session.release(true);
    throw error;
  }
}

function longReadOn(session: PoolClient, onClose: () => void): LongRead {
  const ending = new AbortController();
  const end = (): void => ending.abort(new Error('the client or the database was too slow'));
  const timer = setTimeout(end, longestRead_ms);
  const close = (): void => {
    clearTimeout(timer);
    session.off('end', end);
    if (!isOpen) return;
    isOpen = false;
    session.release(true); // closes the session, which ends its transaction, and a query that is under way
    onClose();
  };
  let isOpen = true;
  session.once('end', end);
  ending.signal.addEventListener('abort', close);
  return {
    query: (query) => session.query(query),
    signal: ending.signal,
    close,
    async *parts<Row>(query: Text<Row>, values: unknown[], size: number) {
      for await (const rows of cursorParts<Row>(session, query, values, size)) {
        yield rows;
        ending.signal.throwIfAborted();
      }
    },
  };
}
