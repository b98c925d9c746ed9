import type { ServerResponse } from 'node:http';
import { PurserError } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { createTally } from '../lib/tally.ts';
import { maxBodyLength } from './body.ts';

/** The bounds on concurrent requests. */
export type AdmissionLimits = { maxInFlight: number; maxInFlightPerParty: number };

/**
 * A request in progress and what it holds: an `entry` while it is authenticated, then a `place` while it is processed.
 * While its body arrives it holds no place but counts as a `body`. `bytes` is the length of its body.
 */
export type RequestSlot = {
  readonly response: ServerResponse;
  isRead: boolean;
  partyId: Id<'pty'> | null;
  holds: 'nothing' | 'entry' | 'place' | 'body';
  bytes: number;
};

const maxBytes = 64 * 1024 * 1024; // of all bodies of requests in progress
const maxBytesPerParty = maxBytes / 4;

/**
 * Creates admission control, which bounds requests in progress (guarantees, rule 17): in total (503) and per party
 * (429), so that no party takes more than its share, with any number of keys and addresses. A request whose body has
 * not arrived takes no place: such bodies are bounded separately, by number and by bytes. Reads are refused first,
 * because they may use only three quarters of the places.
 */
export function createAdmission({ maxInFlight, maxInFlightPerParty }: AdmissionLimits) {
  let inFlight = 0;
  let entries = 0;
  const perKind = () => createShares(maxInFlight, maxInFlightPerParty);
  const shares = { place: perKind(), body: perKind() };
  const bytes = createShares(maxBytes, maxBytesPerParty);

  function letGo(slot: RequestSlot): void {
    const { holds, partyId } = slot;
    if (holds === 'entry') entries -= 1;
    else if (holds !== 'nothing' && partyId) shares[holds].release(partyId, 1);
    slot.holds = 'nothing';
  }
  function hold(slot: RequestSlot, what: 'place' | 'body', partyId: Id<'pty'>): void {
    letGo(slot);
    if (slot.response.closed) return; // the client has disconnected: nothing would release it
    shares[what].take(partyId, 1, slot.isRead ? 3 / 4 : 1);
    slot.holds = what;
  }
  function holdBytes(slot: RequestSlot, partyId: Id<'pty'>, length: number): void {
    bytes.release(partyId, slot.bytes);
    slot.bytes = 0;
    if (slot.response.closed) return;
    bytes.take(partyId, length);
    slot.bytes = length;
  }
  return {
    /** Counts a request that has arrived. The caller releases it when its response is closed. */
    track(response: ServerResponse): RequestSlot {
      inFlight += 1;
      return { response, isRead: false, partyId: null, holds: 'nothing', bytes: 0 };
    },
    /** Admits a request of a party that is not known yet. */
    enter(slot: RequestSlot, isRead: boolean): void {
      if (entries >= (isRead ? (maxInFlight * 3) / 4 : maxInFlight)) throw full();
      entries += 1;
      slot.holds = 'entry';
      slot.isRead = isRead;
    },
    /** Takes a place of this party for the request. */
    admit(slot: RequestSlot, partyId: Id<'pty'>): void {
      slot.partyId = partyId;
      hold(slot, 'place', partyId);
    },
    /** Gives the place back while a body of this length arrives; null if the length is not known. */
    receive(slot: RequestSlot, length: number | null): void {
      if (!slot.partyId) throw full(); // no body is read for a request without a credential
      hold(slot, 'body', slot.partyId);
      holdBytes(slot, slot.partyId, length ?? maxBodyLength);
    },
    /** Takes a place again for a request whose body has arrived. */
    resume(slot: RequestSlot, length: number): void {
      if (!slot.partyId) throw full();
      holdBytes(slot, slot.partyId, length);
      hold(slot, 'place', slot.partyId);
    },
    release(slot: RequestSlot): void {
      inFlight -= 1;
      letGo(slot);
      if (slot.partyId) bytes.release(slot.partyId, slot.bytes);
      slot.bytes = 0;
    },
    inFlight: (): number => inFlight,
  };
}

export type Admission = ReturnType<typeof createAdmission>;

/** Creates an amount that parties share: `total` of it, of which one party may hold up to `perParty`. */
function createShares(total: number, perParty: number) {
  const held = createTally<string>();
  return {
    /** Takes a part for a party. Throws if its share or this fraction of the total is used up. */
    take(partyId: string, amount: number, fraction = 1): void {
      if (held.of(partyId) + amount > perParty) throw shareUsed();
      if (held.total() + amount > total * fraction) throw full();
      held.add(partyId, amount);
    },
    release: (partyId: string, amount: number): void => held.add(partyId, -amount),
  };
}

function full(): PurserError {
  const detail = 'Too many requests are under way. Nothing was done.';
  return new PurserError([{ code: 'service_unavailable', detail }]);
}

function shareUsed(): PurserError {
  const detail = 'This party has too many requests under way at once.';
  return new PurserError([{ code: 'rate_limited', detail }]);
}
