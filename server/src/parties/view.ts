import { related } from '../http/envelope.ts';
import { limitsToJson } from '../http/limits.ts';
import { publicId } from '../lib/id.ts';
import { isoSeconds } from '../lib/time.ts';
import type { PartyLimitsRow } from './queries.ts';
import type { PartyLimitPolicyResource } from './resource.ts';

export function partyLimitPolicyResource(row: PartyLimitsRow): PartyLimitPolicyResource {
  return {
    type: 'partyLimitPolicy',
    id: publicId('pty', row.id),
    attributes: {
      limits: limitsToJson(row),
      currency: row.currency,
      updatedAt: row.updatedAt && isoSeconds(row.updatedAt),
    },
    relationships: { party: related('party', 'pty', row.id) },
  };
}
