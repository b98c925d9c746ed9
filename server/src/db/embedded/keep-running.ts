import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Cluster } from './cluster.ts';
import type { Watched } from './guard.ts';
import { launch } from './launch.ts';
import { shutDown, shutDownAny } from './postmaster.ts';
import { StartRefused } from './refused.ts';

const startTimeout_ms = 30_000;
const firstPause_ms = 50;
const longestPause_ms = 2000;

/**
 * Launches PostgreSQL for the first time. Throws StartRefused at once for a permanent fault, after 30 s for a transient
 * one.
 */
export async function launchFirst(cluster: Cluster, log: Logger, signal: AbortSignal): Promise<Watched> {
  const deadline_ms = Date.now() + startTimeout_ms;
  return launchAgain(cluster, log, signal, (error) => {
    if (error instanceof StartRefused) throw error;
    if (Date.now() > deadline_ms) throw new StartRefused(messageOf(error), { cause: error });
  });
}

/**
 * Relaunches PostgreSQL whenever it has ended, however often that fails: the server keeps running and waits for it.
 * Resolves after the signal, once PostgreSQL is down.
 */
export async function keepRunning(
  first: Watched,
  cluster: Cluster,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const stopped = once(signal, 'abort');
  let postmaster = first;
  try {
    for (;;) {
      await Promise.race([postmaster.gone, stopped]);
      if (signal.aborted) return await shutDown(postmaster);
      log.warn(`PostgreSQL, pid ${postmaster.pid}, is gone: starting it again`);
      postmaster = await launchAgain(cluster, log, signal, () => undefined);
      log.warn(`PostgreSQL is back, pid ${postmaster.pid}`);
    }
  } catch (error) {
    // Stopped while it was down or starting.
    if (!signal.aborted) throw error;
    await shutDownAny(cluster);
  }
}

/**
 * Launches until it succeeds, with growing pauses. `onFailure` is called after each failure and may throw to give up.
 */
async function launchAgain(
  cluster: Cluster,
  log: Logger,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<Watched> {
  for (let pause_ms = firstPause_ms; ; pause_ms = Math.min(pause_ms * 1.5, longestPause_ms)) {
    try {
      return await launch(cluster, log, signal);
    } catch (error) {
      signal.throwIfAborted();
      onFailure(error);
      log.warn(`${messageOf(error)}; trying again`);
    }
    await pause(pause_ms, undefined, { signal });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
