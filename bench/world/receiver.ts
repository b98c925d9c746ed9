import { Worker } from 'node:worker_threads';
import { addCleanup } from '../cleanup.ts';

/** A receiver of webhooks that answers at once, and how many it has received. */
export type Receiver = { url: string; received: () => number; close: () => Promise<void> };

/** Starts a receiver in a thread of its own, so that it does not share the event loop of the load. */
export async function startReceiver(): Promise<Receiver> {
  const shared = new Int32Array(new SharedArrayBuffer(8)); // the count, and the port
  const thread = new Worker(new URL('receiver-thread.ts', import.meta.url), { workerData: shared });
  const listening = Atomics.waitAsync(shared, 1, 0);
  if (listening.async) await listening.value;
  return {
    url: `http://127.0.0.1:${Atomics.load(shared, 1)}/hook`,
    received: () => Atomics.load(shared, 0),
    close: addCleanup(async () => void (await thread.terminate())),
  };
}
