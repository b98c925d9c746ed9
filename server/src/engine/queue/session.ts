import type { Logger } from 'pino';
import { unavailable } from '../../db/failures.ts';
import type { Connection, SessionLimits } from '../../db/pool.ts';
import { openPipeline, type Pipeline } from './connection.ts';

const closeTimeout_ms = 500;

/** The engine's database session. It opens when it is needed, and opens again after it was lost. */
export type Session = {
  /** Returns the open session. Throws `service_unavailable` if the database cannot be reached. */
  get: () => Promise<Pipeline>;
  /** Discards a session whose state is unknown. */
  drop: () => void;
  limits: SessionLimits;
  /** How far the service's clock was ahead of real time when the last batch read it; null before the first batch. */
  seen: { clockOffset_ms: number | null };
  close: () => Promise<void>;
};

/** Returns a session that connects on first use. */
export function openSession(connection: Connection, limits: SessionLimits, log: Logger): Session {
  let pipeline: Pipeline | null = null;
  const close = async (): Promise<void> => {
    const closing = pipeline;
    pipeline = null;
    // An unreachable database never confirms the end of the session, so closing does not wait long for it.
    const timeout = new Promise((resolve) => setTimeout(resolve, closeTimeout_ms).unref());
    await Promise.race([closing?.close().catch(() => undefined), timeout]);
  };
  return {
    async get() {
      if (pipeline) return pipeline;
      // Assigned later, since `onLost` may be called while the session is still being opened.
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
    limits,
    seen: { clockOffset_ms: null },
    close,
  };
}
