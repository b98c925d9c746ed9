import { evictOldest } from './evict-oldest.ts';

/**
 * Returns the function with its results for the latest `most` texts memoized: for what is asked for several times within
 * one batch, in any order. A result must not be changed.
 */
export function memoizeRecent<V>(most: number, read: (text: string) => V): (text: string) => V {
  const recent = new Map<string, V>();
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    if (recent.size >= most) evictOldest(recent, most * 0.9);
    const value = read(text);
    recent.set(text, value);
    return value;
  };
}
