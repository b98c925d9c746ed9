/** Amounts by key, and their sum. A key whose amount is 0 takes no memory. */
export type Tally<Key> = {
  total: () => number;
  of: (key: Key) => number;
  /** Adds an amount to that of the key; a negative one takes it away. */
  add: (key: Key, amount: number) => void;
};

export function createTally<Key>(): Tally<Key> {
  const amounts = new Map<Key, number>();
  let total = 0;
  const of = (key: Key): number => amounts.get(key) ?? 0;
  return {
    total: () => total,
    of,
    add(key, amount) {
      const sum = of(key) + amount;
      total += amount;
      if (sum === 0) amounts.delete(key);
      else amounts.set(key, sum);
    },
  };
}
