/**
 * The same function, which remembers its last answer: for what is mostly asked about the same thing again, such as the
 * times of a list. Whatever it answers must not be changed by those who ask.
 */
export function memoizeLast<K extends string | number, V>(read: (key: K) => V): (key: K) => V {
  let last: { key: K; value: V } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, value: read(key) };
    return last.value;
  };
}
