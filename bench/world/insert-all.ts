import type { Client } from 'pg';

/** Inserts rows in one statement: what is the same in all, and what each has of its own, by the names of columns. */
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

/** A hash as JSON for a column of bytes. */
export function bytesInJson(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
