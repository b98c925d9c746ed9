import type { Logger } from 'pino';
import { commitsWait } from '../../db/failures.ts';
import type { Connection, SessionLimits } from '../../db/pool.ts';
import { PurserError } from '../../errors.ts';
import { beginBatch, type LoadingBatch, runBatch, type Settled } from './batch.ts';
import type { Command } from '../decide/commands.ts';
import type { Outcome } from '../model/outcomes.ts';
import { createFairQueue } from './fair-queue.ts';
import { openSession } from './session.ts';

/** The only way to move money. */
export type Engine = {
  /**
   * Decides a command. Returns its outcome after the commit, when the changes are on disk. Throws `rate_limited`,
   * `service_unavailable` or `lock_timeout` if nothing was done. Throws `outcome_unknown` if the connection was lost
   * during the commit: the client can safely retry with the same idempotency key; without a key, it must look up
   * whether the command took effect.
   */
  run: (command: Command) => Promise<Outcome>;
  /** How many commands are in the queue, in no batch yet. */
  waiting: () => number;
  /** How many commands it has decided since it began. */
  decided: () => number;
  /** How far the service's clock was ahead of real time when the last batch read it; null before the first batch. */
  clockOffset_ms: () => number | null;
  /** Refuses new commands, finishes those in the queue, then closes the session. */
  close: () => Promise<void>;
};

/** Called after each batch, with its results. Must not throw. */
export type EngineWatch = (commands: readonly Command[], settled: readonly Settled[]) => void;

type QueuedCommand = { command: Command; settle: (settled: Settled) => void };

/**
 * Creates an engine. Commands wait in a bounded queue that parties share: while one batch is at the database, the next
 * one fills. There is no timer: a lone command goes at once, and batches grow as the database slows down. One batch is
 * decided while the next one loads; running a second batch in parallel was measured and gained nothing
 * (docs/decisions.md).
 */
export function createEngine(
  connection: Connection,
  limits: SessionLimits,
  size: { queueSize: number; batchSize: number },
  log: Logger,
  watch: EngineWatch = () => undefined,
): Engine {
  const session = openSession(connection, limits, log);
  const queue = createFairQueue<QueuedCommand>(size.queueSize);
  let draining: Promise<void> | null = null;
  let delivered = Promise.resolve();
  let closing = false;
  let decided = 0;

  function takeBatch(): QueuedCommand[] | null {
    return queue.length() > 0 ? queue.take(size.batchSize) : null;
  }

  async function drain(): Promise<void> {
    // Requests that were read in the same turn of the event loop go in one batch.
    await new Promise((resolve) => setImmediate(resolve));
    let batch = takeBatch();
    let loading: LoadingBatch | null = null;
    while (batch) {
      const commands = commandsOf(batch);
      let next: QueuedCommand[] | null = null;
      let nextLoading: LoadingBatch | null = null;
      const settled: Settled[] = await runBatch(session, commands, loading, (pipeline) => {
        next = takeBatch();
        nextLoading = next && beginBatch(pipeline, commandsOf(next));
      });
      decided += commands.length;
      watch(commands, settled);
      delivered = deliver(batch, settled, delivered);
      batch = next ?? takeBatch();
      loading = nextLoading;
    }
    draining = null;
  }

  return {
    run(command) {
      if (closing) return Promise.reject(overloaded('everyone'));
      if (connection.sessions?.commitsWait()) return Promise.reject(commitsWait());
      return new Promise((resolve, reject) => {
        const settle = (settled: Settled): void =>
          'outcome' in settled ? resolve(settled.outcome) : reject(settled.error);
        const added = queue.add('actor' in command ? command.actor.partyId : null, { command, settle });
        if (added === 'added') draining ??= drain();
        else reject(overloaded(added));
      });
    },
    waiting: queue.length,
    decided: () => decided,
    clockOffset_ms: () => session.seen.clockOffset_ms,
    async close() {
      closing = true;
      await draining;
      await delivered;
      await session.close();
    },
  };
}

const outcomesPerTurn = 16;

/**
 * Delivers the outcomes of a batch, a few in each turn of the event loop. Otherwise a hundred requests would continue
 * before the next batch, whose rows have arrived by then, and the database would be idle. `before` is the delivery of
 * the batch before.
 */
async function deliver(
  batch: readonly QueuedCommand[],
  settled: readonly Settled[],
  before: Promise<void>,
): Promise<void> {
  await before;
  for (const [index, { settle }] of batch.entries()) {
    if (index > 0 && index % outcomesPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    settle(settled[index] ?? { error: new Error('no outcome') });
  }
}

function commandsOf(batch: readonly QueuedCommand[]): Command[] {
  return batch.map(({ command }) => command);
}

function overloaded(crowd: 'party' | 'everyone'): PurserError {
  return new PurserError([
    crowd === 'party'
      ? { code: 'rate_limited', detail: 'This party has too many writes waiting. Nothing was done.' }
      : {
          code: 'service_unavailable',
          detail: 'Too many writes are waiting. Nothing was done; retry shortly.',
        },
  ]);
}
