import { setImmediate as nextTurn } from 'node:timers/promises';
import { PurserError } from '../errors.ts';
import { createFairGate } from '../lib/fair-gate.ts';

const largeLength = 16 * 1024; // bytes; a smaller body is read in a fraction of a millisecond

const waiting = { waiting: Infinity, waitingPerParty: 128, timeout_ms: 5_000 };
// For the process, because all that it runs shares one event loop.
const turns = createFairGate({ places: 1, placesPerParty: 1, ...waiting }, busy);
const paces = createFairGate({ places: Infinity, placesPerParty: 1, ...waiting }, tooMany);
const restPerKiB_ms = 0.4;

function tooMany(): PurserError {
  const detail = 'This party sends too many large bodies at once. Nothing was done.';
  return new PurserError([{ code: 'rate_limited', detail }]);
}

function busy(): PurserError {
  const detail = 'Too many large bodies wait to be read. Nothing was done.';
  return new PurserError([{ code: 'service_unavailable', detail }]);
}

/** Returns whether a body of this length in bytes blocks other requests for longer than most requests take. */
export function isLarge(length: number): boolean {
  return length > largeLength;
}

/**
 * Waits until a party may send a large body, 0.4 ms for each KiB of the one before: not only to read them takes the event
 * loop's time, but also to receive them and to collect what they leave behind in memory. Throws `rate_limited` if that
 * takes too long.
 */
export function paceLarge(party: string, length: number): Promise<void> {
  return paces.run(
    party,
    () => Promise.resolve(),
    () => (length / 1024) * restPerKiB_ms,
  );
}

const refusalDelay_ms = 1_000;

/**
 * Refuses a body of the announced length that its party may not send: a large one after a second. Node reads what has
 * arrived of it even so, to throw it away, and a client that sends the next one at once filled the memory with 64 MB/s.
 */
export function refuseLarge(length: number | null, refuse: () => void): void {
  if (length !== null && isLarge(length)) setTimeout(refuse, refusalDelay_ms);
  else refuse();
}

/** Reads a large body in a turn of the event loop that reads no other one, parties by turns. */
export function readLarge<T>(party: string, read: () => T): Promise<T> {
  return turns.run(party, async () => {
    await nextTurn();
    return read();
  });
}
