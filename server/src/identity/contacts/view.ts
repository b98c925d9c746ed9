import { related } from '../../http/envelope.ts';
import { publicId } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { ContactRow } from './queries.ts';
import type { ContactResource } from './resource.ts';

export function contactResource(row: ContactRow): ContactResource {
  const { id, partyId, kind, value, createdAt, verifiedAt, expiresAt } = row;
  return {
    type: 'contact',
    id: publicId('con', id),
    attributes: {
      address: { type: kind, value },
      status: verifiedAt ? 'VERIFIED' : 'PENDING',
      createdAt: isoSeconds(createdAt),
      verifiedAt: verifiedAt && isoSeconds(verifiedAt),
      expiresAt: expiresAt && isoSeconds(expiresAt),
    },
    relationships: { party: related('party', 'pty', partyId) },
  };
}
