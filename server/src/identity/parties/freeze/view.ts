import { related } from '../../../http/envelope.ts';
import { type Id, publicId } from '../../../lib/id.ts';
import type { UnderWay } from '../../under-way/resource.ts';
import type { PartyFreezeResource } from './resource.ts';

export function partyFreezeResource(
  partyId: Id<'pty'>,
  status: 'ACTIVE' | 'FROZEN',
  underWay: UnderWay | null,
): PartyFreezeResource {
  return {
    type: 'partyFreeze',
    id: publicId('pty', partyId),
    attributes: { status, underWay },
    relationships: { party: related('party', 'pty', partyId) },
  };
}
