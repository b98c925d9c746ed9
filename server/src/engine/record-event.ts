import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { EventResource } from './changes.ts';
import { newId } from '../lib/id.ts';

const insert = statement(
  'engine_record_event',
  `INSERT INTO events (id, resource, resource_id, from_status, to_status, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
);

/** Notes a change of state that moved no money, in the transaction that makes it. Commands note their own. */
export async function recordEvent(
  tx: Queryable,
  event: { resource: EventResource; resourceId: string; from: string | null; to: string; now: Date },
): Promise<void> {
  const { resource, resourceId, from, to, now } = event;
  await rows(tx, insert, [newId('evt'), resource, resourceId, from, to, now.toISOString()]);
}
