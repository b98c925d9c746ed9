import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type LogFunctionFactory,
  Logger as JobLogger,
  run,
  type RunnerOptions,
  type WorkerEvents,
} from 'graphile-worker';
import type { Logger } from 'pino';
import type { Connection, SessionLimits } from '../db/pool.ts';
import { type Task, taskNames } from '../engine/model/journal.ts';
import { createJobsPool, jobsSchema } from './schema.ts';

const poll_ms = 1_000;
const firstPause_ms = 200;
const maxPause_ms = 10_000;
const healthy_ms = 60_000;
const stopTimeout_ms = 1_000;

/**
 * Every minute, one job starts every task, so that no work is missed even if its job was lost, for example in a crash.
 */
const crontab = '* * * * * everything ?jobKey=everything&max=1';

/**
 * Starts tasks right after the commit that enqueued them, and every minute. A job only starts its task and does no work
 * itself, so that jobs are short and no task waits for another. A worker that ends, for example because the database
 * became unavailable, is restarted for as long as the program runs.
 */
export function startWorker(
  connection: Connection,
  limits: SessionLimits,
  startTask: (task: Task) => void,
  log: Logger,
) {
  const pool = createJobsPool(connection, limits, log);
  const starter = releasable(startTask);
  const options = optionsOf(starter.start, log);
  let stopRunner: (() => Promise<void>) | null = null;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function runOnce(): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    const failed = failureOfFirstLook(events);
    const runner = await run({ ...options, pgPool: pool, events });
    stopRunner = () => runner.stop();
    if (signal.aborted) await runner.stop();
    const failure = await Promise.race([failed, runner.promise]);
    if (!failure) return;
    await runner.stop();
    throw failure;
  }
  async function keepRunning(): Promise<void> {
    let pause_ms = firstPause_ms;
    while (!signal.aborted) {
      const startedAt_ms = Date.now();
      try {
        await runOnce();
      } catch (error) {
        log.debug({ reason: error instanceof Error ? error.message : '' }, 'jobs: the worker ended');
      }
      if (Date.now() - startedAt_ms > healthy_ms) pause_ms = firstPause_ms;
      await pause(pause_ms, null, { signal, ref: false }).catch(() => null);
      pause_ms = Math.min(maxPause_ms, pause_ms * 2);
    }
  }
  const running = keepRunning();
  return {
    /** Stops taking jobs and closes the sessions. */
    async stop(): Promise<void> {
      stopping.abort();
      starter.release();
      const ended = Promise.all([stopRunner?.().catch(() => undefined), running]);
      await Promise.race([ended, pause(stopTimeout_ms, null, { ref: false })]);
      await Promise.race([pool.end(), pause(stopTimeout_ms, null, { ref: false })]);
    },
  };
}

export type Worker = ReturnType<typeof startWorker>;

/**
 * Returns why a worker could not look for its first job, if that happens. Such a worker would never take a job:
 * graphile-worker reads the ids of its tasks at that moment, and keeps a failure for ever. Later it looks again by itself.
 */
function failureOfFirstLook(events: WorkerEvents): Promise<Error> {
  const { promise, resolve } = Promise.withResolvers<Error>();
  const fail = ({ error }: { error: unknown }): void =>
    resolve(error instanceof Error ? error : new Error(String(error)));
  const succeed = (): void => void events.off('worker:getJob:error', fail);
  events.once('worker:getJob:error', fail);
  events.once('worker:getJob:empty', succeed);
  events.once('job:start', succeed);
  return promise;
}

/**
 * Returns a function that does the same until it is released. graphile-worker keeps the functions of a runner for ever,
 * and with each everything that it refers to.
 */
function releasable(startTask: (task: Task) => void) {
  let startIt: typeof startTask | null = startTask;
  return {
    start: (task: Task): void => startIt?.(task),
    release: (): void => {
      startIt = null;
    },
  };
}

function optionsOf(startTask: (task: Task) => void, log: Logger): RunnerOptions {
  return {
    schema: jobsSchema,
    taskList: {
      ...Object.fromEntries(taskNames.map((task) => [task, () => startTask(task)])),
      everything: () => taskNames.forEach(startTask),
    },
    crontab,
    concurrency: 1,
    pollInterval: poll_ms,
    noHandleSignals: true,
    logger: new JobLogger(logTo(log)),
    // Without these settings, a failure to record the end of a job is an unhandled rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
}

/** Logs the worker's messages, which name only its own jobs. Their metadata is dropped. */
function logTo(log: Logger): LogFunctionFactory {
  return () => (level, message) => {
    const quiet = level === 'info' || level === 'debug';
    log[quiet ? 'debug' : 'warn'](`jobs: ${message.split('\n')[0]}`);
  };
}
