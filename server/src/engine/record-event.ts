import { plainArray, timeArray } from '../db/arrays.ts';
import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { EventResource } from './changes.ts';
import { newId } from '../lib/id.ts';

/** A change of state of a resource; `from` is null for a new one. */
export type NewEvent = {
  resource: EventResource;
  resourceId: string;
  from: string | null;
  to: string;
  now: Date;
};

const insert = statement(
  'engine_record_events',
  `INSERT INTO events (id, resource, resource_id, from_status, to_status, created_at)
   SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[])`,
);

/** Notes a change of state that moved no money, in the transaction that makes it. Commands note their own. */
export function recordEvent(tx: Queryable, event: NewEvent): Promise<void> {
  return recordEvents(tx, [event]);
}

/** Notes many at once. */
export async function recordEvents(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await rows(tx, insert, [
    plainArray(events.map(() => newId('evt'))),
    plainArray(events.map((event) => event.resource)),
    plainArray(events.map((event) => event.resourceId)),
    plainArray(events.map((event) => event.from)),
    plainArray(events.map((event) => event.to)),
    timeArray(events.map((event) => event.now)),
  ]);
}
