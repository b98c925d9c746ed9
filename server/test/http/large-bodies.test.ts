import { expect, it } from 'vitest';
import { readLarge } from '../../src/http/large-bodies.ts';

/** Reads a large body of each party, named by the first letter, and returns the names and turns in their order. */
async function readAll(names: readonly string[]): Promise<string[]> {
  const order: string[] = [];
  const turn = setInterval(() => order.push('turn'));
  await Promise.all(names.map((name) => readLarge(name.slice(0, 1), () => order.push(name))));
  clearInterval(turn);
  return order;
}

it('after each large body a party waits, and the bodies of other parties are read meanwhile', async () => {
  const order = await readAll(['a1', 'a2', 'a3', 'b1', 'c1']);
  expect(order.filter((name) => name !== 'turn')).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  expect(order.slice(order.indexOf('c1'), order.indexOf('a2'))).toContain('turn');
  expect(order.slice(order.indexOf('a2'), order.indexOf('a3'))).toContain('turn');
});

it('large bodies are read in different turns of the event loop', async () => {
  const order: string[] = [];
  const turn = (): void => {
    order.push('turn');
    if (order.length < 20) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(['x', 'y'].map((party) => readLarge(party, () => order.push(party))));
  expect(order.slice(order.indexOf('x'), order.indexOf('y'))).toContain('turn');
});

it('a body that is refused says why, and the next one is read', async () => {
  const refused = readLarge('d', () => {
    throw new Error('not JSON');
  });
  await expect(refused).rejects.toThrow('not JSON');
  expect(await readLarge('d', () => 'read')).toBe('read');
});
