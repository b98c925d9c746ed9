import { setImmediate as nextTurn } from 'node:timers/promises';
import { PurserError } from '../errors.ts';
import { createFairGate } from '../lib/fair-gate.ts';

const largeLength = 16 * 1024; // bytes; a smaller body is read in a fraction of a millisecond

// The longest wait, and the longest time in which a body arrives afterwards, are within the time limit of a request.
const waiting = { waiting: Infinity, waitingPerParty: 128, timeout_ms: 3_000 };
// For the process, because all that it runs shares one event loop.
const turns = createFairGate({ places: 1, placesPerParty: 1, ...waiting }, busy);
// A slow body keeps one of a party's places for as long as it takes to arrive.
const paces = createFairGate({ places: Infinity, placesPerParty: 4, ...waiting }, tooMany);
const restPerKiB_ms = 1.6; // of each place: 0.4 ms of a party

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

/** A body as far as it has arrived, of this length in bytes, or why no more of it does. */
export type Arrived = { error: Error | null; body: Buffer; length: number };

/**
 * Receives a large body when its party may send one: 0.4 ms for each KiB of those before. Not only to read them takes the
 * event loop's time, but also to receive them and to collect what they leave behind in memory. Throws `rate_limited` if it
 * has to wait for too long.
 */
export function paceLarge(party: string, receive: () => Promise<Arrived>): Promise<Arrived> {
  return paces.run(party, receive, (arrived) => ((arrived?.length ?? 0) / 1024) * restPerKiB_ms);
}

/** Reads a large body in a turn of the event loop that reads no other one, parties by turns. */
export function readLarge<T>(party: string, read: () => T): Promise<T> {
  return turns.run(party, async () => {
    await nextTurn();
    return read();
  });
}
