import { expect, it } from 'vitest';
import { readLarge } from '../../src/http/large-bodies.ts';

it('large bodies are read in different turns of the event loop, and parties take turns', async () => {
  const order: string[] = [];
  const turn = (): void => {
    order.push('turn');
    if (order.length < 20) setImmediate(turn);
  };
  setImmediate(turn);
  const names = ['a1', 'a2', 'a3', 'b1'];
  await Promise.all(names.map((name) => readLarge(name.slice(0, 1), () => order.push(name))));
  const read = order.filter((name) => name !== 'turn');
  expect(read).toEqual(['a1', 'a2', 'b1', 'a3']);
  read.slice(1).forEach((name, index) => {
    const between = order.slice(order.indexOf(read[index] ?? ''), order.indexOf(name));
    expect(between).toContain('turn');
  });
});
