import type { Id } from '../lib/id.ts';
import { one, type Queryable } from './sql.ts';

/** A resource as an event recorded it: its id, and its row of then as JSON, without secrets. */
export type Recorded = { id: string; snapshot: string };

/**
 * Whose events are read, how and by whom: `viewer` is the party itself, or one that reads on its behalf. `now` is the
 * time of the event.
 */
export type EventReader = {
  db: Queryable;
  partyId: Id<'pty'>;
  viewer: { partyId: Id<'pty'>; readsOwn: boolean };
  /** The agent that reads its own only, and sees nothing else; null for everybody else. */
  own: Id<'agt'> | null;
  now: Date;
  baseUrl: string;
};

/** Returns a resource as an event recorded it, in the state that the event names; null if the party may not see it. */
export type ShowRecorded<Shown> = (
  reader: EventReader,
  recorded: Recorded,
  status: string,
) => Promise<Shown | null>;

/**
 * Declares the statement of a row of a table as an event recorded it: `text` gets that row, to be used like the table,
 * with the whole JSON as `snapshot`. Its values are `$partyId` and `$now`. What a snapshot leaves out is as it is today:
 * it never changes. A row that was deleted is shown as recorded.
 */
export function asRecorded<Row>(name: string, table: string, text: (row: string) => string) {
  const row = `(SELECT r.*, e.snapshot FROM (VALUES ($id::uuid, $snapshot::jsonb)) e (id, snapshot) LEFT JOIN ${table} t ON t.id = e.id
    CROSS JOIN LATERAL jsonb_populate_record(t, e.snapshot) r)`;
  return one<Row, Recorded & Pick<EventReader, 'partyId' | 'now'>>(name, text(row));
}

/** Declares how a resource is shown as an event recorded it. */
export function recorded<Row, Shown>(
  find: ReturnType<typeof asRecorded<Row>>,
  view: (row: Row, reader: EventReader, status: string) => Shown | Promise<Shown>,
): ShowRecorded<Shown> {
  return async (reader, { id, snapshot }, status) => {
    const { db, partyId, now } = reader;
    const row = await find(db, { partyId, now, id, snapshot });
    return row && (await view(row, reader, status));
  };
}
