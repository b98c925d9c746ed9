import type { Logger } from 'pino';
import type { Connection, SessionLimits } from '../db/pool.ts';
import { PurserError } from '../errors.ts';
import { runBatch } from './batch.ts';
import type { Settled } from './batch.ts';
import type { Command } from './decide.ts';
import type { Outcome } from './outcomes.ts';
import { createQueue, createTokens } from './queue.ts';
import { openSession } from './session.ts';
import type { Session } from './session.ts';

/** The one door through which money moves. */
export type Engine = {
  /**
   * Decides a command and, where it is accepted, has it on disk before it answers.
   * Throws `service_unavailable` (nothing was done) and `outcome_unknown` (the same key finds out).
   */
  submit: (command: Command) => Promise<Outcome>;
  /** Takes no more commands, ends those it has, closes its sessions. */
  close: () => Promise<void>;
};

// A second batch decides while the first one waits for the disk. Below this many commands it would cost more in
// statements than it gains; the first one always goes at once.
const secondBatchAtLeast = 24;

/**
 * Commands wait in a bounded queue; while batches are at the database the next one fills. There is no timer: a lone
 * command goes at once, and a batch is as large as the database is slow.
 */
export function createEngine(
  connection: Connection,
  limits: SessionLimits,
  size: { queueSize: number; batchSize: number },
  log: Logger,
): Engine {
  const queue = createQueue<Settled>(size.batchSize);
  const tokens = createTokens();
  const sessions = [openSession(connection, limits, log), openSession(connection, limits, log)];
  const free: Session[] = [...sessions];
  let pumpPlanned = false;
  let closing = false;
  let onIdle: (() => void) | null = null;

  function pump(): void {
    pumpPlanned = false;
    for (let session = free.pop(); session; session = free.pop()) {
      const isFirst = free.length === sessions.length - 1;
      const batch = queue.take(isFirst ? 1 : secondBatchAtLeast);
      if (batch.length === 0) {
        free.push(session);
        if (isFirst) onIdle?.();
        return;
      }
      void fly(session, batch);
    }
  }

  async function fly(session: Session, batch: ReturnType<typeof queue.take>): Promise<void> {
    const commands = batch.map((waiting) => waiting.command);
    const settled = await runBatch(session, commands, tokens.learn);
    queue.release(batch);
    free.push(session);
    batch.forEach((waiting, index) => waiting.settle(settled[index] ?? { error: new Error('no outcome') }));
    planPump();
  }

  /** Requests that were read in the same turn of the event loop go in one batch. */
  function planPump(): void {
    if (pumpPlanned) return;
    pumpPlanned = true;
    setImmediate(pump);
  }

  return {
    submit(command) {
      if (closing || queue.length() >= size.queueSize) return Promise.reject(overloaded());
      return new Promise((resolve, reject) => {
        const settle = (settled: Settled): void =>
          'outcome' in settled ? resolve(settled.outcome) : reject(settled.error);
        queue.push({ command, tokens: tokens.of(command), settle });
        planPump();
      });
    },
    async close() {
      closing = true;
      await new Promise<void>((resolve) => {
        onIdle = resolve;
        planPump();
      });
      await Promise.all(sessions.map((session) => session.close()));
    },
  };
}

function overloaded(): PurserError {
  return new PurserError([
    { code: 'service_unavailable', detail: 'Too many writes are waiting. Nothing was done; retry shortly.' },
  ]);
}
