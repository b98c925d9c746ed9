import { digest128 } from '../../lib/digest.ts';
import type { Id } from '../../lib/id.ts';

export type UserRole = 'OWNER' | 'ADMIN' | 'APPROVER' | 'MEMBER';

/** The authenticated principal behind a command. The engine checks it again under its locks. */
export type Actor = {
  kind: 'apiKey' | 'agentKey';
  partyId: Id<'pty'>;
  /** The user who made the key. */
  userId: Id<'usr'>;
  credentialId: Id<'apy'> | Id<'agk'>;
  /** The public part of the key, for logs and the audit log. */
  keyPrefix: string;
  /** The role of an API key's user in the party when the request was authenticated; null for an agent key. */
  role: UserRole | null;
  /** The acting agent; null if the party acts without one. */
  agentId: Id<'agt'> | null;
  /** The client's label for its conversation. It carries no authority. */
  instanceId: string | null;
  /** When the access token of the request ends, by the service's clock; null for a key. */
  tokenExpiresAt: Date | null;
};

/** A key that is not revoked. Its user is a member of the party; a removed one's key is not among them. */
export type ActiveCredential = {
  /** Null if it never expires. */
  expiresAt: Date | null;
  /** The role of an API key's user in the party; null for an agent key. */
  role: UserRole | null;
};

/** Identifies an idempotency key: the same text is a different key for another party or route. */
export type KeyName = { partyId: Id<'pty'>; route: string; key: string };

/** An idempotency key, its `keyDigest`, and the fingerprint of the request that used it. */
export type IdempotencyKey = KeyName & { digest: string; fingerprint: Buffer };

/** What every command from a client carries: its actor and its idempotency key. */
export type RequestInfo = {
  actor: Actor;
  requestId: Id<'req'>;
  /** Method and path with its parameters, for the audit log. */
  route: string;
  idempotency: IdempotencyKey | null;
};

/** A command with the time at which it is decided, which it gets under the locks of its batch. */
export type Dated<C> = C & { readonly now: Date };

/** Returns whether a key is over that a request came with, or the access token that came in its place. */
export function isOver(key: Pick<ActiveCredential, 'expiresAt'>, actor: Actor, now: Date): boolean {
  return hasExpired(key.expiresAt, now) || hasExpired(actor.tokenExpiresAt, now);
}

/** Returns whether a key has expired: from its time on, by the service's clock. A key without one never does. */
export function hasExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Returns a key's digest as 32 hex digits: half of its SHA-256, 128 bits, so that no two keys ever share one. */
export function keyDigest({ partyId, route, key }: KeyName): string {
  return digest128(`${partyId} ${route} ${key}`);
}
