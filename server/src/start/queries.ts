import { count, hits, value } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

/** Sets the environment of a new database; false where it is already set. A second server waits here for the first. */
export const insertEnvironment = hits<[environment: string, now: Date]>(
  'start_insert_environment',
  'INSERT INTO installation (environment, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);

/** Returns what the clock of the database says, in milliseconds since 1970. */
export const databaseTime = count(
  'start_database_time',
  'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::int8 AS now_ms',
);

/** Returns the environment of the database; null if it has none yet. */
export const findEnvironment = value<string>(
  'start_find_environment',
  'SELECT environment FROM installation',
);

/** Whether this database has the party. */
export const hasParty = hits<[id: Id<'pty'>]>('start_find_party', 'SELECT id FROM parties WHERE id = $1');
