import { describe, expect, it } from 'vitest';
import { createFairQueue } from '../../src/engine/queue/fair-queue.ts';

/** Adds items, named after their party; `-` is background work. Returns what became of each. */
function filled(size: number, names: string[]) {
  const queue = createFairQueue<string>(size);
  const results = names.map((name) => queue.add(name.startsWith('-') ? null : name.slice(0, 1), name));
  return { queue, results };
}

describe('the queue of the engine', () => {
  it('returns what fits into a batch in order of arrival', () => {
    const names = ['a1', 'b1', 'a2', 'c1', '-1', 'a3'];
    const { queue } = filled(100, names);
    expect(queue.take(6)).toEqual(names);
    expect([queue.length(), queue.take(6)]).toEqual([0, []]);
  });

  it('lets parties take turns when more waits, and keeps the order of each', () => {
    const { queue } = filled(100, ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1', '-1']);
    expect(queue.take(4)).toEqual(['a1', 'b1', 'c1', '-1']);
    expect(queue.take(3)).toEqual(['a2', 'a3', 'b2']);
    queue.add('b', 'b3');
    expect([queue.take(2), queue.length()]).toEqual([['a4', 'b3'], 1]);
    expect(queue.take(9)).toEqual(['a5']);
  });

  it('lets no party fill more than a quarter, and refuses everyone when it is full', () => {
    const { queue, results } = filled(8, ['a1', 'a2', 'a3', 'b1', 'b2', '-1', '-2', '-3', '-4', 'c1']);
    expect(
      results.map((result, index) => [index, result]).filter(([, result]) => result !== 'added'),
    ).toEqual([
      [2, 'party'],
      [9, 'everyone'],
    ]);
    queue.take(4);
    expect(['a', 'a', 'a'].map((party) => queue.add(party, party))).toEqual(['added', 'added', 'party']);
  });
});
