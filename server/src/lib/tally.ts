/** Amounts by key, and their sum. Keys whose amount is 0 are kept up to a bound: most of them come again at once. */
export type Tally<Key> = {
  total: () => number;
  of: (key: Key) => number;
  /** Adds an amount to that of the key, a negative one takes it away, and returns what the key has then. */
  add: (key: Key, amount: number) => number;
};

const maxZeros = 1_024;

export function createTally<Key>(): Tally<Key> {
  const amounts = new Map<Key, { sum: number }>();
  let total = 0;
  let zeros = 0;
  function removeZeros(): void {
    for (const [key, { sum }] of amounts) if (sum === 0) amounts.delete(key);
    zeros = 0;
  }
  return {
    total: () => total,
    of: (key) => amounts.get(key)?.sum ?? 0,
    add(key, amount) {
      if (amount === 0) return amounts.get(key)?.sum ?? 0;
      total += amount;
      const entry = amounts.get(key);
      if (!entry) {
        amounts.set(key, { sum: amount });
        return amount;
      }
      if (entry.sum === 0) zeros -= 1;
      entry.sum += amount;
      if (entry.sum === 0 && (zeros += 1) > maxZeros) removeZeros();
      return entry.sum;
    },
  };
}
