/**
 * Returns the function with its result for each object memoized for as long as the object is there: for what follows from
 * objects that never change. The result must not be changed.
 */
export function memoizeObject<K extends object, V extends object>(read: (object: K) => V): (object: K) => V {
  const known = new WeakMap<K, V>();
  return (object) => {
    const found = known.get(object);
    if (found) return found;
    const value = read(object);
    known.set(object, value);
    return value;
  };
}
