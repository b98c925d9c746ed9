/** Lends each of some things to one borrower at a time; who finds none waits. */
export type Leases<T> = <R>(use: (thing: T) => Promise<R>) => Promise<R>;

export function leasesOf<T>(things: readonly T[]): Leases<T> {
  const free = [...things];
  const waiting: Array<(thing: T) => void> = [];
  return async (use) => {
    const thing = free.shift() ?? (await new Promise<T>((resolve) => waiting.push(resolve)));
    try {
      return await use(thing);
    } finally {
      const next = waiting.shift();
      if (next) next(thing);
      else free.push(thing);
    }
  };
}
