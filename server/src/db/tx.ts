import type { ClientBase } from 'pg';
import { together } from '../lib/together.ts';
import type { Db } from './pool.ts';
import { CommitNotReplicated, isDisconnected, isRetryable, isUnavailable, unavailable } from './failures.ts';
import type { Queryable, Sent, Step } from './sql.ts';
import { type Asked, type Result, Trip, type TripWatch } from './trip.ts';
import { PurserError } from '../errors.ts';

const attempts = 5;

/** Whether the client sent an idempotency key, by which a retry is recognized. */
type Retry = { hasKey: boolean };

/**
 * Runs a plain READ COMMITTED transaction, for writes that move no money, and retries it on a deadlock or a
 * serialization failure. `hasKey` states whether the client sent an idempotency key. Throws `service_unavailable`
 * without a database, `lock_timeout`, and `outcome_unknown` when the connection is lost once the COMMIT was sent or the
 * commit is not replicated.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
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

async function once<T>(db: Db, work: (tx: Tx) => Promise<T>, retry: Retry): Promise<T> {
  const session = await db.connect();
  const tx = new Transaction(session);
  try {
    const result = await work(tx);
    await tx.commit();
    return result;
  } catch (error) {
    const lost = tx.lostWithCommit();
    throw lost ? outcomeUnknown(lost, retry) : error;
  } finally {
    session.release(!(await tx.end()));
  }
}

/** A plain transaction, as the work in it sees it. */
export type Tx = Queryable & {
  /** Sends these writes together with the COMMIT, in this order and after everything else. Nobody gets their results. */
  withCommit: (...writes: Step[]) => void;
};

const begin: Step = { name: 'db_begin', text: 'BEGIN' };
const commit: Step = { name: 'db_commit', text: 'COMMIT' };

/**
 * A transaction on a session. What is asked of it in one turn of the event loop, or while the database answers, goes there
 * in one round trip, in this order: the first together with the BEGIN, the last with the COMMIT. So work that waits for
 * each statement is right, and work that waits only for what it needs is fast. Once a statement has failed, nothing more
 * is sent.
 */
class Transaction implements Tx {
  readonly #session: ClientBase;
  #asked: Asked[] = [];
  readonly #writes: Step[] = [];
  #failure: Error | null = null;
  #underWay: Promise<void> | null = null;
  #hasBegun: boolean;
  #hasSentCommit = false;
  #hasEnded = false;

  /** `hasBegun` says that the session is in the transaction already. */
  constructor(session: ClientBase, hasBegun = false) {
    this.#session = session;
    this.#hasBegun = hasBegun;
  }

  query(statement: Sent): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure);
        return;
      }
      // Runs after all that can go on without the database.
      if (this.#asked.length === 0) process.nextTick(() => this.#send());
      this.#asked.push({ sent: statement, resolve, reject });
    });
  }

  withCommit(...writes: Step[]): void {
    this.#writes.push(...writes);
  }

  async commit(): Promise<void> {
    const results = await together([...this.#writes, commit].map((each) => this.query(each)));
    this.#hasEnded = true;
    // PostgreSQL answers with ROLLBACK, and no error, in a transaction that has failed.
    if (results.at(-1)?.command !== 'COMMIT')
      throw new Error('a transaction that had failed was to be committed');
  }

  /** Returns why the session was lost after the COMMIT was sent, so that it may have been committed; or null. */
  lostWithCommit(): Error | null {
    return this.#hasSentCommit && isDisconnected(this.#failure) ? this.#failure : null;
  }

  /** Undoes what was not committed. Returns whether the session is fit for the next transaction. */
  async end(): Promise<boolean> {
    this.#fail(new Error('the transaction has ended'));
    await this.#underWay;
    if (isDisconnected(this.#failure)) return false;
    if (this.#hasEnded || !this.#hasBegun) return true;
    return this.#session.query('ROLLBACK').then(
      () => true,
      () => false,
    );
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#asked.splice(0)) reject(this.#failure);
  }

  #send(): void {
    if (this.#underWay || this.#asked.length === 0) return;
    const asked = this.#asked.splice(0);
    if (!this.#hasBegun) asked.unshift({ sent: begin, resolve: ignore, reject: ignore });
    this.#hasBegun = true;
    const hasCommit = asked.some(({ sent }) => sent === commit);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#underWay = promise;
    const watch: TripWatch = {
      onSent: () => (this.#hasSentCommit ||= hasCommit),
      onEnd: (error) => {
        this.#underWay = null;
        resolve();
        if (error) this.#fail(error);
        else this.#send();
      },
    };
    this.#session.query(new Trip(asked, watch));
  }
}

const ignore = (): void => undefined;

/** Runs a transaction on an own session, without retries, for commands and the start. */
export async function within<T>(client: ClientBase, work: (tx: Tx) => Promise<T>): Promise<T> {
  await client.query('BEGIN'); // at once, as work may use the session itself
  const tx = new Transaction(client, true);
  try {
    const result = await work(tx);
    await tx.commit();
    return result;
  } finally {
    await tx.end();
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
