/**
 * Awaits all of these, and throws what the first of them in this order has thrown, if one has: statements of one round trip
 * fail with the error of the first that failed.
 */
export async function together<T extends readonly unknown[]>(
  promises: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const all: ReadonlyArray<Promise<unknown>> = promises;
  const results = await Promise.allSettled(all);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }) as unknown as T;
}

/** Returns a promise that never fails, of what returns the result of this one, or throws its error. */
export function whenAsked<T>(promise: Promise<T>): Promise<() => T> {
  return promise.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
}
