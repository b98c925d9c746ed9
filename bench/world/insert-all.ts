import type { Client } from 'pg';

/** Inserts rows in one statement. `same` has the columns with equal values, `own` the other columns of each row. */
export async function insertAll(
  client: Client,
  table: string,
  same: object,
  own: readonly object[],
): Promise<void> {
  const rows = own.map((each) => ({ ...same, ...each }));
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** Returns bytes as a JSON value for a bytea column. */
export function bytesInJson(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
