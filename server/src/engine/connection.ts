import { Client } from 'pg';
import type { Logger } from 'pino';
import { sessionConfig } from '../db/pool.ts';
import type { Connection, SessionLimits } from '../db/pool.ts';
import { Submission } from './submission.ts';
import type { Rows, Step } from './submission.ts';

/** The engine's own session. */
export type Pipeline = {
  /** Sends all statements at once and answers the rows of each. After a failure the session is of no use any more. */
  run(steps: readonly Step[]): Promise<Rows[]>;
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
  const client = new Client(sessionConfig(connection, limits));
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
  const prepared = new Set<string>();
  return {
    run: (steps) =>
      new Promise((resolve, reject) => {
        const settle = (error: Error | null, results: Rows[] = []): void =>
          error ? reject(error) : resolve(results);
        client.query(new Submission(steps, prepared, settle));
      }),
    close: () => client.end(),
  };
}
