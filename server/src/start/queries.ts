import { firstRow, type Queryable, statement } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

const insert = statement<{ environment: string }>(
  'start_insert_environment',
  'INSERT INTO installation (environment, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING environment',
);

/** Sets the environment of a new database; false where it is already set. A second server waits here for the first. */
export async function insertEnvironment(tx: Queryable, environment: string, now: Date): Promise<boolean> {
  return (await firstRow(tx, insert, [environment, now.toISOString()])) !== null;
}

const find = statement<{ environment: string }>(
  'start_find_environment',
  'SELECT environment FROM installation',
);

export async function findEnvironment(tx: Queryable): Promise<string> {
  return (await firstRow(tx, find, []))?.environment ?? '';
}

const party = statement<{ id: string }>('start_find_party', 'SELECT id FROM parties WHERE id = $1');

/** Whether this database has the party. */
export async function hasParty(db: Queryable, id: Id<'pty'>): Promise<boolean> {
  return (await firstRow(db, party, [id])) !== null;
}
