import DataLoader from 'dataloader';

/**
 * Look-ups that share a query: those that arrive in the same turn of the event loop, and those that arrive while the
 * query before is under way. Each sees the database as it is after it was asked for; nothing is cached.
 */
export function sharedLoader<K, V>(read: (keys: readonly K[]) => Promise<V[]>): DataLoader<K, V> {
  let underWay: Promise<unknown> = Promise.resolve();
  return new DataLoader(
    (keys) => {
      const reading = read(keys);
      underWay = reading.catch(() => undefined);
      return reading;
    },
    {
      cache: false,
      maxBatchSize: 500,
      batchScheduleFn: (run) => void underWay.then(() => setImmediate(run)),
    },
  );
}
