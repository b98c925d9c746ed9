import { setImmediate as nextTurn } from 'node:timers/promises';

/** Makes a value at its first use, and returns the same one from then on. */
export type Once = <T>(make: () => T) => () => Promise<T>;

/**
 * Returns what makes each of several values once. No two are made in one turn of the event loop: if many are wanted at
 * once, all else that the program does goes on in between.
 */
export function createOnce(): Once {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(make: () => T) => {
    let made: Promise<T> | null = null;
    const begin = (): Promise<T> => {
      const next = last.then(() => nextTurn()).then(make);
      last = next.catch(() => undefined);
      return next;
    };
    return () => (made ??= begin());
  };
}
