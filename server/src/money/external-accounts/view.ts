import { related } from '../../http/envelope.ts';
import { tagsToJson } from '../../http/tags.ts';
import { publicId } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { ExternalAccountRow } from './queries.ts';
import type { ExternalAccountResource, MicroDepositsResource } from './resource.ts';

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
      tags: tagsToJson(row.tags),
      createdAt: isoSeconds(row.createdAt),
    },
    relationships: { party: related('party', 'pty', row.partyId) },
  };
}

export function microDepositsResource(row: ExternalAccountRow, amounts: number[]): MicroDepositsResource {
  const id = publicId('eac', row.id);
  const externalAccount = related('externalAccount', 'eac', row.id);
  return { type: 'microDeposits', id, attributes: { amounts }, relationships: { externalAccount } };
}
