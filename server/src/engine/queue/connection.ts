import type { Logger } from 'pino';
import { type Connection, endWhenSilent, sessionConfig, type SessionLimits } from '../../db/pool.ts';
import { SessionClient } from '../../db/session-client.ts';
import { type AuthorityCache, emptyAuthorityCache } from '../load/authority-cache.ts';
import { type Prepared, Submission } from './submission.ts';
import type { Rows, Step } from '../model/step.ts';

/** The engine's own session. */
export type Pipeline = {
  /**
   * Sends all statements at once, behind those of earlier calls, and returns the rows of each. A failure ends the
   * session and rejects everything that was sent after it.
   */
  run(steps: readonly Step[]): Promise<Rows[]>;
  /** The authority that this session has cached. */
  authorityCache: AuthorityCache;
  close(): Promise<void>;
};

// A batch joins short arrays to large tables: an index look-up per element is always right, whatever the size of the
// batch. Without these settings, plans based on wrong guesses about unnest cost more than the work itself.
export const plannerSettings = `SET enable_seqscan = off; SET enable_hashjoin = off;
  SET enable_mergejoin = off; SET enable_material = off; SET jit = off`;

// No other time-out covers the time between the statements of a batch that arrived in part: if this machine fails then,
// the batch would keep its locks until TCP gives up. PostgreSQL has `transaction_timeout` from version 17 on.
const limitTransactions =
  "SELECT set_config(name, $1, false) FROM pg_settings WHERE name = 'transaction_timeout'";

/** Opens a session. Throws if the database cannot be reached. `onLost` is called when the session ends. */
export async function openPipeline(
  connection: Connection,
  limits: SessionLimits,
  log: Logger,
  onLost: () => void,
): Promise<Pipeline> {
  const client = new SessionClient(sessionConfig(connection, limits));
  const pending: Pending[] = []; // sent and without a response yet, in their order
  let ended: Promise<void> | null = null;
  const end = (cause: Error): Promise<void> => {
    for (const { reject } of pending.splice(0)) reject(cause);
    ended ??= client.end().catch(() => undefined);
    onLost();
    return ended;
  };
  client.on('error', (error) => {
    if (!ended) log.warn({ reason: error.message }, 'engine connection lost');
    void end(error);
  });
  client.on('end', () => void end(new Error('Connection ended')));
  let isOpening = true;
  try {
    await client.connect();
    endWhenSilent(client, limits, () => isOpening || pending.length > 0);
    await client.query(plannerSettings);
    await client.query(limitTransactions, [String(limits.idleTransactionTimeout_ms)]);
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  } finally {
    isOpening = false;
  }
  const prepared: Prepared = new Map();
  const run = (steps: readonly Step[]): Promise<Rows[]> =>
    new Promise((resolve, reject) => {
      const submission = new Submission(steps, prepared, (error, results = []) => {
        if (error) {
          void end(error);
          return;
        }
        pending.shift();
        resolve(results);
        if (pending[0]) client.query(pending[0].submission);
      });
      // pg would send a query only after the response to the one before; this sends it at once.
      submission.send(client.connection.stream);
      pending.push({ submission, reject });
      if (pending.length === 1) client.query(submission);
    });
  return {
    authorityCache: emptyAuthorityCache(),
    run: (steps) => (ended ? Promise.reject(new Error('Connection closed')) : run(steps)),
    close: () => end(new Error('Connection closed')),
  };
}

type Pending = { submission: Submission; reject: (error: Error) => void };
