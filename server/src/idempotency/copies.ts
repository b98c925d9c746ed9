import { fault } from '../errors.ts';
import { createFairGate, type FairGate } from '../lib/fair-gate.ts';
import type { KeyName } from '../engine/model/actor.ts';

const waitingPerKey = 128;

/**
 * Creates the gate at which plain writes with an idempotency key wait for earlier ones with this key on this server, in
 * order and without a database session. Its refusal is `idempotency_request_in_progress`, after the time that a
 * statement may take: many copies may have to be replayed one after the other.
 */
export function createCopies({ statementTimeout_ms }: { statementTimeout_ms: number }): FairGate {
  return createFairGate(
    {
      places: Infinity,
      placesPerParty: 1, // each key is a party of its own
      waiting: Infinity,
      waitingPerParty: waitingPerKey,
      timeout_ms: statementTimeout_ms,
    },
    requestInProgress,
  );
}

/** Returns the name of a key at this gate, and for its lock in the database. */
export function nameOf({ partyId, route, key }: KeyName): string {
  return `${partyId} ${route} ${key}`;
}

/** Returns a 409 error: an earlier request with this key has not ended in time. */
export function requestInProgress(): Error {
  return fault('idempotency_request_in_progress', 'An earlier request with this key has not ended yet.', {
    header: 'Idempotency-Key',
  });
}
