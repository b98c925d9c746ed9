import { publicId } from '../../lib/id.ts';
import type { CounterpartyRow } from './queries.ts';
import type { CounterpartyResource } from './resource.ts';

/** Returns a counterparty as a resource. ACTIVE is the status of the relationship, not of the party. */
export function counterpartyResource(row: CounterpartyRow): CounterpartyResource {
  return {
    type: 'party',
    id: publicId('pty', row.id),
    attributes: { name: row.name, email: row.email, status: 'ACTIVE' },
  };
}
