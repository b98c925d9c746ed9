import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../context.ts';
import { currentTime } from '../db/clock.ts';
import { logFailure } from '../db/failure-log.ts';
import type { Connection } from '../db/pool.ts';
import type { Task } from '../engine/model/journal.ts';
import { tasks, widths } from './tasks.ts';
import { startWorker, type Worker } from './worker.ts';

/** The bound for a run that always finds more to do; the next minute continues it. */
const maxParts = 10_000;
const retryDelay_ms = 5_000;
const slow_ms = 200;
const stopTimeout_ms = 3_000; // for runs in progress; work that is cut off is found again

/** Does work one run at a time. It is slow while a part of its run takes long, as at a mail server that is slow. */
type Runner = {
  run: () => Promise<number>;
  underWay: () => Promise<unknown>;
  isSlow: boolean;
};

/** Creates a runner of work. A call during a run returns the next run, which finds all that was due at the call. */
function createRunner(work: (runner: Runner) => Promise<number>): Runner {
  let running: Promise<number> | null = null;
  let waiting: Promise<number> | null = null;

  function start(): Promise<number> {
    waiting = null;
    running = work(runner).finally(() => {
      if (waiting === null) running = null;
    });
    return running;
  }
  const runner: Runner = {
    isSlow: false,
    run() {
      if (running === null) return start();
      waiting ??= running.then(
        () => start(),
        () => start(),
      );
      return waiting;
    },
    underWay: () => Promise.allSettled([running ?? 0, waiting ?? 0].map((each) => Promise.resolve(each))),
  };
  return runner;
}

type Parts = { part: () => Promise<number>; signal: AbortSignal; onSlow: () => void };

/** Does work part by part until nothing is due, and returns how much was done. */
async function runParts(runner: Runner, { part, signal, onSlow }: Parts): Promise<number> {
  let done = 0;
  for (let parts = 0; parts < maxParts && !signal.aborted; parts += 1) {
    const timer = setTimeout(() => {
      runner.isSlow = true;
      onSlow();
    }, slow_ms).unref();
    const more = await part().finally(() => {
      clearTimeout(timer);
      runner.isSlow = false;
    });
    if (more === 0) break;
    done += more;
  }
  return done;
}

/** Creates the background work, and the worker that starts it when it is due. */
export function createJobs(program: Program, connection: Connection) {
  const runners = new Map<Task, Runner[]>();
  const failing = new Map<Task, NodeJS.Timeout>();
  const stopping = new AbortController();
  let worker: Worker | null = null;

  function runnersOf(task: Task): Runner[] {
    const found = runners.get(task);
    if (found) return found;
    const parts: Parts = {
      part: async () => tasks[task](program, await currentTime(program.db)),
      signal: stopping.signal,
      onSlow: () => void (made.some(({ isSlow }) => !isSlow) && startTask(task)),
    };
    const made: Runner[] = Array.from({ length: widths[task] ?? 1 }, () =>
      createRunner((runner) => runParts(runner, parts)),
    );
    runners.set(task, made);
    return made;
  }

  /**
   * Runs a task part by part until nothing is due, each part at the current time of the clock. Returns how much was
   * done. A process has one run of a task at a time; while a part of it is slow another, up to the width of the task. A
   * call returns when a run has found all that was due at the call, and the others have ended.
   */
  async function run(task: Task): Promise<number> {
    const all = runnersOf(task);
    const fast = all.find(({ isSlow }) => !isSlow);
    const done = await Promise.all((fast ? [fast] : all).map(({ run: runOne }) => runOne()));
    await Promise.all(all.map(({ underWay }) => underWay()));
    return done.reduce((sum, each) => sum + each, 0);
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
      const runs = Promise.all([...runners.values()].flat().map(({ underWay }) => underWay()));
      await Promise.race([runs, pause(stopTimeout_ms, null, { ref: false })]);
    },
  };
}
