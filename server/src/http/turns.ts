const perAddress = 4; // requests in one turn of the event loop
const perTurn = 64; // of all addresses

type Waiting = { goOn: () => void };

/** Lets requests of clients that are not known go on by turns. */
export type Turns = {
  /** Calls `goOn`, which must not throw: at once if the address has something left of the present turn, or later. */
  take: (address: string, goOn: () => void) => void;
};

/**
 * Creates the turns: in each turn of the event loop four requests of an address go on, and the others wait for the next
 * ones, addresses by turns. So the requests of other clients, which go on at once, have most of the processor beside a
 * flood from any address, and the flood goes on as fast as what they leave.
 */
export function createTurns(): Turns {
  const lines = new Map<string, Set<Waiting>>(); // the line whose turn is next comes first
  const taken = new Map<string, number>(); // in this turn, by address
  let left = perTurn;

  const count = (address: string): void => {
    if (taken.size === 0) setImmediate(begin);
    taken.set(address, (taken.get(address) ?? 0) + 1);
    left -= 1;
  };
  const begin = (): void => {
    taken.clear();
    left = perTurn;
    for (const [address, line] of firstOf(lines, perTurn)) {
      for (const waiting of firstOf(line, Math.min(perAddress, left))) {
        line.delete(waiting);
        count(address);
        waiting.goOn();
      }
      lines.delete(address);
      if (line.size > 0) lines.set(address, line); // behind the other lines
      if (left === 0) return;
    }
  };
  return {
    take(address, goOn) {
      const line = lines.get(address);
      if (line) line.add({ goOn });
      else if (left === 0 || taken.get(address) === perAddress) lines.set(address, new Set([{ goOn }]));
      else {
        count(address);
        goOn();
      }
    },
  };
}

function firstOf<T>(all: Iterable<T>, count: number): T[] {
  return Iterator.from(all).take(count).toArray();
}
