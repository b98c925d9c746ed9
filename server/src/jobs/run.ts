import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Program } from '../context.ts';
import { currentTime } from '../db/clock.ts';
import type { Connection } from '../db/pool.ts';
import type { Task } from '../engine/model/journal.ts';
import { PurserError } from '../errors.ts';
import { tasks } from './tasks.ts';
import { startWorker } from './worker.ts';
import type { Worker } from './worker.ts';

/** A bound for work that always says that there is more: the next minute goes on. */
const mostParts = 10_000;
const again_ms = 5_000;
const patience_ms = 3_000; // for what is under way at the stop; what is cut off is found again

/** The work that nobody waits for, and the worker that wakes it when it is due. */
export function createJobs(program: Program, connection: Connection) {
  const running = new Map<Task, Promise<number>>();
  const waiting = new Map<Task, Promise<number>>();
  const failing = new Map<Task, NodeJS.Timeout>();
  const stopping = new AbortController();
  let worker: Worker | null = null;

  async function finish(task: Task): Promise<number> {
    let done = 0;
    for (let parts = 0; parts < mostParts && !stopping.signal.aborted; parts += 1) {
      const part = await tasks[task](program, await currentTime(program.db));
      if (part === 0) break;
      done += part;
    }
    return done;
  }

  function beginRun(task: Task): Promise<number> {
    waiting.delete(task);
    const mine = finish(task).finally(() => void (waiting.has(task) || running.delete(task)));
    running.set(task, mine);
    return mine;
  }

  /**
   * Does due work of a kind, part by part until there is none, each part by the clock of its moment. Of one kind, one run
   * at a time in a process: who asks during a run gets the one after it, and so knows that all is done.
   */
  function run(task: Task): Promise<number> {
    const before = running.get(task);
    if (!before) return beginRun(task);
    const next =
      waiting.get(task) ??
      before.then(
        () => beginRun(task),
        () => beginRun(task),
      );
    waiting.set(task, next);
    return next;
  }

  /** Never throws: what fails is tried again until it works. */
  async function attempt(task: Task): Promise<void> {
    try {
      await run(task);
      clearTimeout(failing.get(task));
      failing.delete(task);
    } catch (error) {
      if (!failing.has(task)) logFailure(program.log, task, error);
      clearTimeout(failing.get(task));
      if (!stopping.signal.aborted) failing.set(task, setTimeout(() => startTask(task), again_ms).unref());
    }
  }
  const startTask = (task: Task): void => void attempt(task);
  return {
    run,
    start(): void {
      worker = startWorker(connection, program.config.database, startTask, program.log);
    },
    /** Lets each run end with the part that it is at. */
    async stop(): Promise<void> {
      stopping.abort();
      await worker?.stop();
      const runs = Promise.allSettled([...running.values(), ...waiting.values()]);
      await Promise.race([runs, pause(patience_ms, null, { ref: false })]);
    },
  };
}

/** Once, and not again until it has worked in between: it is tried every few seconds. */
function logFailure(log: Logger, task: Task, error: unknown): void {
  if (error instanceof PurserError) log.warn({ task, reason: error.message }, 'background work has to wait');
  else log.error({ task, err: error }, 'background work failed');
}
