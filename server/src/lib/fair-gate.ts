import { createTally } from './tally.ts';

/** Why a gate refuses: the party's line is full, all lines together are, or no place was free in time. */
export type GateRefusal = 'party' | 'everyone' | 'timeout';

export type GateBounds = {
  /** How many may be inside at once, and how many of them for one party. */
  places: number;
  placesPerParty: number;
  /** How many may wait, and how many of them for one party. */
  waiting: number;
  waitingPerParty: number;
  /** The longest wait, in ms. */
  timeout_ms: number;
};

/** A bounded number of places, which parties share by turns. */
export type FairGate = {
  /** Runs the work in a place of the party. Throws the gate's refusal if it gets none; then the work does not run. */
  run: <T>(party: string, work: () => Promise<T>) => Promise<T>;
  waiting: () => number;
};

type Waiter = { enter: () => void };

/**
 * Creates a gate. Each party waits in a line of its own, and the lines take turns, so that a party with many requests
 * delays no party with few. `refusal` returns the error for a request that cannot wait, or has waited for too long.
 */
export function createFairGate(bounds: GateBounds, refusal: (why: GateRefusal) => Error): FairGate {
  const inside = createTally<string>();
  const lines = new Map<string, Set<Waiter>>(); // the line whose turn is next comes first
  let waiting = 0;

  const isOpenTo = (party: string): boolean =>
    inside.total() < bounds.places && inside.of(party) < bounds.placesPerParty;
  const removeFrom = (party: string, line: Set<Waiter>, waiter: Waiter): void => {
    waiting -= 1;
    line.delete(waiter);
    if (line.size === 0) lines.delete(party);
  };
  const admitNext = (): void => {
    for (const [party, line] of lines) {
      const [first] = line;
      if (!first || !isOpenTo(party)) continue; // few parties have their share at once
      removeFrom(party, line, first);
      if (lines.delete(party)) lines.set(party, line); // behind the other lines
      inside.add(party, 1);
      first.enter();
      return;
    }
  };
  const wait = (party: string): Promise<void> => {
    const line = lines.get(party) ?? new Set();
    if (line.size >= bounds.waitingPerParty) throw refusal('party');
    if (waiting >= bounds.waiting) throw refusal('everyone');
    lines.set(party, line);
    waiting += 1;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        removeFrom(party, line, waiter);
        reject(refusal('timeout'));
      }, bounds.timeout_ms);
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const waiter = { enter };
      line.add(waiter);
    });
  };
  return {
    async run(party, work) {
      if (isOpenTo(party)) inside.add(party, 1);
      else await wait(party);
      try {
        return await work();
      } finally {
        inside.add(party, -1);
        admitNext();
      }
    },
    waiting: () => waiting,
  };
}
