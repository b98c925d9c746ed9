import { hash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { keptForEver } from '../../http/purpose-keys.ts';
import { publicId } from '../../lib/id.ts';

const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const spaces = /\s+/gu;

/**
 * Returns the idempotency key of a purchase that a model names. It belongs to the agent or, without one, to the user, and
 * not to a conversation: a model that starts anew pays nothing a second time. Case, blanks around it, how many there are
 * within, characters that nobody sees, and the form in which Unicode is written make no difference.
 */
export function keyOfPurpose({ actor }: Pick<Context, 'actor'>, purpose: string): string {
  const { partyId, agentId, userId } = actor;
  const who = agentId === null ? publicId('usr', userId) : publicId('agt', agentId);
  const seen = purpose.normalize('NFKC').replaceAll(unseen, '').replaceAll(spaces, ' ').trim();
  const name = seen.toUpperCase().toLowerCase().normalize('NFKC');
  return keptForEver + hash('sha256', `${publicId('pty', partyId)} ${who} ${name}`, 'hex');
}

/** Returns a key for a write that takes effect once by itself: it is tried again within its call only. */
export function keyOfCall({ requestId }: Pick<Context, 'requestId'>): string {
  return publicId('req', requestId);
}
