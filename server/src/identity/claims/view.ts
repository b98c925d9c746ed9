import type { Received } from '../../engine/plain-writes/claim-waiting.ts';
import type { ClaimRow } from './queries.ts';
import { receivedToJson } from './received.ts';
import type { AcceptedClaim } from './resource.ts';
import { type Id, publicId } from '../../lib/id.ts';

/** Returns the party that has claimed its money, with its first user, what it receives, and the key, if one was made. */
export function acceptedClaim(
  { id, value }: ClaimRow,
  name: string,
  made: { userId: Id<'usr'>; received: Received; apiKey: AcceptedClaim['meta']['apiKey'] | null },
): AcceptedClaim {
  const { userId, received, apiKey } = made;
  return {
    data: {
      type: 'party',
      id: publicId('pty', id),
      attributes: { name, status: 'ACTIVE', address: value },
      relationships: {},
    },
    meta: { userId: publicId('usr', userId), received: receivedToJson(received), ...(apiKey && { apiKey }) },
  };
}
