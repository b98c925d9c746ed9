import type { ServerResponse } from 'node:http';
import { PurserError } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { createUses, type Use } from '../lib/uses.ts';
import { maxBodyLength } from './body.ts';
import type { SentToken } from './sent-token.ts';

export type AdmissionLimits = { maxInFlight: number; maxInFlightPerParty: number };

/** What is known of a client before its party: the token that it sent, or '', and its address. */
export type Client = { token: string; address: string };

/**
 * A request in progress and what it holds: an `entry` while a query authenticates it, then a `place` while it is processed.
 * While its body arrives it holds no place but counts as a `body`. `bytes` is the length of its body, `pipelined` how
 * many requests were under way on its connection when it arrived, itself included, `bearer` the key that it sent. A
 * released one is not counted.
 */
export type RequestSlot = {
  readonly response: ServerResponse;
  readonly pipelined: number;
  readonly bearer: SentToken | null;
  readonly isRead: boolean;
  /** While it holds an entry. */
  entry: Entry | null;
  party: PartyUse | null;
  holds: 'nothing' | 'place' | 'body';
  bytes: number;
  isReleased: boolean;
};

/** What is known of a request when it arrives. */
type Arrival = Pick<RequestSlot, 'response' | 'pipelined' | 'bearer' | 'isRead'>;

/** How often the token and the address of a client are in use. A client without a token has the token ''. */
type Entry = { token: Use; address: Use };

/** What the requests of a party hold. */
type PartyUse = Use & Held;
type Held = { place: number; body: number; bytes: number };

const maxBytes = 64 * 1024 * 1024; // of all bodies of requests in progress
const maxBytesPerParty = maxBytes / 4;
const readShare = 3 / 4; // of all places
const maxPipelined = 16; // on one connection

/**
 * Creates admission control, which bounds requests in progress (guarantees, rule 17): in total (503) and per party
 * (429), so that no party takes more than its share, with any number of keys and addresses. While the party is not
 * known, each token and each address has this share. A request whose body has not arrived takes no place: such bodies
 * are bounded separately, by number and by bytes. Reads are refused first, because they may use only three quarters of
 * the places.
 */
export function createAdmission(limits: AdmissionLimits) {
  let inFlight = 0;
  const { enter, join, hold, holdBytes, letGo, leave } = createHolds(limits);
  return {
    /** Counts a request that has arrived. The caller releases it at the latest when its response is closed. */
    track(arrival: Arrival): RequestSlot {
      inFlight += 1;
      return newSlot(arrival);
    },
    /** Admits a request of a party that is not known yet. */
    enter: unlessReleased(enter),
    /** Takes a place of this party for the request. */
    admit: unlessReleased((slot, partyId: Id<'pty'>) => hold(slot, 'place', join(slot, partyId))),
    /** Gives the place back while a body of this length arrives; null if the length is not known. */
    receive: unlessReleased((slot, length: number | null) => {
      if (!slot.party) throw full(); // no body is read for a request without a credential
      hold(slot, 'body', slot.party);
      holdBytes(slot, slot.party, length ?? maxBodyLength);
    }),
    /** Takes a place again for a request whose body has arrived. */
    resume: unlessReleased((slot, length: number) => {
      if (!slot.party) throw full();
      if (slot.bytes !== length) holdBytes(slot, slot.party, length);
      hold(slot, 'place', slot.party);
    }),
    /** Gives the place back of a request whose response is made: an address whose responses wait keeps nobody out. */
    leave: letGo,
    /** Lets go of all that a request holds. Does nothing the second time. */
    release(slot: RequestSlot): void {
      if (slot.isReleased) return;
      slot.isReleased = true;
      inFlight -= 1;
      leave(slot);
    },
    inFlight: (): number => inFlight,
  };
}

/** Takes something for a request, unless it is released, as when its client has left: nothing would release it again. */
function unlessReleased<T>(take: (slot: RequestSlot, what: T) => void) {
  return (slot: RequestSlot, what: T): void => {
    if (!slot.isReleased) take(slot, what);
  };
}

/** Creates what requests hold: entries, and parts of what parties share. */
function createHolds({ maxInFlight, maxInFlightPerParty }: AdmissionLimits) {
  const entries = createEntries(maxInFlight, maxInFlightPerParty);
  const parties = createParties(
    { place: maxInFlight, body: maxInFlight, bytes: maxBytes },
    { place: maxInFlightPerParty, body: maxInFlightPerParty, bytes: maxBytesPerParty },
  );
  function enter(slot: RequestSlot, client: Client): void {
    slot.entry = entries.take(client, slot.isRead ? readShare : 1);
  }
  function join(slot: RequestSlot, partyId: Id<'pty'>): PartyUse {
    leave(slot);
    return (slot.party = parties.begin(partyId));
  }
  function letGo(slot: RequestSlot): void {
    const { entry, party, holds } = slot;
    if (entry) entries.release(entry);
    else if (party && holds !== 'nothing') parties.release(party, holds, 1);
    slot.entry = null;
    slot.holds = 'nothing';
  }
  function hold(slot: RequestSlot, what: 'place' | 'body', party: PartyUse): void {
    letGo(slot);
    parties.take(party, what, 1, slot.isRead ? readShare : 1);
    slot.holds = what;
  }
  function holdBytes(slot: RequestSlot, party: PartyUse, length: number): void {
    parties.release(party, 'bytes', slot.bytes);
    slot.bytes = 0;
    parties.take(party, 'bytes', length);
    slot.bytes = length;
  }
  function leave(slot: RequestSlot): void {
    letGo(slot);
    if (!slot.party) return;
    holdBytes(slot, slot.party, 0);
    parties.end(slot.party);
    slot.party = null;
  }
  return { enter, join, hold, holdBytes, letGo, leave };
}

export type Admission = ReturnType<typeof createAdmission>;

/** Refuses a request behind too many others on its connection. Throws `rate_limited`. */
export function checkPipelined(slot: RequestSlot): void {
  if (isBehindTooMany(slot)) throw shareUsed('connection');
}

/** Returns whether a request is behind too many others on its connection. */
export function isBehindTooMany({ pipelined }: RequestSlot): boolean {
  return pipelined > maxPipelined;
}

function newSlot({ response, pipelined, bearer, isRead }: Arrival): RequestSlot {
  return {
    response,
    pipelined,
    bearer,
    isRead,
    entry: null,
    party: null,
    holds: 'nothing',
    bytes: 0,
    isReleased: false,
  };
}

/** Creates the places of requests whose party is not known: `total`, of which one token or one address may hold `share`. */
function createEntries(total: number, share: number) {
  const tokens = createUses(newUse);
  const addresses = createUses(newUse);
  let taken = 0;
  const end = ({ token, address }: Entry): void => {
    tokens.end(token);
    addresses.end(address);
  };
  const refusalOf = ({ token, address }: Entry, fraction: number): PurserError | null => {
    if (token.key !== '' && token.count > share) return shareUsed('credential');
    if (address.count > share) return shareUsed('address');
    return taken >= total * fraction ? full() : null;
  };
  return {
    /** Takes a place. Throws if a share or this fraction of the total is used up. */
    take(client: Client, fraction: number): Entry {
      const entry = { token: tokens.begin(client.token), address: addresses.begin(client.address) };
      const refusal = refusalOf(entry, fraction);
      if (refusal) {
        end(entry);
        throw refusal;
      }
      taken += 1;
      return entry;
    },
    release(entry: Entry): void {
      end(entry);
      taken -= 1;
    },
  };
}

function newUse(key: string): Use {
  return { key, count: 0 };
}

/** Creates what parties share: `total` of each, of which one party may hold up to `perParty`. */
function createParties(total: Held, perParty: Held) {
  const held: Held = { place: 0, body: 0, bytes: 0 };
  const uses = createUses((key): PartyUse => ({ key, count: 0, place: 0, body: 0, bytes: 0 }));
  return {
    ...uses,
    /** Takes a part for a party. Throws if its share or this fraction of the total is used up. */
    take(party: PartyUse, what: keyof Held, amount: number, fraction = 1): void {
      const isOver = party[what] + amount > perParty[what];
      if (isOver || held[what] + amount > total[what] * fraction) throw isOver ? shareUsed('party') : full();
      party[what] += amount;
      held[what] += amount;
    },
    release(party: PartyUse, what: keyof Held, amount: number): void {
      party[what] -= amount;
      held[what] -= amount;
    },
  };
}

function full(): PurserError {
  const detail = 'Too many requests are under way. Nothing was done.';
  return new PurserError([{ code: 'service_unavailable', detail }]);
}

function shareUsed(by: 'party' | 'credential' | 'address' | 'connection'): PurserError {
  const detail = `This ${by} has too many requests under way at once.`;
  return new PurserError([{ code: 'rate_limited', detail }]);
}
