import { expect, it } from 'vitest';
import { createOnce } from '../../src/lib/once.ts';

it('makes a value at its first use and never again, also when many want it at once', async () => {
  const made: string[] = [];
  const get = createOnce()(() => made.push('a'));
  expect(made).toEqual([]);
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect([await get(), made]).toEqual([1, ['a']]);
});

it('makes one value in a turn of the event loop, and goes on after one that fails', async () => {
  const turns: number[] = [];
  let turn = 0;
  const next = (): void => void setImmediate(() => (turn += 1) < 20 && next());
  next();
  const once = createOnce();
  const failing = once(() => {
    throw new Error('not made');
  });
  const values = [failing, ...[1, 2, 3].map(() => once(() => turns.push(turn)))];
  const settled = await Promise.allSettled(values.map((get) => get()));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(new Set(turns).size).toBe(3);
});
