import type { Logger } from 'pino';
import type { Connection, SessionLimits } from '../../db/pool.ts';
import { PurserError } from '../../errors.ts';
import { beginBatch, runBatch } from './batch.ts';
import type { Begun, Settled } from './batch.ts';
import type { Command } from '../decide/commands.ts';
import type { Outcome } from '../model/outcomes.ts';
import { openSession } from './session.ts';

/** The one door through which money moves. */
export type Engine = {
  /**
   * Decides a command and, where it is accepted, has it on disk before it answers.
   * Throws `service_unavailable` (nothing was done) and `outcome_unknown` (the same key finds out).
   */
  submit: (command: Command) => Promise<Outcome>;
  /** How many commands wait for the batch before theirs. */
  waiting: () => number;
  /** How far the service's clock was ahead of real time when a batch last looked, in ms; null before the first. */
  clockOffset_ms: () => number | null;
  /** Takes no more commands, ends those it has, closes its session. */
  close: () => Promise<void>;
};

/** Is told of each batch that ended. Must not throw. */
export type EngineWatch = (commands: readonly Command[], settled: readonly Settled[]) => void;

type Waiting = { command: Command; settle: (settled: Settled) => void };

/**
 * Commands wait in a bounded queue; while one batch is at the database the next one fills. There is no timer: a lone
 * command goes at once, and a batch is as large as the database is slow. One batch is under way at a time: a second
 * one was measured and gained nothing (docs/decisions.md).
 */
export function createEngine(
  connection: Connection,
  limits: SessionLimits,
  size: { queueSize: number; batchSize: number },
  log: Logger,
  watch: EngineWatch = () => undefined,
): Engine {
  const session = openSession(connection, limits, log);
  const queue: Waiting[] = [];
  let draining: Promise<void> | null = null;
  let answered = Promise.resolve();
  let closing = false;

  function take(): Waiting[] | null {
    return queue.length > 0 ? queue.splice(0, size.batchSize) : null;
  }

  async function drain(): Promise<void> {
    // Requests that were read in the same turn of the event loop go in one batch.
    await new Promise((resolve) => setImmediate(resolve));
    let batch = take();
    let begun: Begun | null = null;
    while (batch) {
      const commands = commandsOf(batch);
      let next: Waiting[] | null = null;
      let nextBegun: Begun | null = null;
      const settled: Settled[] = await runBatch(session, commands, begun, (pipeline) => {
        next = take();
        nextBegun = next && beginBatch(pipeline, commandsOf(next));
      });
      watch(commands, settled);
      answered = response(batch, settled, answered);
      batch = next ?? take();
      begun = nextBegun;
    }
    draining = null;
  }

  return {
    submit(command) {
      if (closing || queue.length >= size.queueSize) return Promise.reject(overloaded());
      return new Promise((resolve, reject) => {
        const settle = (settled: Settled): void =>
          'outcome' in settled ? resolve(settled.outcome) : reject(settled.error);
        queue.push({ command, settle });
        draining ??= drain();
      });
    },
    waiting: () => queue.length,
    clockOffset_ms: () => session.seen.clockOffset_ms,
    async close() {
      closing = true;
      await draining;
      await answered;
      await session.close();
    },
  };
}

const answersInTurn = 16;

/**
 * Tells each command what became of it, some in each turn of the event loop: what a hundred callers do with their answers
 * would otherwise come before the next batch, whose rows have arrived meanwhile, and the database would wait for that.
 * `before` are the answers of the batch before.
 */
async function response(
  batch: readonly Waiting[],
  settled: readonly Settled[],
  before: Promise<void>,
): Promise<void> {
  await before;
  for (const [index, { settle }] of batch.entries()) {
    if (index > 0 && index % answersInTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    settle(settled[index] ?? { error: new Error('no outcome') });
  }
}

function commandsOf(batch: readonly Waiting[]): Command[] {
  return batch.map((waiting) => waiting.command);
}

function overloaded(): PurserError {
  return new PurserError([
    { code: 'service_unavailable', detail: 'Too many writes are waiting. Nothing was done; retry shortly.' },
  ]);
}
