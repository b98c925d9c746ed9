import { Client } from 'pg';
import type { Logger } from 'pino';
import { endWhenSilent, sessionConfig } from '../../db/pool.ts';
import type { Connection, SessionLimits } from '../../db/pool.ts';
import { emptyAuthorityCache } from '../load/authority-cache.ts';
import type { AuthorityCache } from '../load/authority-cache.ts';
import { Submission } from './submission.ts';
import type { Prepared } from './submission.ts';
import type { Rows, Step } from '../model/step.ts';

/** The engine's own session. */
export type Pipeline = {
  /**
   * Sends all statements at once, behind those of earlier calls, and answers the rows of each. A failure ends the
   * session, and with it everything that was sent behind.
   */
  run(steps: readonly Step[]): Promise<Rows[]>;
  /** What this session knows of authority. */
  authorityCache: AuthorityCache;
  close(): Promise<void>;
};

// A batch joins short arrays to large tables: an index look-up per element is always right, and a plan made for
// one batch size is right for all. Without these the planner's guesses about unnest cost more than the work.
const planner = `SET enable_seqscan = off; SET enable_hashjoin = off;
  SET enable_mergejoin = off; SET enable_material = off; SET jit = off`;

// Between the statements of a batch that arrived in part no other time-out runs: where this machine is gone in the middle
// of one, it would keep its locks until TCP gives up. PostgreSQL 17 has a time-out for the whole; older ones have none.
const endsBatches = "SELECT set_config(name, $1, false) FROM pg_settings WHERE name = 'transaction_timeout'";

/** Opens a session. Throws where the database cannot be reached; `onLost` tells of a later end. */
export async function openPipeline(
  connection: Connection,
  limits: SessionLimits,
  log: Logger,
  onLost: () => void,
): Promise<Pipeline> {
  const client = new Client(sessionConfig(connection, limits));
  const sent: Sent[] = []; // and not answered yet, in their order
  let ended: Promise<void> | null = null;
  const end = (cause: Error): Promise<void> => {
    for (const { reject } of sent.splice(0)) reject(cause);
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
    endWhenSilent(client, limits, () => isOpening || sent.length > 0);
    await client.query(planner);
    await client.query(endsBatches, [String(limits.idleTransactionTimeout_ms)]);
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
        sent.shift();
        resolve(results);
        if (sent[0]) client.query(sent[0].submission);
      });
      // pg sends a query when the one before is answered; here the next is on its way meanwhile.
      submission.send(client.connection.stream);
      sent.push({ submission, reject });
      if (sent.length === 1) client.query(submission);
    });
  return {
    authorityCache: emptyAuthorityCache(),
    run: (steps) => (ended ? Promise.reject(new Error('Connection closed')) : run(steps)),
    close: () => end(new Error('Connection closed')),
  };
}

type Sent = { submission: Submission; reject: (error: Error) => void };
