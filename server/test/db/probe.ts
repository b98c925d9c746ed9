import { Client, DatabaseError } from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { emptyDatabase } from '../flows/support.ts';

/** A column as the system catalog describes it; `base` is the type of which it is a domain. */
export type Column = { name: string; type: string; base?: string };

/** Two values of each column type, or of its base: one to insert, and one to change it to. */
const values: Readonly<Record<string, readonly [string, string]>> = {
  uuid: ["'00000000-0000-7000-8000-000000000001'", "'00000000-0000-7000-8000-000000000002'"],
  text: ["'one'", "'two'"],
  'text[]': ["'{one}'", "'{one,two}'"],
  'uuid[]': ['ARRAY[gen_random_uuid()]', 'ARRAY[gen_random_uuid()]'],
  json: ["'[]'", "'[1]'"],
  jsonb: ["'[]'", "'[1]'"],
  bytea: [String.raw`'\x01'`, String.raw`'\x02'`],
  boolean: ['true', 'false'],
  smallint: ['1', '2'],
  integer: ['1', '2'],
  bigint: ['1', '2'],
  'timestamp with time zone': ["'2026-01-02T03:04:05Z'", "'2026-01-02T03:04:05.000001Z'"],
  amount: ['1', '2'],
  currency: ["'USD'", "'EUR'"],
  currency_limits: [`'{"EUR":{"perDay":1}}'`, `'{"EUR":{"perDay":2}}'`],
  xid8: ["'1'", "'2'"],
  payment_status: ["'IN_REVIEW'", "'CANCELED'"],
};

function valuesOf({ type, base = type }: Column): readonly [string, string] {
  const found = values[type] ?? values[base];
  if (!found) throw new Error(`Add two values of the type ${type} to server/test/db/probe.ts`);
  return found;
}

/** Opens a session on a new database with the current schema and no data. */
export async function openMigrated(): Promise<Client> {
  const session = new Client({ ...(await emptyDatabase()), application_name: 'test' });
  await session.connect();
  await migrate(session);
  return session;
}

/** Returns the names of all tables, sorted. */
export async function tablesOf(session: Client): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  );
  return rows.map(({ name }) => name).toSorted();
}

/** Returns the columns of a table, in their order. */
export async function columnsOf(session: Client, table: string): Promise<Column[]> {
  const { rows } = await session.query<Column>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type,
       format_type(coalesce(nullif(typbasetype, 0), atttypid), NULL) AS base
     FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows;
}

/**
 * Runs the work in a transaction that is rolled back, with one row in the table. CHECKs and foreign keys are dropped,
 * so that only triggers can refuse a change.
 */
export async function withRow(session: Client, table: string, work: () => Promise<void>): Promise<void> {
  const columns = await columnsOf(session, table);
  await session.query('BEGIN');
  try {
    const constraints = await session.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('c', 'f')`,
      [table],
    );
    for (const { name } of constraints.rows)
      await session.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    await session.query(`INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')})
      VALUES (${columns.map((column) => valuesOf(column)[0]).join(', ')})`);
    await work();
  } finally {
    await session.query('ROLLBACK');
  }
}

/** Changes one column, returns what `look` finds, and rolls the change back. Returns the error if it was refused. */
export async function change<T>(
  session: Client,
  table: string,
  column: Column,
  look: () => Promise<T>,
): Promise<T | DatabaseError> {
  await session.query('SAVEPOINT change');
  try {
    await session.query(`UPDATE ${table} SET ${column.name} = ${valuesOf(column)[1]}`);
    return await look();
  } catch (error) {
    if (error instanceof DatabaseError) return error;
    throw error;
  } finally {
    await session.query('ROLLBACK TO SAVEPOINT change');
  }
}

/**
 * Returns the triggers that run a function of the schema and are named after their table, by table. `columns` are the
 * arguments of the trigger; a trigger is unconditional if it is enabled always (`session_replication_role` does not
 * matter) and fires for every row, without a column list or a WHEN clause.
 */
export async function triggersOf(session: Client, routine: string): Promise<Map<string, Trigger>> {
  const { rows } = await session.query<Trigger & { table: string }>(
    `SELECT c.relname AS table, tgtype & 1 = 1 AND tgattr = '' AND tgqual IS NULL AND tgenabled = 'A' AS "isUnconditional",
       tgtype & 16 = 16 AS "onUpdate", tgtype & 8 = 8 AS "onDelete", tgdeferrable AND tginitdeferred AS "isDeferred",
       array_remove(string_to_array(encode(tgargs, 'escape'), '\\000'), '') AS columns
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE tgfoid = $1::regproc
     AND starts_with(tgname, c.relname || '_') ORDER BY c.relname`,
    [routine],
  );
  return new Map(rows.map(({ table, ...trigger }) => [table, trigger]));
}

export type Trigger = {
  isUnconditional: boolean;
  onUpdate: boolean;
  onDelete: boolean;
  isDeferred: boolean;
  columns: string[];
};
