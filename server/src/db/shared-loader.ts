import DataLoader from 'dataloader';
import type { Queryable } from './sql.ts';

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

/** The place of the look-up that a row answers, from 1 on. */
export type Placed = { place: bigint };

/** Declares a look-up of rows. Concurrent ones of the same sessions share a query, which costs a fraction of one for each. */
export function shared<LookUp, Row>(
  read: (db: Queryable, lookUps: readonly LookUp[]) => Promise<Array<Row & Placed>>,
): (db: Queryable, lookUp: LookUp) => Promise<Row[]> {
  const loaders = new WeakMap<Queryable, DataLoader<LookUp, Row[]>>();
  return (db, lookUp) => {
    const loader =
      loaders.get(db) ??
      sharedLoader<LookUp, Row[]>(async (lookUps) => {
        const byPlace = Map.groupBy(await read(db, lookUps), ({ place }) => Number(place));
        return lookUps.map((_each, index) => byPlace.get(index + 1) ?? []);
      });
    loaders.set(db, loader);
    return loader.load(lookUp);
  };
}
