import type { ServerResponse } from 'node:http';
import { PurserError } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { createTally } from '../lib/tally.ts';
import { maxBodyLength } from './body.ts';
import type { SentToken } from './sent-token.ts';

export type AdmissionLimits = { maxInFlight: number; maxInFlightPerParty: number };

/** What is known of a client before its party: the token that it sent, or '', and its address. */
export type Client = { token: string; address: string };

/**
 * A request in progress and what it holds: an `entry` while it is authenticated, then a `place` while it is processed.
 * While its body arrives it holds no place but counts as a `body`. `bytes` is the length of its body, `pipelined` how
 * many requests were under way on its connection when it arrived, itself included, `bearer` the key that it sent. A
 * released one is not counted.
 */
export type RequestSlot = {
  readonly response: ServerResponse;
  readonly pipelined: number;
  readonly bearer: SentToken | null;
  client: Client;
  isRead: boolean;
  partyId: Id<'pty'> | null;
  holds: 'nothing' | 'entry' | 'place' | 'body';
  bytes: number;
  isReleased: boolean;
};

const maxBytes = 64 * 1024 * 1024; // of all bodies of requests in progress
const maxBytesPerParty = maxBytes / 4;
const readShare = 3 / 4; // of all places
const maxPipelined = 16; // on one connection
const nobody: Client = { token: '', address: '' };

/**
 * Creates admission control, which bounds requests in progress (guarantees, rule 17): in total (503) and per party
 * (429), so that no party takes more than its share, with any number of keys and addresses. While the party is not
 * known, each token and each address has this share. A request whose body has not arrived takes no place: such bodies
 * are bounded separately, by number and by bytes. Reads are refused first, because they may use only three quarters of
 * the places.
 */
export function createAdmission({ maxInFlight, maxInFlightPerParty }: AdmissionLimits) {
  let inFlight = 0;
  const entries = createEntries(maxInFlight, maxInFlightPerParty);
  const perKind = () => createShares(maxInFlight, maxInFlightPerParty);
  const shares = { place: perKind(), body: perKind() };
  const bytes = createShares(maxBytes, maxBytesPerParty);

  function letGo(slot: RequestSlot): void {
    if (slot.holds === 'entry') entries.release(slot.client);
    else if (slot.holds !== 'nothing' && slot.partyId) shares[slot.holds].release(slot.partyId, 1);
    slot.holds = 'nothing';
  }
  function hold(slot: RequestSlot, what: 'place' | 'body', partyId: Id<'pty'>): void {
    letGo(slot);
    if (slot.response.closed) return; // the client has disconnected: nothing would release it
    shares[what].take(partyId, 1, slot.isRead ? readShare : 1);
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
    /** Counts a request that has arrived. The caller releases it at the latest when its response is closed. */
    track(response: ServerResponse, pipelined: number, bearer: SentToken | null): RequestSlot {
      inFlight += 1;
      return newSlot(response, pipelined, bearer);
    },
    /** Admits a request of a party that is not known yet. */
    enter(slot: RequestSlot, client: Client, isRead: boolean): void {
      entries.take(client, isRead ? readShare : 1);
      slot.client = client;
      slot.isRead = isRead;
      slot.holds = 'entry';
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
      if (slot.bytes !== length) holdBytes(slot, slot.partyId, length);
      hold(slot, 'place', slot.partyId);
    },
    /** Gives the place back of a request whose response is made: an address whose responses wait keeps nobody out. */
    leave: letGo,
    /** Lets go of all that a request holds. Does nothing the second time. */
    release(slot: RequestSlot): void {
      if (slot.isReleased) return;
      slot.isReleased = true;
      inFlight -= 1;
      letGo(slot);
      if (slot.partyId) holdBytes(slot, slot.partyId, 0);
    },
    inFlight: (): number => inFlight,
  };
}

export type Admission = ReturnType<typeof createAdmission>;

/** Refuses a request behind too many others on its connection. Throws `rate_limited`. */
export function checkPipelined({ pipelined }: RequestSlot): void {
  if (pipelined > maxPipelined) throw shareUsed('connection');
}

function newSlot(response: ServerResponse, pipelined: number, bearer: SentToken | null): RequestSlot {
  return {
    response,
    pipelined,
    bearer,
    client: nobody,
    isRead: false,
    partyId: null,
    holds: 'nothing',
    bytes: 0,
    isReleased: false,
  };
}

/** Creates the places of requests whose party is not known: `total`, of which one token or one address may hold `share`. */
function createEntries(total: number, share: number) {
  const tokens = createTally<string>();
  const addresses = createTally<string>();
  const add = ({ token, address }: Client, amount: number): void => {
    tokens.add(token, amount);
    addresses.add(address, amount);
  };
  return {
    /** Takes a place. Throws if a share or this fraction of the total is used up. */
    take(client: Client, fraction: number): void {
      if (client.token !== '' && tokens.of(client.token) >= share) throw shareUsed('credential');
      if (addresses.of(client.address) >= share) throw shareUsed('address');
      if (tokens.total() >= total * fraction) throw full();
      add(client, 1);
    },
    release: (client: Client): void => add(client, -1),
  };
}

/** Creates an amount that parties share: `total` of it, of which one party may hold up to `perParty`. */
function createShares(total: number, perParty: number) {
  const held = createTally<string>();
  return {
    /** Takes a part for a party. Throws if its share or this fraction of the total is used up. */
    take(partyId: string, amount: number, fraction = 1): void {
      const isOver = held.add(partyId, amount) > perParty;
      if (!isOver && held.total() <= total * fraction) return;
      held.add(partyId, -amount);
      throw isOver ? shareUsed('party') : full();
    },
    release: (partyId: string, amount: number): void => void held.add(partyId, -amount),
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
