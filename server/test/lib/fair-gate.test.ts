import { describe, expect, it, vi } from 'vitest';
import { createFairGate, type GateBounds } from '../../src/lib/fair-gate.ts';

const minute_ms = 60_000;

/** A gate, and work whose end the test decides. */
function scene(bounds: Partial<GateBounds> = {}) {
  const all = { places: 4, placesPerParty: 2, waiting: 100, waitingPerParty: 10, timeout_ms: minute_ms };
  const gate = createFairGate({ ...all, ...bounds }, (why) => new Error(why));
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    gate,
    started,
    send: (name: string): Promise<string> => {
      const work = gate.run(name.slice(0, 1), () => {
        started.push(name);
        const end = Promise.withResolvers<string>();
        ends.set(name, end);
        return end.promise;
      });
      work.catch(() => undefined); // what still waits when a test ends is refused later
      return work;
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)?.resolve(name);
      await new Promise((resolve) => setImmediate(resolve));
    },
    fail: async (name: string): Promise<void> => {
      ends.get(name)?.reject(new Error('the work failed'));
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

describe('a fair gate', () => {
  it('gives a party its share of the places, and others the rest, in the same turn', () => {
    const { send, started } = scene();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'd1']) void send(name);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('admits the lines by turns, and each line in order', async () => {
    const { send, started, end, gate } = scene({ places: 1, placesPerParty: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) void send(name);
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
    expect(gate.waiting()).toBe(0);
  });

  it('passes over a party that has its share, and comes back to it when one of its own ends', async () => {
    const { send, started, end } = scene({ places: 3 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void send(name);
    await end('b1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
    await end('a1');
    expect(started.at(-1)).toBe('a3');
  });

  it('refuses what a full line cannot take, and says whose line it is', async () => {
    const { send, end } = scene({ places: 2, placesPerParty: 1, waiting: 3, waitingPerParty: 2 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void send(name);
    expect(await reasonOf(send('a4'))).toBe('party');
    expect(await reasonOf(send('b3'))).toBe('everyone');
    await end('a1');
    const waiting = reasonOf(send('b4'));
    await end('b1');
    await end('b2');
    await end('b4');
    expect(await waiting).toBe('done');
  });

  it('refuses what has waited for too long, and runs what comes after it', async () => {
    const { send, started, end, gate } = scene({ places: 1, placesPerParty: 1, timeout_ms: 10 });
    void send('a1');
    expect(await Promise.all(['a2', 'b1'].map((name) => reasonOf(send(name))))).toEqual([
      'timeout',
      'timeout',
    ]);
    expect(gate.waiting()).toBe(0);
    await end('a1');
    void send('b2');
    expect(started).toEqual(['a1', 'b2']);
  });

  it('frees the place of work that fails', async () => {
    const { send, started, fail } = scene({ places: 1, placesPerParty: 1 });
    const failing = reasonOf(send('a1'));
    void send('b1');
    await fail('a1');
    expect([await failing, started]).toEqual(['the work failed', ['a1', 'b1']]);
  });

  it('keeps a place for as long as the work says, while its result is there and other parties go on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { gate, send, started, end } = scene({ places: 1, placesPerParty: 1 });
      const rests = (rest_ms: number): Promise<unknown> =>
        reasonOf(
          gate.run(
            'a',
            () => Promise.resolve('done'),
            () => rest_ms,
          ),
        );
      expect(await rests(10)).toBe('done');
      void send('a1');
      void send('b1');
      vi.advanceTimersByTime(9);
      expect(started).toEqual(['b1']);
      vi.advanceTimersByTime(1);
      await end('b1');
      expect(started).toEqual(['b1', 'a1']);
      await end('a1');
      expect([await rests(0), gate.waiting()]).toEqual(['done', 0]);
      void send('a2');
      expect(started).toEqual(['b1', 'a1', 'a2']);
    } finally {
      vi.useRealTimers();
    }
  });
});
