import { createFairQueue } from '../../../engine/queue/fair-queue.ts';

const busyAt = 4; // waiting commands
const busyFor_ms = 1_000;
const turn_ms = 10;
const perCommand = 1 / 8;
const burst = 100;

/** Lets deliveries wait while payments keep the server busy. */
export type Pace = {
  /** Resolves when a delivery of this party may go. */
  next: (party: string) => Promise<void>;
  /** Lets all go, now and later. */
  end: () => void;
};

/** What the pace sees of the engine. */
type Load = { waiting: () => number; decided: () => number };

/**
 * Creates the pace of a server's deliveries: at once or, while commands wait for the engine, one for every eight commands
 * that it decides. So deliveries have a share of the server whatever its speed, and payments most of it. If more wait,
 * parties take turns.
 */
export function createPace({ waiting, decided }: Load): Pace {
  const queue = createFairQueue<() => void>(Infinity);
  let busyUntil_ms = 0;
  let allowed = 0;
  let seen = 0;
  let hasEnded = false;
  let timer: NodeJS.Timeout | null = null;

  function isBusy(): boolean {
    const now_ms = performance.now();
    if (waiting() >= busyAt) busyUntil_ms = now_ms + busyFor_ms;
    return !hasEnded && now_ms < busyUntil_ms;
  }

  function turn(): void {
    timer = null;
    const now = decided();
    allowed = isBusy() ? Math.min(burst, allowed + (now - seen) * perCommand) : Infinity;
    seen = now;
    const gone = queue.take(Math.floor(allowed));
    allowed = Math.min(burst, allowed - gone.length);
    for (const go of gone) go();
    wait();
  }

  function wait(): void {
    if (queue.length() > 0) timer ??= setTimeout(turn, turn_ms);
  }

  return {
    next(party) {
      if (queue.length() === 0 && !isBusy()) return Promise.resolve();
      return new Promise((resolve) => {
        queue.add(party, resolve);
        wait();
      });
    },
    end() {
      hasEnded = true;
      clearTimeout(timer ?? undefined);
      turn();
    },
  };
}
