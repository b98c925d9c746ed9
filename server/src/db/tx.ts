import type { ClientBase, PoolClient } from 'pg';
import type { Db } from './pool.ts';
import { isDisconnected, isRetryable, isUnavailable, unavailable } from './failures.ts';
import { PurserError } from '../errors.ts';

const attempts = 5;

/**
 * Runs a plain READ COMMITTED transaction, for writes that move no money, and runs it again on a deadlock or a
 * serialization failure. Throws `service_unavailable` without a database, `outcome_unknown` when COMMIT lost it.
 */
export async function inTransaction<T>(db: Db, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(db, work);
    } catch (error) {
      if (isRetryable(error) && attempt < attempts) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
        continue;
      }
      throw isUnavailable(error) ? unavailable(error) : error;
    }
  }
}

async function once<T>(db: Db, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await db.connect();
  let broken = false;
  try {
    await tx.query('BEGIN');
    const result = await work(tx);
    await commit(tx);
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

async function commit(tx: PoolClient): Promise<void> {
  try {
    await tx.query('COMMIT');
  } catch (error) {
    if (!isDisconnected(error)) throw error;
    throw outcomeUnknown(error);
  }
}

/** A transaction on a session of one's own, for commands and the start, where nobody waits for a second attempt. */
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

/** 503: the database went away during COMMIT; the same idempotency key finds out (guarantees, rule 5). */
export function outcomeUnknown(cause: unknown): PurserError {
  return new PurserError(
    [
      {
        code: 'outcome_unknown',
        detail: 'The database went away during the commit. Retry with the same idempotency key.',
      },
    ],
    { cause },
  );
}
