import { publicId } from '../lib/id.ts';
import type { CounterpartyRow } from './queries.ts';
import type { CounterpartyResource } from './resource.ts';

/** ACTIVE is the state of the relation, not of the party behind it. */
export function counterpartyResource(row: CounterpartyRow): CounterpartyResource {
  return {
    type: 'party',
    id: publicId('pty', row.id),
    attributes: { name: row.name, email: row.email, status: 'ACTIVE' },
  };
}
