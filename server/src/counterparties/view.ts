import type { Resource } from '../http/envelope.ts';
import { publicId } from '../lib/id.ts';
import type { CounterpartyRow } from './queries.ts';

/** ACTIVE is the state of the relation, not of the party behind it. */
export function counterpartyResource(row: CounterpartyRow): Resource {
  return {
    type: 'party',
    id: publicId('pty', row.id),
    attributes: { name: row.name, email: row.email, status: 'ACTIVE' },
  };
}
