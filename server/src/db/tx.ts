import type { ClientBase, PoolClient } from 'pg';
import type { Db } from './pool.ts';
import { CommitNotReplicated, isDisconnected, isRetryable, isUnavailable, unavailable } from './failures.ts';
import { PurserError } from '../errors.ts';

const attempts = 5;

/** Whether the client sent an idempotency key, by which a retry is recognized. */
type Retry = { hasKey: boolean };

/**
 * Runs a plain READ COMMITTED transaction, for writes that move no money, and retries it on a deadlock or a
 * serialization failure. `hasKey` states whether the client sent an idempotency key. Throws `service_unavailable`
 * without a database, `lock_timeout`, and `outcome_unknown` when the connection is lost during COMMIT or the commit is
 * not replicated.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: PoolClient) => Promise<T>,
  { hasKey }: Retry = { hasKey: false },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(db, work, { hasKey });
    } catch (error) {
      if (isRetryable(error) && attempt < attempts) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
        continue;
      }
      throw isUnavailable(error) ? unavailable(error) : error;
    }
  }
}

async function once<T>(db: Db, work: (tx: PoolClient) => Promise<T>, retry: Retry): Promise<T> {
  const tx = await db.connect();
  let broken = false;
  try {
    await tx.query('BEGIN');
    const result = await work(tx);
    await commit(tx, retry);
    return result;
  } catch (error) {
    broken =
      isDisconnected(error) || (error instanceof PurserError && error.faults[0].code === 'outcome_unknown');
    if (!broken) await tx.query('ROLLBACK').catch(() => (broken = true));
    throw error;
  } finally {
    tx.release(broken);
  }
}

async function commit(tx: PoolClient, retry: Retry): Promise<void> {
  try {
    await tx.query('COMMIT');
  } catch (error) {
    if (!isDisconnected(error)) throw error;
    throw outcomeUnknown(error, retry);
  }
}

/** Runs a transaction on an own session, without retries, for commands and the start. */
export async function within<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Returns a 503 error: the connection was lost during COMMIT, or its wait for the synchronous standby was canceled. A
 * retry with the same idempotency key resolves it (guarantees, rule 5); without a key a retry could repeat the write.
 */
export function outcomeUnknown(cause: unknown, { hasKey }: Retry): PurserError {
  const advice = hasKey
    ? 'Retry with the same idempotency key.'
    : 'It is not known whether the write took effect: look it up before you repeat it.';
  const reason =
    cause instanceof CommitNotReplicated
      ? 'The commit was not confirmed by the standby of the database.'
      : 'The database went away during the commit.';
  const detail = `${reason} ${advice}`;
  return new PurserError([{ code: 'outcome_unknown', detail }], { cause });
}
