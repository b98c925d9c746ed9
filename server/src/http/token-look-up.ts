import type { Queryable } from '../db/sql.ts';
import type { PurserError } from '../errors.ts';
import type { Id } from '../lib/id.ts';

/** What the token in a path leads to. */
export type TokenTarget = {
  id: string;
  /** Stands for the token in the audit log and in the names of idempotency keys: a token is recorded nowhere. */
  publicId: string;
  /** The party behind it. */
  partyId: Id<'pty'>;
};

/** Finds what a token leads to; null if it leads nowhere. Then the response is the 404 `notFound`. */
export type TokenLookUp<T> = {
  find: (db: Queryable, token: string) => Promise<T | null>;
  notFound: () => PurserError;
};
