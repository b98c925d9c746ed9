/** Lends an item to one user at a time. A user waits while none is free. */
export type Leases<T> = <R>(use: (item: T) => Promise<R>) => Promise<R>;

export function leasesOf<T>(items: readonly T[]): Leases<T> {
  const free = [...items];
  const waiting: Array<(item: T) => void> = [];
  return async (use) => {
    const item = free.shift() ?? (await new Promise<T>((resolve) => waiting.push(resolve)));
    try {
      return await use(item);
    } finally {
      const next = waiting.shift();
      if (next) next(item);
      else free.push(item);
    }
  };
}
