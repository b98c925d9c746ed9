import type { AuthenticatedActor } from '../../context.ts';
import type { KeyStatus } from '../../db/key-status.ts';
import { fault } from '../../errors.ts';

const source = { pointer: '/data/attributes/expiresAt' };

/**
 * Throws `invalid_value` if a new key would begin expired, or outlive the key that makes it. A browser session is a
 * person, whose keys may last longer: its verb asks for a fresh sign-in.
 */
export function requireLifetime(actor: AuthenticatedActor, expiresAt: Date | null, now: Date): void {
  if (expiresAt !== null && expiresAt <= now) {
    throw fault('invalid_value', '`expiresAt` must be in the future.', source);
  }
  if (!outlives(actor, expiresAt)) return;
  const detail =
    '`expiresAt` must be set, and no later than the time at which the key of this request expires.';
  throw fault('invalid_value', detail, source);
}

/** Throws `forbidden` if a key that keeps its time of expiry in a rotation would outlive the key that rotates it. */
export function requireRotatable(actor: AuthenticatedActor, expiresAt: Date | null): void {
  if (!outlives(actor, expiresAt)) return;
  const detail = 'A key that expires rotates no key that lasts longer: the new one would outlive it.';
  throw fault('forbidden', detail, { header: 'Authorization' });
}

function outlives({ expiresAt: end, signedInAt }: AuthenticatedActor, expiresAt: Date | null): boolean {
  return end !== null && signedInAt === null && (expiresAt === null || expiresAt > end);
}

/** Throws `conflict` if a key, of a party or of an agent, is over or was replaced before: it cannot be replaced. */
export function requireReplaceable({
  status,
  rotatedAt,
}: {
  status: KeyStatus;
  rotatedAt: Date | null;
}): void {
  if (status !== 'ACTIVE') throw fault('conflict', 'The key is not active: create a new one.');
  if (rotatedAt) throw fault('conflict', 'The key was rotated already: rotate the key that replaced it.');
}

/**
 * Returns until when a key works that is replaced now: for the overlap, and never longer than it would have. Without an
 * overlap its time stays as it is, as the key is revoked.
 */
export function overlapEnd(expiresAt: Date | null, overlap_s: number, now: Date): Date | null {
  if (overlap_s === 0) return expiresAt;
  const end = new Date(now.getTime() + overlap_s * 1000);
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}
