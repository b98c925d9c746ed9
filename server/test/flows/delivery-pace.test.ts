import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPace } from '../../src/history/webhooks/delivery/pace.ts';

// A server as the pace sees it: how many commands wait, and how many were decided.
const load = { waiting: 0, decided: 0 };
beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(load, { waiting: 0, decided: 0 });
});
afterEach(() => vi.useRealTimers());

/** Lets deliveries of each party wait, 300 of each, and returns how many have gone, by party. */
function startDeliveries(parties: readonly string[]) {
  const pace = createPace({ waiting: () => load.waiting, decided: () => load.decided });
  const gone = new Map(parties.map((party) => [party, 0]));
  const go = (party: string) => () => void gone.set(party, (gone.get(party) ?? 0) + 1);
  for (const party of parties) {
    for (let count = 0; count < 300; count += 1) void pace.next(party).then(go(party));
  }
  return { pace, gone: () => [...gone.values()] };
}

const pass = (time_ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(time_ms);

it('deliveries go at once while no payments wait', async () => {
  const { gone } = startDeliveries(['a']);
  await pass(0);
  expect(gone()).toEqual([300]);
});

it('while payments wait, one goes for every eight of them, and parties take turns', async () => {
  load.waiting = 64;
  const { gone } = startDeliveries(['a', 'b']);
  await pass(100);
  expect(gone()).toEqual([0, 0]);
  load.decided += 320;
  await pass(100);
  expect(gone()).toEqual([20, 20]);
});

it('what waited goes when payments wait no more, or the server stops', async () => {
  load.waiting = 64;
  const [first, second] = [startDeliveries(['a']), startDeliveries(['a'])];
  second.pace.end();
  await pass(100);
  expect([first.gone(), second.gone()]).toEqual([[0], [300]]);
  load.waiting = 0;
  await pass(2_000);
  expect(first.gone()).toEqual([300]);
});
