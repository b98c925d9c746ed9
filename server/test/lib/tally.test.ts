import { describe, expect, it } from 'vitest';
import { createTally } from '../../src/lib/tally.ts';

describe('a tally', () => {
  it('sums amounts by key and in all, and starts a key that came to nothing again', () => {
    const tally = createTally<string>();
    tally.add('a', 3);
    tally.add('b', 4);
    tally.add('a', -1);
    expect([tally.of('a'), tally.of('b'), tally.of('c'), tally.total()]).toEqual([2, 4, 0, 6]);
    tally.add('a', -2);
    expect([tally.of('a'), tally.total()]).toEqual([0, 4]);
    tally.add('a', 1);
    expect([tally.of('a'), tally.total()]).toEqual([1, 5]);
  });
});
