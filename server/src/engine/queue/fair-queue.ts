import { createTally } from '../../lib/tally.ts';

/** A bounded queue that parties share. Null stands for background work, which is no party. */
export type FairQueue<T> = {
  /** Adds an item. Returns `party` if this party's share is full, and `everyone` if the queue is; then adds nothing. */
  add: (party: string | null, item: T) => 'added' | 'party' | 'everyone';
  /** Removes and returns up to `count` items in order of arrival. If more wait, parties take turns. */
  take: (count: number) => T[];
  length: () => number;
};

type Queued<T> = { party: string | null; item: T };

/** Creates a queue. A party may fill a quarter of it. */
export function createFairQueue<T>(size: number): FairQueue<T> {
  const share = Math.max(1, Math.floor(size / 4));
  let queue: Array<Queued<T>> = [];
  // Counted only when so many wait at all. A count kept for each party costs every command two changes of a map.
  const isShareFull = (party: string): boolean =>
    queue.reduce((count, each) => (each.party === party ? count + 1 : count), 0) >= share;
  return {
    add(party, item) {
      if (queue.length >= size) return 'everyone';
      if (party !== null && queue.length >= share && isShareFull(party)) return 'party';
      queue.push({ party, item });
      return 'added';
    },
    take(count) {
      const [taken, left] = queue.length <= count ? [queue, []] : byTurns(queue, count);
      queue = left;
      return taken.map(({ item }) => item);
    },
    length: () => queue.length,
  };
}

/**
 * Divides a queue into the `count` items of the first turns and the rest, both in order of arrival. The first turn has
 * the oldest item of each party, the second turn the next of each, and so on.
 */
function byTurns<T>(queue: ReadonlyArray<Queued<T>>, count: number): [Array<Queued<T>>, Array<Queued<T>>] {
  const had = createTally<string | null>();
  const sizes: number[] = [];
  const turns = queue.map(({ party }) => {
    const turn = had.of(party);
    had.add(party, 1);
    sizes[turn] = (sizes[turn] ?? 0) + 1;
    return turn;
  });
  let [lastTurn, room] = [0, count];
  for (let size = sizes[0] ?? 0; size <= room; size = sizes[lastTurn] ?? Infinity) {
    room -= size;
    lastTurn += 1;
  }
  const [taken, left]: [Array<Queued<T>>, Array<Queued<T>>] = [[], []];
  queue.forEach((each, index) => {
    const turn = turns[index] ?? 0;
    const goes = turn < lastTurn || (turn === lastTurn && room > 0);
    if (goes && turn === lastTurn) room -= 1;
    (goes ? taken : left).push(each);
  });
  return [taken, left];
}
