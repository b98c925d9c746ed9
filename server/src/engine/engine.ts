import type { Logger } from 'pino';
import type { Connection, SessionLimits } from '../db/pool.ts';
import { unavailable } from '../db/failures.ts';
import { PurserError } from '../errors.ts';
import { runBatch } from './batch.ts';
import type { Session, Settled } from './batch.ts';
import { openPipeline } from './connection.ts';
import type { Pipeline } from './connection.ts';
import type { Command } from './decide.ts';
import type { Outcome } from './outcomes.ts';

/** The one door through which money moves. */
export type Engine = {
  /**
   * Decides a command and, where it is accepted, has it on disk before it answers.
   * Throws `service_unavailable` (nothing was done) and `outcome_unknown` (the same key finds out).
   */
  submit(command: Command): Promise<Outcome>;
  /** Commands waiting or under way. */
  backlog(): number;
  /** Takes no more commands, ends those it has, closes its session. */
  close(): Promise<void>;
};

type Waiting = { command: Command; settle(settled: Settled): void };

/**
 * Commands wait in a bounded queue; while one batch is at the database the next one fills. There is no timer: a lone
 * command goes at once, and a batch is as large as the database is slow.
 */
export function createEngine(
  connection: Connection,
  limits: SessionLimits,
  size: { queueSize: number; batchSize: number },
  log: Logger,
): Engine {
  const session = reopening(() => connection, limits, log);
  const queue: Waiting[] = [];
  let underWay = 0;
  let closing = false;
  let idle: (() => void) | null = null;

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, size.batchSize);
      underWay = batch.length;
      const settled = await runBatch(
        session,
        batch.map((waiting) => waiting.command),
      );
      batch.forEach((waiting, index) => waiting.settle(settled[index] ?? { error: new Error('no outcome') }));
    }
    underWay = 0;
    idle?.();
  }

  return {
    submit(command) {
      if (closing || queue.length >= size.queueSize) return Promise.reject(overloaded());
      return new Promise((resolve, reject) => {
        queue.push({
          command,
          settle: (settled) => ('outcome' in settled ? resolve(settled.outcome) : reject(settled.error)),
        });
        if (underWay > 0 || queue.length > 1) return;
        // Requests that were read in the same turn of the event loop go in one batch.
        setImmediate(() => void drain());
      });
    },
    backlog: () => queue.length + underWay,
    async close() {
      closing = true;
      if (queue.length + underWay > 0) await new Promise<void>((resolve) => (idle = resolve));
      await session.close();
    },
  };
}

function reopening(
  connection: () => Connection,
  limits: SessionLimits,
  log: Logger,
): Session & { close(): Promise<void> } {
  let pipeline: Pipeline | null = null;
  return {
    async get() {
      if (pipeline) return pipeline;
      try {
        const opened: Pipeline = await openPipeline(connection(), limits, log, () => {
          if (pipeline === opened) pipeline = null;
        });
        pipeline = opened;
        return opened;
      } catch (error) {
        throw unavailable(error);
      }
    },
    drop() {
      void pipeline?.close().catch(() => undefined);
      pipeline = null;
    },
    async close() {
      await pipeline?.close().catch(() => undefined);
    },
  };
}

function overloaded(): PurserError {
  return new PurserError([
    { code: 'service_unavailable', detail: 'Too many writes are waiting. Nothing was done; retry shortly.' },
  ]);
}
