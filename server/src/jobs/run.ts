import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../context.ts';
import { currentTime } from '../db/clock.ts';
import { logFailure } from '../db/failure-log.ts';
import type { Connection } from '../db/pool.ts';
import type { Task } from '../engine/model/journal.ts';
import { tasks } from './tasks.ts';
import { startWorker, type Worker } from './worker.ts';

/** The bound for a run that always finds more to do; the next minute continues it. */
const maxParts = 10_000;
const retryDelay_ms = 5_000;
const stopTimeout_ms = 3_000; // for runs in progress; work that is cut off is found again

/** Creates the background work, and the worker that starts it when it is due. */
export function createJobs(program: Program, connection: Connection) {
  const running = new Map<Task, Promise<number>>();
  const waiting = new Map<Task, Promise<number>>();
  const failing = new Map<Task, NodeJS.Timeout>();
  const stopping = new AbortController();
  let worker: Worker | null = null;

  async function runParts(task: Task): Promise<number> {
    let done = 0;
    for (let parts = 0; parts < maxParts && !stopping.signal.aborted; parts += 1) {
      const part = await tasks[task](program, await currentTime(program.db));
      if (part === 0) break;
      done += part;
    }
    return done;
  }

  function startRun(task: Task): Promise<number> {
    waiting.delete(task);
    const started = runParts(task).finally(() => void (waiting.has(task) || running.delete(task)));
    running.set(task, started);
    return started;
  }

  /**
   * Runs a task part by part until nothing is due, each part at the current time of the clock. Returns how much was
   * done. A process has one run per task at a time. A call during a run returns the next run, which finds everything
   * that was due at the call.
   */
  function run(task: Task): Promise<number> {
    const current = running.get(task);
    if (!current) return startRun(task);
    const next =
      waiting.get(task) ??
      current.then(
        () => startRun(task),
        () => startRun(task),
      );
    waiting.set(task, next);
    return next;
  }

  /** Runs a task, and retries until it succeeds. Never throws. */
  async function attempt(task: Task): Promise<void> {
    try {
      await run(task);
      clearTimeout(failing.get(task));
      failing.delete(task);
    } catch (error) {
      if (!failing.has(task)) logFailure(program.log, task, error);
      clearTimeout(failing.get(task));
      if (!stopping.signal.aborted)
        failing.set(task, setTimeout(() => startTask(task), retryDelay_ms).unref());
    }
  }
  const startTask = (task: Task): void => void attempt(task);
  return {
    run,
    start(): void {
      worker = startWorker(connection, program.config.database, startTask, program.log);
    },
    /** Stops each run after its current part. */
    async stop(): Promise<void> {
      stopping.abort();
      await worker?.stop();
      const runs = Promise.allSettled([...running.values(), ...waiting.values()]);
      await Promise.race([runs, pause(stopTimeout_ms, null, { ref: false })]);
    },
  };
}
