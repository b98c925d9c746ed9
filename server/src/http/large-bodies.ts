import { setImmediate as nextTurn } from 'node:timers/promises';
import { PurserError } from '../errors.ts';
import { createFairGate, type GateRefusal } from '../lib/fair-gate.ts';

const largeLength = 16 * 1024; // bytes; a smaller body is read in a fraction of a millisecond

const waiting = { waiting: Infinity, waitingPerParty: 128, timeout_ms: 5_000 };
// For the process, because all that it runs shares one event loop.
const turns = createFairGate({ places: 1, placesPerParty: 1, ...waiting }, refusal);
const paces = createFairGate({ places: Infinity, placesPerParty: 1, ...waiting }, refusal);
// A party rests after each of its large bodies: beside a flood of them, the p99 of other parties is 2.7 times as long as
// undisturbed (row `neighbours` of the benchmark, at most 3).
const rest_ms = 40;

function refusal(why: GateRefusal): PurserError {
  return why === 'party'
    ? new PurserError([{ code: 'rate_limited', detail: 'This party sends too many large bodies at once.' }])
    : new PurserError([
        { code: 'service_unavailable', detail: 'Too many large bodies wait to be read. Nothing was done.' },
      ]);
}

/** Returns whether a body is so large that reading it blocks other requests for longer than most requests take. */
export function isLarge(bytes: unknown): boolean {
  return bytes instanceof Uint8Array && bytes.length > largeLength;
}

/**
 * Reads a large body in a turn of the event loop that reads no other one, parties by turns, and at most 25 per second of
 * one party, so that the requests of others go on in between. Throws `rate_limited` if too many bodies of the party wait.
 */
export function readLarge<T>(party: string, read: () => T): Promise<T> {
  const readInTurn = async (): Promise<T> => {
    await nextTurn();
    return read();
  };
  return paces.run(
    party,
    () => turns.run(party, readInTurn),
    () => rest_ms,
  );
}
