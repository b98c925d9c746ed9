import type { ClaimRow } from './queries.ts';
import type { AcceptedClaim } from './resource.ts';
import { type Id, publicId } from '../../lib/id.ts';

/** Returns the party that has claimed its money, with its first user and the key, if one was made. */
export function acceptedClaim(
  { id, value }: ClaimRow,
  name: string,
  userId: Id<'usr'>,
  apiKey: AcceptedClaim['meta']['apiKey'] | null,
): AcceptedClaim {
  return {
    data: {
      type: 'party',
      id: publicId('pty', id),
      attributes: { name, status: 'ACTIVE', address: value },
      relationships: {},
    },
    meta: { userId: publicId('usr', userId), ...(apiKey && { apiKey }) },
  };
}
