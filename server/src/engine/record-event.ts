import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import { newId } from '../lib/id.ts';

const insert = statement(
  'engine_record_event',
  `INSERT INTO events (id, type, resource_id, from_status, to_status, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
);

/** Notes a change of state that moved no money, in the transaction that makes it. Commands note their own. */
export async function recordEvent(
  tx: Queryable,
  event: { type: string; resourceId: string; from: string | null; to: string; now: Date },
): Promise<void> {
  const { type, resourceId, from, to, now } = event;
  await rows(tx, insert, [newId('evt'), type, resourceId, from, to, now.toISOString()]);
}
