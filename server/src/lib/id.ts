import { randomFillSync } from 'node:crypto';
import { V7Generator } from 'uuidv7';

/** Prefixes of public ids (spec, "Identifier prefixes"; `req`, `aud` and `mai` are ours). */
export const idPrefixes = [
  'agt',
  'pty',
  'usr',
  'pay',
  'txn',
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
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

declare const of: unique symbol;
/**
 * The id of one kind of resource as the code and the database carry it: 32 lower-case hex digits, a UUIDv7.
 * The prefix is put on in views and taken off in schemas, so that a wrong kind of id is a type error here
 * and a 400 at the edge.
 */
export type Id<P extends IdPrefix> = string & { readonly [of]: P };
export type PublicId<P extends IdPrefix> = `${P}_${string}`;

const pool = new Uint32Array(1024); // the library's own draws eight words at a time: a system call for every other id
let drawn = pool.length;

function nextUint32(): number {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  return pool[drawn++] ?? 0;
}

const generator = new V7Generator({ nextUint32 });
const bytes = Buffer.alloc(16); // one for all: the library's own `toHex` joins digit by digit

/** A new id. Ids of one process increase strictly, so they order lists by creation (never by commit). */
export function newId<P extends IdPrefix>(_prefix: P): Id<P> {
  bytes.set(generator.generate().bytes);
  return bytes.toString('hex') as Id<P>;
}

/** An id as callers see it. */
export function publicId<P extends IdPrefix>(prefix: P, id: Id<P>): PublicId<P> {
  return `${prefix}_${id}`;
}

const idDigits = /^[0-9a-f]{32}$/;

/** The id behind a public one, or null where it is not `<prefix>_` and 32 lower-case hex digits. */
export function parseId<P extends IdPrefix>(prefix: P, text: string): Id<P> | null {
  if (!text.startsWith(`${prefix}_`)) return null;
  const digits = text.slice(prefix.length + 1);
  return idDigits.test(digits) ? (digits as Id<P>) : null;
}

/** A payment and a transfer are their own transaction: same digits, other prefix. */
export function transactionIdOf(id: Id<'pay'> | Id<'trf'>): Id<'txn'> {
  return id as string as Id<'txn'>;
}
