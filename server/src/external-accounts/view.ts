import { related } from '../http/envelope.ts';
import { publicId } from '../lib/id.ts';
import { isoSeconds } from '../lib/time.ts';
import type { ExternalAccountRow } from './queries.ts';
import type { ExternalAccountResource } from './resource.ts';

export function externalAccountResource(row: ExternalAccountRow): ExternalAccountResource {
  return {
    type: 'externalAccount',
    id: publicId('eac', row.id),
    attributes: {
      bankName: row.bankName,
      accountName: row.accountName,
      accountType: row.accountType,
      lastFour: row.lastFour,
      status: row.status,
      connectionStatus: row.status === 'active' ? 'active' : 'disconnected',
      availableMethods: row.status === 'active' ? ['standard'] : [],
      tags: {},
      createdAt: isoSeconds(row.createdAt),
    },
    relationships: { party: related('party', 'pty', row.partyId) },
  };
}
