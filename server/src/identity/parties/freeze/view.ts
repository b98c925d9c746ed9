import { related } from '../../../http/envelope.ts';
import { publicId } from '../../../lib/id.ts';
import type { PartyRow } from '../queries.ts';
import type { PartyFreezeResource } from './resource.ts';

export function partyFreezeResource({ id, frozenBy }: PartyRow): PartyFreezeResource {
  return {
    type: 'partyFreeze',
    id: publicId('pty', id),
    attributes: { status: frozenBy.length === 0 ? 'ACTIVE' : 'FROZEN', frozenBy: [...frozenBy] },
    relationships: { party: related('party', 'pty', id) },
  };
}
