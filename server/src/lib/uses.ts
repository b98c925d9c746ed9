/** A key that is in use, and how often. */
export type Use = { readonly key: string; count: number };

/** The keys that are in use. */
export type Uses<U extends Use> = {
  /** Begins a use of a key, and returns what is kept of the key until its last use ends. */
  begin: (key: string) => U;
  /** Ends a use that was begun. */
  end: (use: U) => void;
};

/**
 * Keeps something for each key that is in use. Whoever uses a key holds what is kept of it, and looks nothing up. `start`
 * returns what is kept at the first use of a key, with a count of 0.
 */
export function createUses<U extends Use>(start: (key: string) => U): Uses<U> {
  const uses = new Map<string, U>();
  return {
    begin(key) {
      let use = uses.get(key);
      if (!use) uses.set(key, (use = start(key)));
      use.count += 1;
      return use;
    },
    end(use) {
      use.count -= 1;
      if (use.count === 0) uses.delete(use.key);
    },
  };
}
