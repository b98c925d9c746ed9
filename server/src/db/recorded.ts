import type { Id } from '../lib/id.ts';
import type { Queryable } from './sql.ts';

/** A resource as an event recorded it: its id, and its row of then as JSON, without secrets. */
export type Recorded = { id: string; snapshot: string };

/** Who reads an event, and how. */
export type EventReader = {
  db: Queryable;
  partyId: Id<'pty'>;
  now: Date;
  baseUrl: string;
};

/**
 * Returns the SQL of a table's row as an event recorded it, to be used like the table itself: $2 is the id, $3 the
 * snapshot. What a snapshot leaves out is as it is today: it never changes. A row that was deleted is shown as recorded.
 */
export function recordedRow(table: string): string {
  return `(SELECT r.* FROM (VALUES ($2::uuid, $3::jsonb)) e (id, snapshot) LEFT JOIN ${table} t ON t.id = e.id
    CROSS JOIN LATERAL jsonb_populate_record(t, e.snapshot) r)`;
}
