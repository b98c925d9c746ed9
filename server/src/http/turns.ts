/** How many requests go on in one turn of the event loop: of each client, and of all. */
type Share = { ofEach: number; ofAll: number };

const ofParties: Share = { ofEach: 16, ofAll: Infinity };
const ofAddresses: Share = { ofEach: 4, ofAll: 64 };

type Waiting = { goOn: () => void };

/** Lets requests of clients go on by turns. */
export type Turns = {
  /**
   * Calls `goOn`, which must not throw: at once if the client has something left of the present turn, and returns null; or
   * later, and returns what leaves the line.
   */
  take: (client: string, goOn: () => void) => (() => void) | null;
};

/**
 * Creates the turns of parties, whose keys are known, and of addresses, for all others. In each turn of the event loop some
 * requests of a client go on, and the others wait for the next ones, clients by turns. So a flood from one party or address
 * makes no turn long, on however many connections it comes, and it goes on as fast as what the others leave.
 */
export function createTurns(): { parties: Turns; addresses: Turns } {
  return { parties: turnsOf(ofParties), addresses: turnsOf(ofAddresses) };
}

function turnsOf({ ofEach, ofAll }: Share): Turns {
  const lines = new Map<string, Set<Waiting>>(); // the line whose turn is next comes first
  const taken = new Map<string, number>(); // in this turn, by client
  let left = ofAll;

  const count = (client: string): void => {
    if (taken.size === 0) setImmediate(begin);
    taken.set(client, (taken.get(client) ?? 0) + 1);
    left -= 1;
  };
  const begin = (): void => {
    taken.clear();
    left = ofAll;
    for (const [client, line] of firstOf(lines, ofAll)) {
      for (const waiting of firstOf(line, Math.min(ofEach, left))) {
        line.delete(waiting);
        count(client);
        waiting.goOn();
      }
      lines.delete(client);
      if (line.size > 0) lines.set(client, line); // behind the other lines
      if (left <= 0) return;
    }
  };
  const leave = (client: string, waiting: Waiting): void => {
    const line = lines.get(client);
    if (line?.delete(waiting) && line.size === 0) lines.delete(client);
  };
  return {
    take(client, goOn) {
      const line = lines.get(client);
      if (!line && left > 0 && taken.get(client) !== ofEach) {
        count(client);
        goOn();
        return null;
      }
      const waiting = { goOn };
      if (line) line.add(waiting);
      else lines.set(client, new Set([waiting]));
      return () => leave(client, waiting);
    },
  };
}

function firstOf<T>(all: Iterable<T>, count: number): T[] {
  return Iterator.from(all).take(count).toArray();
}
