import { PurserError } from '../errors.ts';
import { createFairGate } from '../lib/fair-gate.ts';

const largeLength = 16 * 1024; // bytes; a smaller body is read in a fraction of a millisecond

// For the process, because all that it runs shares one event loop.
const gate = createFairGate(
  { places: 1, placesPerParty: 1, waiting: Infinity, waitingPerParty: 128, timeout_ms: 5_000 },
  (why) =>
    why === 'party'
      ? new PurserError([{ code: 'rate_limited', detail: 'This party sends too many large bodies at once.' }])
      : new PurserError([
          { code: 'service_unavailable', detail: 'Too many large bodies wait to be read. Nothing was done.' },
        ]),
);

/** Returns whether a body is so large that reading it blocks other requests for longer than most requests take. */
export function isLarge(bytes: unknown): boolean {
  return bytes instanceof Uint8Array && bytes.length > largeLength;
}

/**
 * Reads a large body in a turn of the event loop that reads no other one, parties by turns, so that the requests of
 * others go on in between. Throws `rate_limited` if too many bodies of the party wait.
 */
export function readLarge<T>(party: string, read: () => T): Promise<T> {
  return gate.run(party, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return read();
  });
}
