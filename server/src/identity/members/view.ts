import { related } from '../../http/envelope.ts';
import { publicId } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { MemberRow } from './queries.ts';
import type { MemberResource } from './resource.ts';

export function memberResource(row: MemberRow, status: 'ACTIVE' | 'REVOKED' = 'ACTIVE'): MemberResource {
  const { id, partyId, name, email, role, createdAt } = row;
  return {
    type: 'user',
    id: publicId('usr', id),
    attributes: { name, email, role, status, createdAt: isoSeconds(createdAt) },
    relationships: { party: related('party', 'pty', partyId) },
  };
}
