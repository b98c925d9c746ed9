import { hash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { keptForEver } from '../../idempotency/kept.ts';
import { publicId } from '../../lib/id.ts';

/**
 * Returns the idempotency key of a purchase that a model names. It belongs to the agent or, without one, to the user, and
 * not to a conversation: a model that starts anew pays nothing a second time. Case, blanks around it, and the form in
 * which Unicode is written make no difference.
 */
export function keyOfPurpose({ actor }: Pick<Context, 'actor'>, purpose: string): string {
  const { partyId, agentId, userId } = actor;
  const who = agentId === null ? publicId('usr', userId) : publicId('agt', agentId);
  const name = purpose.normalize('NFC').trim().toUpperCase().toLowerCase().normalize('NFC');
  return keptForEver + hash('sha256', `${publicId('pty', partyId)} ${who} ${name}`, 'hex');
}

/** Returns a key for a write that takes effect once by itself: it is tried again within its call only. */
export function keyOfCall({ requestId }: Pick<Context, 'requestId'>): string {
  return publicId('req', requestId);
}
