import { setTimeout as pause } from 'node:timers/promises';

const busyAt = 4; // waiting commands
const busyFor_ms = 1_000;
const between_ms = 20;

/** Lets deliveries of all webhooks wait while payments keep the server busy. */
export type Pace = { next: (signal: AbortSignal) => Promise<void> };

/**
 * Creates the pace of a server's deliveries: at once, or 50 in a second, whichever webhook they are of, while commands
 * wait for the engine. Deliveries may come later, and payments should not.
 */
export function createPace(waitingCommands: () => number): Pace {
  let busyUntil_ms = 0;
  let nextAt_ms = 0;
  return {
    async next(signal) {
      const now_ms = performance.now();
      if (waitingCommands() >= busyAt) busyUntil_ms = now_ms + busyFor_ms;
      if (now_ms >= busyUntil_ms) return;
      nextAt_ms = Math.max(now_ms, nextAt_ms + between_ms);
      await pause(nextAt_ms - now_ms, null, { signal, ref: false }).catch(() => null);
    },
  };
}
