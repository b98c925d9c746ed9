import { Client } from 'pg';
import type { QueryConfig, QueryResult } from 'pg';
import type { Logger } from 'pino';
import { sessionConfig } from '../db/pool.ts';
import type { Connection, SessionLimits } from '../db/pool.ts';

/** A statement of a batch: prepared once per session, sent without waiting for the one before it. */
export type Step = { name: string; text: string; values?: unknown[] };

/** The engine's own session. */
export type Pipeline = {
  /** Sends all statements in one write and answers their results. Throws the first failure. */
  run(steps: readonly Step[]): Promise<QueryResult[]>;
  /** Ends an aborted transaction, so that the session can be used again. */
  rollback(): Promise<void>;
  close(): Promise<void>;
};

// A batch joins short arrays to large tables: an index look-up per element is always right, and a plan made for
// one batch size is right for all. Without these the planner's guesses about unnest cost more than the work.
const planner = `SET enable_seqscan = off; SET enable_hashjoin = off;
  SET enable_mergejoin = off; SET enable_material = off; SET jit = off`;

/** Opens a session. Throws where the database cannot be reached; `onLost` tells of a later end. */
export async function openPipeline(
  connection: Connection,
  limits: SessionLimits,
  log: Logger,
  onLost: () => void,
): Promise<Pipeline> {
  const client = new Client({ ...sessionConfig(connection, limits), pipeline: true });
  client.on('error', (error) => {
    log.warn({ reason: error.message }, 'engine connection lost');
    onLost();
  });
  client.on('end', onLost);
  try {
    await client.connect();
    await client.query(planner);
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  const stream = streamOf(client);
  return {
    async run(steps) {
      stream.cork();
      const sent = steps.map((step) => client.query(step as QueryConfig));
      stream.uncork();
      const results = await Promise.allSettled(sent);
      return results.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
    },
    async rollback() {
      await client.query('ROLLBACK');
    },
    close: () => client.end(),
  };
}

/** The socket, which pg's types do not show: corked, a round trip is one system call. */
function streamOf(client: Client): { cork(): void; uncork(): void } {
  const { connection } = client as unknown as { connection: { stream: { cork(): void; uncork(): void } } };
  return connection.stream;
}
