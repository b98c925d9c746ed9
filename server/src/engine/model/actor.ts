import { hash } from 'node:crypto';
import type { Id } from '../../lib/id.ts';

/** Who sends a command, as the edge found out; the engine checks it again under its locks. */
export type Actor = {
  kind: 'apiKey' | 'agentKey';
  partyId: Id<'pty'>;
  userId: Id<'usr'>;
  credentialId: Id<'apy'> | Id<'agk'>;
  /** The public part of the key, for logs and the audit log. */
  keyPrefix: string;
  agentId: Id<'agt'> | null;
  instanceId: string | null;
};

/** Whose key it is, and where: the same words are another key for another party or route. */
export type KeyName = { partyId: Id<'pty'>; route: string; key: string };

/** The key under which an answer is stored, its `keyDigest`, and what the request was. */
export type IdempotencyKey = KeyName & { digest: string; fingerprint: Buffer };

/** What every command that somebody sent carries: who, when, and under which key. */
export type RequestInfo = {
  actor: Actor;
  requestId: Id<'req'>;
  /** Method and path with its parameters, for the audit log. */
  route: string;
  idempotency: IdempotencyKey | null;
  now: Date;
  /** How far the service's clock was ahead of real time when `now` was read. */
  clockOffset_ms: number;
};

/** A key in 32 hex digits: half of its SHA-256, 128 bits, so that no two keys ever share one. */
export function keyDigest({ partyId, route, key }: KeyName): string {
  return hash('sha256', `${partyId} ${route} ${key}`, 'hex').slice(0, 32);
}
