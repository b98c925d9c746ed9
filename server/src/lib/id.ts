import { randomFillSync } from 'node:crypto';
import { V7Generator } from 'uuidv7';

/**
 * Prefixes of public ids (spec, "Identifier prefixes"; `rfd`, `req`, `aud`, `mai`, `con`, `sil`, `whk`, `dlv`, `rdy`,
 * `fpo`, `rcn` and `ogr` are additions).
 */
export const idPrefixes = [
  'agt',
  'pty',
  'usr',
  'pay',
  'txn',
  'rfd',
  'trf',
  'wal',
  'eac',
  'prq',
  'apy',
  'agk',
  'adi',
  'inv',
  'dlg',
  'apr',
  'evt',
  'req',
  'aud',
  'mai',
  'con',
  'sil',
  'whk',
  'dlv',
  'rdy',
  'fpo',
  'rcn',
  'dbt',
  'wof',
  'ogr',
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

declare const of: unique symbol;
/**
 * The id of one type of resource in the code and the database: a UUIDv7 as 32 lower-case hex digits. Views add the
 * prefix and schemas remove it, so that an id of the wrong type is a type error in the code and a 400 in the API.
 */
export type Id<P extends IdPrefix> = string & { readonly [of]: P };
export type PublicId<P extends IdPrefix> = `${P}_${string}`;

const pool = new Uint32Array(1024); // the library itself makes a system call for every second id
let drawn = pool.length;

function nextUint32(): number {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  return pool[drawn++] ?? 0;
}

const generator = new V7Generator({ nextUint32 });
const bytes = Buffer.alloc(16); // shared: the library's `toHex` concatenates digit by digit

/**
 * Returns a new id. Ids of one process increase strictly, so they order lists by creation (never by commit). They are even:
 * the odd id behind that of a payment is that of its second event.
 */
export function newId<P extends IdPrefix>(_prefix: P): Id<P> {
  bytes.set(generator.generate().bytes);
  bytes[15] = (bytes[15] ?? 0) & 0xfe; // one of 32 random bits behind the library's counter
  return bytes.toString('hex') as Id<P>;
}

/** Returns the lowest id that can be drawn at a time (ms), as 32 hex digits. */
export function firstIdAt(time_ms: number): string {
  return time_ms.toString(16).padStart(12, '0').padEnd(32, '0');
}

/** Returns when an id was made, in ms of real time. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 12), 16);
}

// Ids are drawn while a request is served, by servers whose clocks may differ.
const skew_ms = 10 * 60_000;

/**
 * Returns a range of ids, from `lowest` on and below `before`, that has everything made between two times (null for no
 * bound) and some more. Ids contain real time; the service's clock is ahead of it by what it was moved.
 */
export function idsBetween(
  after: Date | null,
  end: Date | null,
  before: string,
  clockOffset_ms: number,
): { before: string; lowest: string } {
  const last = end && firstIdAt(Math.max(0, end.getTime() + skew_ms));
  const lowest = after ? firstIdAt(Math.max(0, after.getTime() - clockOffset_ms - skew_ms)) : '0'.repeat(32);
  return { before: last && last < before ? last : before, lowest };
}

/** Returns the even id of a pair: this one, or the one before it. */
export function evenId(id: string): string {
  return id.slice(0, -1) + (Number.parseInt(id.slice(-1), 16) & 0xe).toString(16);
}

/** Returns the odd id of a pair: this one, or the one behind it. */
export function oddId(id: string): string {
  return id.slice(0, -1) + (Number.parseInt(id.slice(-1), 16) | 1).toString(16);
}

/** Returns an id with its public prefix. */
export function publicId<P extends IdPrefix>(prefix: P, id: Id<P>): PublicId<P> {
  return `${prefix}_${id}`;
}

const idDigits = /^[0-9a-f]{32}$/;

/** Returns the id in a public id, or null where that is not `<prefix>_` and 32 lower-case hex digits. */
export function parseId<P extends IdPrefix>(prefix: P, text: string): Id<P> | null {
  if (!text.startsWith(`${prefix}_`)) return null;
  const digits = text.slice(prefix.length + 1);
  return idDigits.test(digits) ? (digits as Id<P>) : null;
}

/** Returns the transaction id of a payment, refund, transfer, payout or write-off: the same digits with another prefix. */
export function transactionIdOf(id: Id<'pay'> | Id<'rfd'> | Id<'trf'> | Id<'fpo'> | Id<'wof'>): Id<'txn'> {
  return id as string as Id<'txn'>;
}

/** Returns the id of the party that a payment registers if its address leads to none: the digits of the payment. */
export function provisionalPartyIdOf(id: Id<'pay'> | Id<'txn'>): Id<'pty'> {
  return id as string as Id<'pty'>;
}
