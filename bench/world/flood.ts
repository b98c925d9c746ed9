import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Parties } from './neighbours.ts';

/** A flood of requests of the sandbox's main party or of nobody, in one of the ways of `waysOf` and `anonymousWays`. */
export type Flood = { port: number; main: Parties['main']; wayName: string };

/**
 * Starts a flood in a thread of its own: in the event loop of the measured clients, it would delay them itself. Returns
 * how to stop it.
 */
export async function startFloodThread(flood: Flood): Promise<() => Promise<unknown>> {
  const thread = new Worker(new URL('flood-thread.ts', import.meta.url), { workerData: flood });
  await once(thread, 'online');
  return () => thread.terminate();
}
