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
  /**
   * Runs the work in a place of the party. Throws the gate's refusal if it gets none; then the work does not run. For the ms
   * that `restAfter` returns for the result, null if the work failed, the place is free for other parties only.
   */
  run: <T>(party: string, work: () => Promise<T>, restAfter?: (result: T | null) => number) => Promise<T>;
  waiting: () => number;
};

type Waiter = { enter: () => void };

/**
 * Creates a gate. Each party waits in a line of its own, and the lines take turns, so that a party with many requests
 * delays no party with few. `refusal` returns the error for a request that cannot wait, or has waited for too long.
 */
export function createFairGate(bounds: GateBounds, refusal: (why: GateRefusal) => Error): FairGate {
  const places = createPlaces(bounds);
  const lines = new Map<string, Set<Waiter>>(); // the line whose turn is next comes first
  let waiting = 0;

  const removeFrom = (party: string, line: Set<Waiter>, waiter: Waiter): void => {
    waiting -= 1;
    line.delete(waiter);
    if (line.size === 0) lines.delete(party);
  };
  const admitNext = (): void => {
    for (const [party, line] of lines) {
      const [first] = line;
      if (!first || !places.areOpenTo(party)) continue; // few parties have their share at once
      removeFrom(party, line, first);
      if (lines.delete(party)) lines.set(party, line); // behind the other lines
      places.take(party);
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
    async run(party, work, restAfter) {
      if (places.areOpenTo(party)) places.take(party);
      else await wait(party);
      let result = null;
      try {
        result = await work();
        return result;
      } finally {
        places.leave(party, restAfter?.(result) ?? 0, admitNext);
      }
    },
    waiting: () => waiting,
  };
}

/** Counts who is inside, and who has left but may not come back yet. */
function createPlaces({ places, placesPerParty }: GateBounds) {
  const inside = createTally<string>();
  const resting = createTally<string>();
  return {
    areOpenTo: (party: string): boolean =>
      inside.total() < places && inside.of(party) + resting.of(party) < placesPerParty,
    take: (party: string) => inside.add(party, 1),
    /** Frees a place for others, and after the rest for the party itself. Calls `onFree` each time. */
    leave(party: string, rest_ms: number, onFree: () => void): void {
      const endRest = (): void => {
        resting.add(party, -1);
        onFree();
      };
      inside.add(party, -1);
      if (rest_ms > 0) {
        resting.add(party, 1);
        setTimeout(endRest, rest_ms).unref();
      }
      onFree();
    },
  };
}
