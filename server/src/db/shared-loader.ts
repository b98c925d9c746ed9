import DataLoader from 'dataloader';

/**
 * Returns a loader that batches look-ups into one query: those of the same turn of the event loop, and those that
 * arrive while the previous query is running. Each query starts after its look-ups were requested; nothing is cached.
 */
export function sharedLoader<K, V>(read: (keys: readonly K[]) => Promise<V[]>): DataLoader<K, V> {
  let running: Promise<unknown> = Promise.resolve();
  return new DataLoader(
    (keys) => {
      const reading = read(keys);
      running = reading.catch(() => undefined);
      return reading;
    },
    {
      cache: false,
      maxBatchSize: 500,
      batchScheduleFn: (run) => void running.then(() => setImmediate(run)),
    },
  );
}
