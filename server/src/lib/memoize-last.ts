/**
 * Returns the function with its last result memoized: for functions that are mostly called with the same argument
 * again, such as the times of a list. The result must not be changed.
 */
export function memoizeLast<K extends string | number, V>(read: (key: K) => V): (key: K) => V {
  let last: { key: K; value: V } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, value: read(key) };
    return last.value;
  };
}
