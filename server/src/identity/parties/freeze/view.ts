import { related } from '../../../http/envelope.ts';
import { type Id, publicId } from '../../../lib/id.ts';
import type { PartyFreezeResource } from './resource.ts';

export function partyFreezeResource(partyId: Id<'pty'>, status: 'ACTIVE' | 'FROZEN'): PartyFreezeResource {
  return {
    type: 'partyFreeze',
    id: publicId('pty', partyId),
    attributes: { status },
    relationships: { party: related('party', 'pty', partyId) },
  };
}
