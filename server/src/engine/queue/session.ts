import type { Logger } from 'pino';
import { unavailable } from '../../db/failures.ts';
import type { Connection, SessionLimits } from '../../db/pool.ts';
import { openPipeline } from './connection.ts';
import type { Pipeline } from './connection.ts';

const goodbye_ms = 500;

/** A database session that opens itself when it is needed, and again after it was lost. */
export type Session = {
  /** Throws `service_unavailable` where the database cannot be reached. */
  get: () => Promise<Pipeline>;
  /** Gives up a session whose state is not known any more. */
  drop: () => void;
  /** How far the service's clock was ahead of real time when a batch last looked; null before the first. */
  seen: { clockOffset_ms: number | null };
  close: () => Promise<void>;
};

/** A session that is not open yet. */
export function openSession(connection: Connection, limits: SessionLimits, log: Logger): Session {
  let pipeline: Pipeline | null = null;
  const close = async (): Promise<void> => {
    const closing = pipeline;
    pipeline = null;
    // A server that is gone says no goodbye: the session is not worth waiting for.
    const patience = new Promise((resolve) => setTimeout(resolve, goodbye_ms).unref());
    await Promise.race([closing?.close().catch(() => undefined), patience]);
  };
  return {
    async get() {
      if (pipeline) return pipeline;
      // Not a constant: a session can be lost while it is being opened, before it has a name.
      let opened: Pipeline | null = null;
      try {
        opened = await openPipeline(connection, limits, log, () => {
          if (pipeline === opened) pipeline = null;
        });
        pipeline = opened;
        return opened;
      } catch (error) {
        throw unavailable(error);
      }
    },
    drop: () => void close(),
    seen: { clockOffset_ms: null },
    close,
  };
}
